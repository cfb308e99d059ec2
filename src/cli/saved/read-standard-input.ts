import { buffer } from 'node:stream/consumers'
import { waitingFor } from '../../util/interruptions.ts'
import { decodeText, type EncodingError } from '../../util/decode-text.ts'

/** Everything that the standard input holds, as text; bytes that are no text are read as they are. */
export async function readStandardInput(): Promise<string> {
  const bytes = await waitingFor(buffer(process.stdin))
  const text = decodeText(bytes)
  return typeof text === 'string' ? text : bytes.toString('latin1')
}

/** The same for what is written again: bytes that are no text would become others. */
export async function readStandardText(): Promise<string | EncodingError> {
  return decodeText(await waitingFor(buffer(process.stdin)))
}
