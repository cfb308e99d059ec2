import { isList, isObject } from './is-json.ts'
import type { JsonValue } from './json-value.ts'

/** JSON of a value that is the same for the same value: keys are sorted. */
export function canonicalJson(value: JsonValue): string {
  return JSON.stringify(sorted(value))
}

function sorted(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(sorted)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  )
}
