import { isUtf8 } from 'node:buffer'
import type { HeaderList } from '../../../model/exchange.ts'

/** Names and values in turn, with a byte in each character, as pairs of texts. */
export function headerListOf(lines: readonly string[]): HeaderList {
  const list: [string, string][] = []
  for (let index = 0; index + 1 < lines.length; index += 2)
    list.push([headerText(lines[index] ?? ''), headerText(lines[index + 1] ?? '')])
  return list
}

/**
 * Reads a header that was received, with a byte in each character, by the rule for one that is sent: as UTF-8, or,
 * where it is none, as ISO-8859-1.
 */
export function headerText(text: string): string {
  if (!beyondAscii.test(text)) return text
  const bytes = Buffer.from(text, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : text
}

/**
 * Names and values in turn with a byte in each character, as they are written: text beyond ASCII as UTF-8, which is what curl
 * sends and most servers read (RFC 9110 section 5.5 leaves it open).
 */
export function headerBytes(lines: readonly string[]): string[] {
  return lines.map(bytesOf)
}

/** The same of one text. */
export function bytesOf(text: string): string {
  return beyondAscii.test(text) ? Buffer.from(text).toString('latin1') : text
}

const beyondAscii = /[^\0-\x7f]/
