import type { HeaderList } from '../../../model/exchange.ts'

/** Header lines as pairs; the bytes of names and values are taken as ISO-8859-1 (RFC 9110 section 5.5). */
export function headerList(lines: readonly Buffer[]): HeaderList {
  const list: [string, string][] = []
  for (let index = 0; index + 1 < lines.length; index += 2)
    list.push([lines[index]?.toString('latin1') ?? '', lines[index + 1]?.toString('latin1') ?? ''])
  return list
}
