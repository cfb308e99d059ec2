import { isObject } from './is-json.ts'
import type { JsonValue } from './json-value.ts'
import { mapping } from './read-values.ts'

/** A merge of JSON (RFC 7396): null removes a member. */
export function mergePatch(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isObject(patch)) return patch
  const merged = new Map(Object.entries(mapping(target)))
  for (const [name, value] of Object.entries(patch))
    if (value === null) merged.delete(name)
    else merged.set(name, mergePatch(merged.get(name), value))
  return Object.fromEntries(merged)
}
