import type { JsonValue } from '../model/json.ts'
import { ExactNumber } from '../util/exact-number.ts'
import { isList, isObject } from '../util/is-json.ts'
import { holdsExactNumber } from '../util/plain-numbers.ts'

/** Keys whose numbers go out as they are written. */
const written = new Set(['variables', 'secrets', 'set', 'headers', 'query', 'form', 'multipart'])
/** Keys whose numbers are those of JSON. */
const valued = new Set(['json', 'graphql', 'validations'])

/**
 * A part of a collection as JSON can hold it: a number that JSON spells otherwise, such as `01234`, is a text where it goes out
 * as it is written. The same object comes back where there is none.
 */
export function withKeptDigits<Part>(part: Part): Part {
  const value = part as JsonValue
  return holdsExactNumber(value) ? (kept(value, false) as Part) : part
}

function kept(value: JsonValue, isWritten: boolean): JsonValue {
  if (value instanceof ExactNumber) return isWritten && value.text !== value.json ? value.text : value
  if (isList(value)) return value.map(item => kept(item, isWritten))
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, inner]) => {
    const isValue = !isWritten && valued.has(key)
    return [key, isValue ? inner : kept(inner, isWritten || written.has(key))] as const
  })
  return Object.fromEntries(entries)
}
