import { ExactNumber, isNumber, type Numeric, sameNumber } from './exact-number.ts'
import { isList, isObject } from './is-json.ts'
import type { JsonObject, JsonValue } from './json-value.ts'

/** When two numbers are the same. */
type SameNumber = (left: Numeric, right: Numeric) => boolean

/**
 * True where two JSON values are the same by value: the order of keys does not count, the order of lists does. Numbers
 * are the same by value as well, `12.0` and `12.00`, by default.
 */
export function jsonEqual(left: JsonValue, right: JsonValue, isSame: SameNumber = sameNumber): boolean {
  if (left === right) return true
  if (isList(left)) return isList(right) && sameItems(left, right, isSame)
  if (isObject(left)) return isObject(right) && sameMembers(left, right, isSame)
  const isExact = left instanceof ExactNumber || right instanceof ExactNumber
  return isExact && isNumber(left) && isNumber(right) && isSame(left, right)
}

function sameItems(left: readonly JsonValue[], right: readonly JsonValue[], isSame: SameNumber): boolean {
  return (
    left.length === right.length && left.every((item, index) => jsonEqual(item, right[index] ?? null, isSame))
  )
}

function sameMembers(left: JsonObject, right: JsonObject, isSame: SameNumber): boolean {
  const keys = Object.keys(left)
  return (
    keys.length === Object.keys(right).length &&
    keys.every(key => Object.hasOwn(right, key) && jsonEqual(left[key] ?? null, right[key] ?? null, isSame))
  )
}
