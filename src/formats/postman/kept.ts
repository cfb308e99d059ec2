import type { Kept } from '../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { list, mapping } from '../../util/read-values.ts'
import { memberAt } from './parts.ts'
import { amendedPart } from './write/amend-parts.ts'

/** Members that are compared by their own members, so that not all of them need to be kept. */
const divided = new Set(['request', 'body'])

/**
 * The parts of an original that have to be kept, because writing them anew would give something else: member by member,
 * null for one that the original does not have. `left` are members that are left out.
 */
export function keptParts(original: JsonObject, written: JsonObject, left?: ReadonlySet<string>): JsonObject {
  const keys = Object.keys(original).concat(Object.keys(written).filter(key => !Object.hasOwn(original, key)))
  const others = keys.filter(
    key => left?.has(key) !== true && !isSame(key, memberAt(original, key), memberAt(written, key)),
  )
  return Object.fromEntries(others.sort().map(key => [key, keptPart(key, original, written)]))
}

function keptPart(key: string, original: JsonObject, written: JsonObject): JsonValue {
  const before = memberAt(original, key)
  const after = memberAt(written, key)
  if (!divided.has(key) || !isObject(before)) return before ?? null
  return isObject(after) ? keptParts(before, after) : withoutNull(before)
}

/** Postman itself writes empty behaviours, with a meaning that only it may know. */
function isSame(key: string, before: JsonValue | undefined, after: JsonValue | undefined): boolean {
  return key === 'protocolProfileBehavior'
    ? jsonEqual(before ?? null, after ?? null)
    : saysTheSame(before, after)
}

/** Null would take a member away. */
function withoutNull(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null))
}

/**
 * True where two parts of a collection say the same: null, nothing and what holds nothing are the same, ids do not count.
 * Nothing is copied, because every part of a collection is compared.
 */
function saysTheSame(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === right) return true
  if (saysNothing(left) || saysNothing(right)) return saysNothing(left) && saysNothing(right)
  if (left === undefined || right === undefined) return false
  if (isList(left)) return isList(right) && sameItems(left, right)
  return isObject(left) && isObject(right) && sameMembers(left, right)
}

/** Keys that name a thing for Postman's own storage, and say nothing of it. */
const identifiers = new Set(['id', '_postman_id', 'uid', '_uid'])

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

/** `kept` of a part of a collection; absent when there is nothing to keep. */
export function keptAs(parts: JsonObject): { readonly kept?: Kept } {
  return Object.keys(parts).length === 0 ? {} : { kept: { postman: parts } }
}

/** How to find out whether a kept part still says what was saved. */
export interface Meaning {
  /** The saved item, in words of the suite language. */
  readonly saved: JsonObject
  /** Reads a part of a collection into those words. */
  readonly read: (part: JsonObject) => JsonObject
  /** A part whose scripts say what was saved, where those that it has do not. */
  readonly amend?: (part: JsonObject) => JsonObject
}

/**
 * The item written anew, with the kept parts in their places again. A kept part counts as long as reading it gives the
 * saved value, or the same as reading the part that was written in its place, so that changes made since win.
 */
export function restored(
  written: JsonObject,
  kept: Kept | undefined,
  { saved, read, amend }: Meaning,
): JsonObject {
  const parts = kept?.['postman']
  if (!isObject(parts)) return written
  const anew = read(written)
  const counts = (
    candidate: JsonObject,
    base = anew,
    plain = (one: JsonObject): JsonObject => one,
  ): boolean => {
    const [meaning, ...others] = [read(candidate), saved, anew, base].map(plain)
    return [...new Set([meaning, anew].flatMap(one => Object.keys(one ?? {})))].every(key =>
      others.some(other => jsonEqual(memberAt(meaning, key) ?? null, memberAt(other, key) ?? null)),
    )
  }
  const whole = partsOf(parts).reduce(withPart, written)
  if (counts(whole)) return whole
  return partsOf(parts).reduce((item, part) => {
    const { path, value } = part
    const base = read(item)
    const candidate = withPart(item, part)
    if (counts(candidate, base)) return candidate
    if (path[0] === 'event') {
      const amended = amend?.(candidate)
      return amended !== undefined && counts(amended, base, inAnyOrder) ? amended : item
    }
    const now = path.reduce<JsonValue | undefined>((inside, key) => memberAt(inside, key), item)
    const amended = amendedPart(path.at(-1) ?? '', value, now)
    const changed = amended === undefined ? item : withPart(item, { path, value: amended })
    return counts(changed, base) ? changed : item
  }, written)
}

/** A meaning without the order of its checks, and the number of its scripts. */
function inAnyOrder({ scripts: _, validations, settings, ...others }: JsonObject): JsonObject {
  const { scripts: __, ...own } = mapping(settings)
  const textOf = (one: JsonValue): string => JSON.stringify(Object.entries(mapping(one)).sort())
  const checks = list(validations).toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1))
  return { ...others, settings: own, validations: checks }
}

/** One kept member, and the way to it. */
interface Part {
  readonly path: readonly string[]
  readonly value: JsonValue
}

function partsOf(parts: JsonObject, path: readonly string[] = []): readonly Part[] {
  return Object.entries(parts).flatMap(([key, value]): readonly Part[] =>
    divided.has(key) && isObject(value) ? partsOf(value, [...path, key]) : [{ path: [...path, key], value }],
  )
}

/** The object with another member in its place; null takes it away. */
function withPart(object: JsonObject, { path: [key = '', ...rest], value }: Part): JsonObject {
  const old = memberAt(object, key)
  const member = rest.length === 0 ? value : withPart(isObject(old) ? old : {}, { path: rest, value })
  const members = Object.entries(object).flatMap(([name, other]): [string, JsonValue][] =>
    name !== key ? [[name, other]] : member === null ? [] : [[name, member]],
  )
  return Object.fromEntries(
    Object.hasOwn(object, key) || member === null ? members : [...members, [key, member]],
  )
}
