import type { JsonObject, JsonValue } from './json-value.ts'

/** Whether a JSON value is a list. */
export function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/** Whether a value of a document is an object (a mapping), neither a list nor null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
