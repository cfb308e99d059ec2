import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorProblem } from '../../model/problem.ts'
import { readBytes } from '../../util/read-text.ts'
import { reasonOf } from '../../util/reason-of.ts'
import type { ReadDocument } from './loaded-document.ts'

/** Reads documents from files alone: addresses on the network are never asked. */
export const readLocalFile: ReadDocument = address => Promise.resolve(readAt(address))

function readAt(address: string): Awaited<ReturnType<ReadDocument>> {
  if (!address.startsWith('file:'))
    return failure('nothing is fetched; save it as a file and refer to that by a relative path')
  const file = fileURLToPath(address)
  try {
    return { ok: true, value: readBytes(file).toString('utf8') }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR'
    const shown = path.relative(process.cwd(), file).replaceAll(path.sep, '/')
    return failure(isMissing ? `there is no file ${shown}` : `${shown} cannot be read: ${reasonOf(error)}`)
  }
}

function failure(message: string): Awaited<ReturnType<ReadDocument>> {
  return { ok: false, problems: [errorProblem({ code: 'import-unreadable', message })] }
}
