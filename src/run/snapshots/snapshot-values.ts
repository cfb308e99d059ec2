import type { JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { type Numeric } from '../../util/exact-number.ts'

/**
 * The same value with every secret in it masked: in texts, in the names of members, and numbers, which become text then.
 * Undefined where two members would be one.
 */
export function masked(value: JsonValue, mask: (text: string) => string): JsonValue | undefined {
  if (isList(value)) {
    const items = value.map(item => masked(item, mask))
    return items.includes(undefined) ? undefined : (items as JsonValue[])
  }
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, member]) => [mask(name), masked(member, mask)] as const)
    const isLost = new Set(members.map(([name]) => name)).size < members.length
    return isLost || members.some(([, member]) => member === undefined)
      ? undefined
      : (Object.fromEntries(members) as JsonValue)
  }
  if (value === null || typeof value === 'boolean') return value
  const text = String(value)
  const hidden = mask(text)
  return hidden === text ? value : hidden
}

/** A value with its keys in the order of another one; what that has not comes behind. */
export function inOrderOf(value: JsonValue, before: JsonValue | undefined): JsonValue {
  if (isList(value))
    return value.map((item, index) =>
      inOrderOf(item, before !== undefined && isList(before) ? before[index] : undefined),
    )
  if (!isObject(value)) return value
  const known = isObject(before) ? before : {}
  const keys = new Set([
    ...Object.keys(known).filter(key => Object.hasOwn(value, key)),
    ...Object.keys(value),
  ])
  return Object.fromEntries(
    [...keys].map(key => [
      key,
      inOrderOf(value[key] ?? null, Object.hasOwn(known, key) ? known[key] : undefined),
    ]),
  )
}

/** True where numbers have the same digits: to a snapshot, 1.10 is another value than 1.1. */
export function areSpeltAlike(left: Numeric, right: Numeric): boolean {
  return String(left) === String(right)
}
