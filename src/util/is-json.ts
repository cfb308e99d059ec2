import { ExactNumber } from './exact-number.ts'
import type { JsonObject, JsonValue } from './json-value.ts'

/** True where a JSON value is a list. */
export function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/** True where a JSON value has parts: a list or an object. */
export function isCollection(value: unknown): value is readonly JsonValue[] | JsonObject {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber)
}

/** True where a value of a document is an object (a mapping), neither a list nor null nor a number with its digits. */
export function isObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  )
}
