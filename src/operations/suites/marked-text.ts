import { errorProblem, type Problem } from '../../model/problem.ts'
import { decodeText } from '../../util/decode-text.ts'
import { largestWritten, readBytes } from '../../util/read-text.ts'
import { writeWhole } from '../../util/whole-file.ts'

/** The text of a file that people write, and the byte order mark before it, or nothing. */
export interface MarkedText {
  readonly mark: string
  readonly text: string
}

/** Reads a file of which everything is to stay that is not changed on purpose. */
export function readMarked(file: string): MarkedText | Error {
  try {
    const bytes = readBytes(file, largestWritten)
    const text = decodeText(bytes)
    return text instanceof Error
      ? text
      : { mark: bytes.toString('utf8').slice(0, -text.length || undefined), text }
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}

/** Writes over a file; tells why that is not possible. */
export async function rewrite(file: string, content: string): Promise<Problem | undefined> {
  try {
    await writeWhole(file, content)
    return undefined
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return errorProblem({ code: 'file-unreadable', message: `${file} cannot be written: ${error.message}` })
  }
}
