import type { HeaderList } from './exchange.ts'

/** The value of a header, whatever the case of its name; several lines are one list (RFC 9110, section 5.3). */
export function headerValue(headers: HeaderList, name: string): string | undefined {
  const wanted = name.toLowerCase()
  let found: string | undefined
  for (const [lineName, value] of headers)
    if (lineName.length === wanted.length && lineName.toLowerCase() === wanted)
      found = found === undefined ? value : `${found}, ${value}`
  return found
}
