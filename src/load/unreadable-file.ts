import { errorProblem, type Problem } from '../model/problem.ts'
import { EncodingError, encodingHint } from '../util/decode-text.ts'

/** The problem of a file that is there and cannot be read. Its wrong line is not shown: it may hold secrets. */
export function unreadableFile(file: string, error: Error): Problem {
  if (!(error instanceof EncodingError))
    return errorProblem({ code: 'file-unreadable', message: `${file} cannot be read: ${reason(error)}` })
  const start = { line: error.line, column: 1 }
  return errorProblem({
    code: 'file-unreadable',
    message: `the file ${error.message}`,
    hint: encodingHint,
    span: { file, start, end: start },
  })
}

function reason(error: NodeJS.ErrnoException): string {
  return error.code === 'EISDIR' ? 'it is a folder' : error.message
}
