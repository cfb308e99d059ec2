import { ExactNumber } from './exact-number.ts'
import { isCollection, isList, isObject } from './is-json.ts'
import type { JsonValue } from './json-value.ts'
import { mapValues } from './map-values.ts'

/** A value with the nearest double for each exact number; the same object comes back where there is none. */
export function plainNumbers(value: JsonValue): JsonValue {
  return holdsExactNumber(value) ? withDoubles(value) : value
}

function withDoubles(value: JsonValue): JsonValue {
  if (value instanceof ExactNumber) return Number(value)
  if (isList(value)) return value.map(withDoubles)
  return isObject(value) ? mapValues(value, withDoubles) : value
}

/** Whether a number with its digits stands anywhere in a value. */
export function holdsExactNumber(value: JsonValue): boolean {
  const waiting: JsonValue[] = [value]
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (part instanceof ExactNumber) return true
    if (isCollection(part)) for (const inner of Object.values<JsonValue>(part)) waiting.push(inner)
  }
  return false
}
