import type { JsonValue } from '../model/json.ts'
import { literalPattern } from '../patterns/index.ts'
import { isNumber } from '../util/exact-number.ts'

/** Ways to write a day, each with the pattern of all days. */
function spellings(day: Date): readonly (readonly [text: string, pattern: string])[] {
  const [year = '', month = '', date = ''] = day.toISOString().slice(0, 10).split('-')
  const of = (text: string): readonly [string, string] => [
    text,
    literalPattern(text).replace(/\d/g, String.raw`\d`),
  ]
  const parts = [
    [year, month, date],
    [date, month, year],
    [month, date, year],
  ]
  return ['-', '.', '/'].flatMap(separator => parts.map(one => of(one.join(separator))))
}

/**
 * The marker for a value that tells one of these days, or is its year; undefined for another value. All that is recorded
 * in one day has the same, and none of the next has.
 */
export function markerOfDay(value: JsonValue, days: readonly Date[]): string | undefined {
  const years = days.map(day => String(day.getUTCFullYear()))
  if (isNumber(value)) return years.includes(String(value)) ? '<integer>' : undefined
  if (typeof value !== 'string') return undefined
  if (years.includes(value)) return String.raw`<regex:^\d{4}$>`
  for (const [text, pattern] of days.flatMap(spellings)) {
    if (!value.includes(text)) continue
    if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(value)) return '<date-time>'
    const literal = value.split(text).map(literalPattern).join(pattern)
    return `<regex:^${literal.replaceAll('{{', String.raw`\{\{`)}$>`
  }
  return undefined
}
