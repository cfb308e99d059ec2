import { isUtf8 } from 'node:buffer'
import type { HeaderList } from '../../../model/exchange.ts'

/** Header lines as pairs. */
export function headerList(lines: readonly Buffer[]): HeaderList {
  const list: [string, string][] = []
  for (let index = 0; index + 1 < lines.length; index += 2)
    list.push([textOf(lines[index]), textOf(lines[index + 1])])
  return list
}

/** The same of texts that hold a byte in each character, as node:http gives them. */
export function headerListOf(lines: readonly string[]): HeaderList {
  return headerList(lines.map(text => Buffer.from(text, 'latin1')))
}

/**
 * Names and values in turn with a byte in each character, as undici and Node write them: text beyond ASCII as UTF-8, which
 * is what curl sends and most servers read (RFC 9110 section 5.5 leaves it open).
 */
export function headerBytes(lines: readonly string[]): string[] {
  return lines.map(text => (beyondAscii.test(text) ? Buffer.from(text).toString('latin1') : text))
}

const beyondAscii = /[^\0-\x7f]/

/** What comes back is read as what is sent: as UTF-8, or, where it is none, as ISO-8859-1. */
function textOf(bytes: Buffer | undefined): string {
  const text = bytes?.toString('latin1') ?? ''
  return bytes !== undefined && beyondAscii.test(text) && isUtf8(bytes) ? bytes.toString() : text
}
