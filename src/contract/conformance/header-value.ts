import type { HeaderList } from '../../model/exchange.ts'

/** The value of a header, whatever the case of its name; several lines are one list (RFC 9110, section 5.3). */
export function headerValue(headers: HeaderList, name: string): string | undefined {
  const wanted = name.toLowerCase()
  const values = headers.filter(([own]) => own.toLowerCase() === wanted).map(([, value]) => value)
  return values.length === 0 ? undefined : values.join(', ')
}
