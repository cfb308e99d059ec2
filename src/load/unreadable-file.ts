import { readlinkSync } from 'node:fs'
import { errorProblem, type Problem } from '../model/problem.ts'
import { EncodingError, encodingHint } from '../util/decode-text.ts'

/** The problem of a file that is there and cannot be read. Its wrong line is not shown: it may hold secrets. */
export function unreadableFile(file: string, error: Error): Problem {
  if (!(error instanceof EncodingError))
    return errorProblem({ code: 'file-unreadable', message: `${file} ${whyUnreadable(file, error)}` })
  const start = { line: error.line, column: 1 }
  return errorProblem({
    code: 'file-unreadable',
    message: `the file ${error.message}`,
    hint: encodingHint,
    span: { file, start, end: start },
  })
}

function whyUnreadable(file: string, error: NodeJS.ErrnoException): string {
  const target = error.code === 'ENOENT' ? linkTarget(file) : undefined
  if (target !== undefined) return `is a link to nothing (${target})`
  return `cannot be read: ${error.code === 'EISDIR' ? 'it is a folder' : error.message}`
}

/** Where a symbolic link leads; undefined for what is none. */
export function linkTarget(file: string): string | undefined {
  try {
    return readlinkSync(file)
  } catch {
    return undefined
  }
}
