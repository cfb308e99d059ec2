import type { JsonValue } from '../model/json.ts'

/** A value's type in JSON's own words; a whole number is a `number` here. */
export function jsonType(value: JsonValue): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** Whether a value is of the named type, where `integer` is a whole number such as 1 or 1.0. */
export function hasJsonType(value: JsonValue, type: JsonValue): boolean {
  return type === 'integer' ? Number.isInteger(value) : jsonType(value) === type
}
