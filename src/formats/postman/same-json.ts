import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'

/** Keys that name a thing for Postman's own storage, and say nothing of it. */
const identifiers = new Set(['id', '_postman_id', 'uid', '_uid'])

/**
 * Whether two parts of a collection say the same: null, nothing and what holds nothing are the same, ids do not count.
 * Nothing is copied, because every part of a collection comes by here.
 */
export function saysTheSame(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === right) return true
  if (saysNothing(left) || saysNothing(right)) return saysNothing(left) && saysNothing(right)
  if (left === undefined || right === undefined) return false
  if (isList(left)) return isList(right) && sameItems(left, right)
  return isObject(left) && isObject(right) && sameMembers(left, right)
}

/** Null, nothing, and what holds nothing but such things; an item of a list counts whatever it is. */
function saysNothing(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) return true
  if (isList(value)) return value.length === 0
  if (!isObject(value)) return false
  return Object.keys(value).every(key => isIdentifier(key, value) || saysNothing(value[key]))
}

function sameItems(left: readonly JsonValue[], right: readonly JsonValue[]): boolean {
  return left.length === right.length && left.every((item, index) => saysTheSame(item, right[index]))
}

function sameMembers(left: JsonObject, right: JsonObject): boolean {
  const isSame = (key: string): boolean => saysTheSame(counting(left, key), counting(right, key))
  return (
    Object.keys(left).every(isSame) &&
    Object.keys(right).every(key => Object.hasOwn(left, key) || isSame(key))
  )
}

/** A member, unless it is missing or only an identifier. */
function counting(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) && !isIdentifier(key, object) ? object[key] : undefined
}

/** In old collections `id` is the name of a variable, where there is no `key`. */
function isIdentifier(key: string, object: JsonObject): boolean {
  return identifiers.has(key) && !(key === 'id' && 'value' in object && !('key' in object))
}
