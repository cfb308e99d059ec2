import { encodeText } from '../../body/charset.ts'
import { prepared, type Prepared } from '../../failure.ts'

/** Pairs as application/x-www-form-urlencoded, with their bytes in the charset of the content type. */
export async function formInCharset(
  pairs: readonly (readonly [string, string])[],
  contentType: string,
): Promise<Prepared<string>> {
  const written: string[] = []
  for (const pair of pairs) {
    const texts: string[] = []
    for (const text of pair) {
      const bytes = await encodeText(text, contentType)
      if (!bytes.ok) return bytes
      texts.push(Array.from(bytes.value, percentEncoded).join(''))
    }
    written.push(texts.join('='))
  }
  return prepared(written.join('&'))
}

/** URL standard, the application/x-www-form-urlencoded percent-encode set. */
function percentEncoded(byte: number): string {
  const character = String.fromCharCode(byte)
  if (byte === 0x20) return '+'
  return /[\w*.-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}
