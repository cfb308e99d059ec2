import type { HeaderList } from './exchange.ts'

/** The value of a header, whatever the case of its name; several lines are one list (RFC 9110, section 5.3). */
export function headerValue(headers: HeaderList, name: string): string | undefined {
  const wanted = name.toLowerCase()
  let found: string | undefined
  // Asked of every answer: taking each line apart would take longer than comparing its name.
  for (let index = 0; index < headers.length; index++) {
    const line = headers[index] as HeaderList[number]
    if (line[0].length === wanted.length && line[0].toLowerCase() === wanted)
      found = found === undefined ? line[1] : `${found}, ${line[1]}`
  }
  return found
}
