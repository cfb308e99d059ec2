import type { Kept } from '../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { memberAt } from './parts.ts'
import { saysTheSame } from './same-json.ts'

/**
 * What of an original has to be kept, because writing it anew would give something else: member by member, null for one
 * that the original does not have. A member `request` is compared by its own members.
 */
export function keptParts(original: JsonObject, written: JsonObject, left: ReadonlySet<string>): JsonObject {
  const keys = new Set([...Object.keys(original), ...Object.keys(written)])
  return Object.fromEntries(
    [...keys].sort().flatMap((key): [string, JsonValue][] => {
      const before = memberAt(original, key)
      const after = memberAt(written, key)
      if (left.has(key) || saysTheSame(before, after)) return []
      if (key === 'request' && isObject(before) && isObject(after))
        return [[key, keptParts(before, after, none)]]
      return [[key, before ?? null]]
    }),
  )
}

const none: ReadonlySet<string> = new Set()

/** `kept` of a part of a collection; absent when there is nothing to keep. */
export function keptAs(parts: JsonObject): { readonly kept?: Kept } {
  return Object.keys(parts).length === 0 ? {} : { kept: { postman: parts } }
}

/** How to find out whether a kept part still says what was saved. */
export interface Meaning {
  /** What was saved, in words of the suite language. */
  readonly saved: JsonObject
  /** Reads a part of a collection into those words. */
  readonly read: (part: JsonObject) => JsonObject
}

/**
 * What was written anew, with the kept parts in their places again. A kept part counts as long as reading it gives what
 * was saved, or the same as reading what was written in its place, so that changes made since win.
 */
export function restored(written: JsonObject, kept: Kept | undefined, { saved, read }: Meaning): JsonObject {
  const parts = kept?.['postman']
  if (!isObject(parts)) return written
  const anew = read(written)
  const counts = (candidate: JsonObject): boolean => {
    const meaning = read(candidate)
    return [...new Set([...Object.keys(meaning), ...Object.keys(anew)])].every(key =>
      [saved, anew].some(other => jsonEqual(memberAt(meaning, key) ?? null, memberAt(other, key) ?? null)),
    )
  }
  const whole = partsOf(parts).reduce(withPart, written)
  if (counts(whole)) return whole
  return partsOf(parts).reduce((item, part) => {
    const candidate = withPart(item, part)
    return counts(candidate) ? candidate : item
  }, written)
}

/** One kept member, and the way to it. */
interface Part {
  readonly path: readonly [string] | readonly ['request', string]
  readonly value: JsonValue
}

function partsOf(parts: JsonObject): readonly Part[] {
  return Object.entries(parts).flatMap(([key, value]): Part[] =>
    key === 'request' && isObject(value)
      ? Object.entries(value).map(([inner, member]) => ({ path: ['request', inner], value: member }))
      : [{ path: [key], value }],
  )
}

function withPart(item: JsonObject, { path: [key, inner], value }: Part): JsonObject {
  if (inner === undefined) return withMember(item, key, value)
  const request = memberAt(item, 'request')
  return isObject(request) ? { ...item, request: withMember(request, inner, value) } : item
}

/** The object with another member in its place; null takes it away. */
function withMember(object: JsonObject, key: string, value: JsonValue): JsonObject {
  const members = Object.entries(object).flatMap(([name, member]): [string, JsonValue][] =>
    name !== key ? [[name, member]] : value === null ? [] : [[name, value]],
  )
  return Object.fromEntries(
    Object.hasOwn(object, key) || value === null ? members : [...members, [key, value]],
  )
}
