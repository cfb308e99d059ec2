import type { JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'

/** What the generator is asked for at most, by keyword. It makes any number, and cannot be stopped. */
const most: ReadonlyMap<string, number> = new Map([
  ['minLength', 100_000],
  ['minItems', 1000],
  ['minProperties', 1000],
])

/** Characters that a pattern may ask for, by its largest counts multiplied. */
const longestPattern = 1_000_000

/** Whether a schema asks anywhere for so long a text or list that making one would not end in sensible time. */
export function asksForTooMuch(schema: JsonValue): boolean {
  if (isList(schema)) return schema.some(asksForTooMuch)
  if (!isObject(schema)) return false
  return Object.entries(schema).some(([keyword, value]) => {
    if (typeof value === 'number') return value > (most.get(keyword) ?? Infinity)
    if (keyword === 'pattern' && typeof value === 'string') return isLongPattern(value)
    return asksForTooMuch(value)
  })
}

/** `(a{1000}){1000}` asks for a million characters, `a{5}` for five. */
function isLongPattern(pattern: string): boolean {
  const counts = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)]
  return (
    counts.reduce((product, [, least, highest]) => product * Number(highest || least || 1), 1) >
    longestPattern
  )
}
