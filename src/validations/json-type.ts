import type { JsonValue } from '../model/json.ts'
import { ExactNumber, isNumber, isWhole } from '../util/exact-number.ts'

/** A value's type in JSON's own words; a whole number is a `number` here. */
export function jsonType(value: JsonValue): string {
  if (value === null) return 'null'
  if (value instanceof ExactNumber) return 'number'
  return Array.isArray(value) ? 'array' : typeof value
}

/** True where a value is of the named type, where `integer` is a whole number such as 1 or 1.0. */
export function hasJsonType(value: JsonValue, type: JsonValue): boolean {
  return type === 'integer' ? isNumber(value) && isWhole(value) : jsonType(value) === type
}

const kinds: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
}

/** Names the type of a value, in a sentence: `an object`. */
export function kindOf(value: JsonValue): string {
  return kinds[jsonType(value)] ?? ''
}
