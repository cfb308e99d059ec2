import { isList, isObject } from './is-json.ts'
import type { JsonObject, JsonValue } from './json-value.ts'

/** Whether two JSON values are the same by value: the order of keys does not count, the order of lists does. */
export function jsonEqual(left: JsonValue, right: JsonValue): boolean {
  if (isList(left)) return isList(right) && sameItems(left, right)
  if (isObject(left)) return isObject(right) && sameMembers(left, right)
  return left === right
}

function sameItems(left: readonly JsonValue[], right: readonly JsonValue[]): boolean {
  return left.length === right.length && left.every((item, index) => jsonEqual(item, right[index] ?? null))
}

function sameMembers(left: JsonObject, right: JsonObject): boolean {
  const keys = Object.keys(left)
  return (
    keys.length === Object.keys(right).length &&
    keys.every(key => Object.hasOwn(right, key) && jsonEqual(left[key] ?? null, right[key] ?? null))
  )
}
