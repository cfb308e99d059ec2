import { ExactNumber, plainNumber, writeJson } from './exact-number.ts'
import { isList, isObject } from './is-json.ts'
import type { JsonValue } from './json-value.ts'

/** JSON of a value that is the same for the same value: keys are sorted, and a number has one spelling. */
export function canonicalJson(value: JsonValue): string {
  return writeJson(sorted(value))
}

function sorted(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(sorted)
  if (value instanceof ExactNumber) return plainNumber(value)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  )
}
