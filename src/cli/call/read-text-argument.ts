import { isUtf8 } from 'node:buffer'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { waitingFor } from '../../util/interruptions.ts'
import { type Result, usageRefusal } from '../../model/problem.ts'
import { EncodingError, encodingHint } from '../../util/decode-text.ts'
import { readText } from '../../util/read-text.ts'

/** True where an argument means standard input. */
export function isStandardInput(written: string): boolean {
  return written === '-' || written === '@-'
}

/** The text that an argument means: standard input for `-` (and `@`, as with grpcurl), a file for `@FILE`, else itself. */
export async function readTextArgument(option: string, written: string): Promise<Result<string>> {
  if (isStandardInput(written) || written === '@') return readStandardInput(option)
  if (!written.startsWith('@')) return { ok: true, value: written }
  return readFileArgument(option, written.slice(1))
}

/** The text of a file that an option names. */
export function readFileArgument(option: string, file: string): Result<string> {
  const content = readText(path.resolve(file))
  if (!(content instanceof Error)) return { ok: true, value: content }
  const [why, hint] = unreadable(content, path.resolve(file))
  return usageRefusal(`${option} @${file} ${why}`, hint)
}

function unreadable(error: NodeJS.ErrnoException | EncodingError, file: string): [string, string?] {
  if (error instanceof EncodingError) return [error.message, encodingHint]
  if (error.code === 'ENOENT') return ['does not exist', `Looked for ${file}.`]
  return [error.code === 'EISDIR' ? 'is a folder, not a file' : `cannot be read: ${error.message}`]
}

async function readStandardInput(option: string): Promise<Result<string>> {
  const bytes = await waitingFor(buffer(process.stdin))
  if (isUtf8(bytes)) return { ok: true, value: bytes.toString() }
  const hint = 'Write it to a file, and send that with --data @FILE or --form NAME=@FILE.'
  return usageRefusal(`what ${option} reads from standard input is not text`, hint)
}
