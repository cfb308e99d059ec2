import { ExactNumber } from './exact-number.ts'
import { isCollection, isList, isObject } from './is-json.ts'
import type { JsonValue } from './json-value.ts'
import { mapValues } from './map-values.ts'

/** A value with the nearest double for each exact number; the same object comes back where there is none. */
export function plainNumbers(value: JsonValue): JsonValue {
  return mapNumbers(value, Number)
}

/** A value with something else for each exact number; the same object comes back where there is none. */
export function mapNumbers(value: JsonValue, change: (number: ExactNumber) => JsonValue): JsonValue {
  return holdsExactNumber(value) ? changed(value, change) : value
}

function changed(value: JsonValue, change: (number: ExactNumber) => JsonValue): JsonValue {
  if (value instanceof ExactNumber) return change(value)
  if (isList(value)) return value.map(item => changed(item, change))
  return isObject(value) ? mapValues(value, item => changed(item, change)) : value
}

/** True where a number with its digits stands anywhere in a value. */
export function holdsExactNumber(value: JsonValue): boolean {
  const waiting: JsonValue[] = [value]
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (part instanceof ExactNumber) return true
    if (isCollection(part)) for (const inner of Object.values<JsonValue>(part)) waiting.push(inner)
  }
  return false
}
