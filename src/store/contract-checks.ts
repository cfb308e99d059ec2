import path from 'node:path'
import type { ContractCheck } from '../model/contract-check.ts'
import { errorProblem, type Result } from '../model/problem.ts'
import { reasonOf } from '../util/reason-of.ts'
import { makeToolFolder, writeToolFile } from '../util/tool-folder.ts'
import { writeJson } from '../util/exact-number.ts'

/**
 * Keeps the report of a contract check in `.tool/contracts/`, under the moment it began and the name of its document, and
 * once more as `latest.json`. Answers with its absolute path.
 */
export async function keepContractCheck(directory: string, check: ContractCheck): Promise<Result<string>> {
  const folder = path.join(directory, '.tool', 'contracts')
  const file = path.join(folder, `${momentOf(check.startedAt)}-${nameOf(check.spec)}.json`)
  const text = `${writeJson(check, 2)}\n`
  try {
    makeToolFolder(folder)
    await writeToolFile(file, text)
    await writeToolFile(path.join(folder, 'latest.json'), text)
    return { ok: true, value: file }
  } catch (error) {
    const message = `the report ${file} cannot be kept: ${reasonOf(error)}`
    return { ok: false, problems: [errorProblem({ code: 'store-unwritable', message })] }
  }
}

/** `2025-01-15T09-30-00-123`: sorts by time, and is a file name everywhere. */
function momentOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/[:.]/g, '-').replace(/Z$/, '')
}

function nameOf(spec: string): string {
  const base = spec.replace(/[?#].*$/, '').replace(/\/+$/, '')
  const name = path.posix.basename(base.replaceAll('\\', '/')).replace(/\.(?:ya?ml|json)$/i, '')
  return name.replace(/[^\w.-]+/g, '-').slice(0, 80) || 'api'
}
