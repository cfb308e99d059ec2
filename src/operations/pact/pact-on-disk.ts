import { existsSync } from 'node:fs'
import path from 'node:path'
import type { JsonObject } from '../../model/json.ts'
import { errorProblem, type Problem, type Result, usageProblem } from '../../model/problem.ts'
import { type PactHead, writtenInteractions } from '../../pact/generate/pact-document.ts'
import { readPact } from '../../pact/read/read-pact.ts'
import { writeJson } from '../../util/exact-number.ts'
import { parseJson } from '../../util/parse-json.ts'
import { readText } from '../../util/read-text.ts'
import { writeWhole } from '../../util/whole-file.ts'

/** The interactions of the pact that is there already, none where there is no file; another pact is a problem. */
export function readExistingPact(file: string, head: PactHead): Result<readonly JsonObject[]> {
  if (!existsSync(file)) return { ok: true, value: [] }
  const name = path.basename(file)
  const text = readText(file)
  if (typeof text !== 'string')
    return refuse(
      errorProblem({ code: 'pact-unreadable', message: `${name} cannot be read: ${text.message}` }),
    )
  const read = readPact(text, name)
  if (!read.ok) return read
  const { consumer, provider, version } = read.value
  if (consumer !== head.consumer || provider !== head.provider)
    return refuse(
      usageProblem(`${name} is a pact of ${consumer} with ${provider}`, 'Name another file with -o.'),
    )
  if (version !== head.version)
    return refuse(
      usageProblem(
        `${name} is a pact of version ${version}, and version ${head.version} would be added to it`,
        `Write --pact-version ${version}, or name another file with -o.`,
      ),
    )
  return { ok: true, value: writtenInteractions(parseJson(text)) }
}

function refuse(problem: Problem): { readonly ok: false; readonly problems: readonly Problem[] } {
  return { ok: false, problems: [problem] }
}

/** Writes a pact, all of it or nothing. What could not be done is told. */
export async function writePact(file: string, document: JsonObject): Promise<readonly Problem[]> {
  try {
    await writeWhole(file, `${writeJson(document, 2)}\n`)
    return []
  } catch (error) {
    return [usageProblem(`-o ${file} cannot be written: ${(error as Error).message}`)]
  }
}
