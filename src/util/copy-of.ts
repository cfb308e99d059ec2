import { isList, isObject } from './is-json.ts'
import type { JsonValue } from './json-value.ts'
import { mapValues } from './map-values.ts'

/** A copy of a JSON value that shares no list and no object with it. */
export function copyOf(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(copyOf)
  return isObject(value) ? mapValues(value, copyOf) : value
}
