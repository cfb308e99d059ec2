import { decodeText } from '../../util/decode-text.ts'

/** Everything that the standard input holds, as text; bytes that are no text are read as they are. */
export async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  const text = decodeText(bytes)
  return typeof text === 'string' ? text : bytes.toString('latin1')
}
