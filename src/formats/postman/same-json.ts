import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { jsonEqual } from '../../util/json-equal.ts'

/** Keys that name a thing for Postman's own storage, and say nothing of it. */
const identifiers = new Set(['id', '_postman_id', 'uid', '_uid'])

/** Whether two parts of a collection say the same: null, nothing and what holds nothing are the same, ids do not count. */
export function saysTheSame(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  return jsonEqual(bare(left) ?? null, bare(right) ?? null)
}

function bare(value: JsonValue | undefined): JsonValue | undefined {
  if (value === undefined || value === null) return undefined
  if (isList(value)) return value.length === 0 ? undefined : value.map(item => bare(item) ?? null)
  if (!isObject(value)) return value
  const members = Object.entries(value).flatMap(([key, member]) => {
    const kept = isIdentifier(key, value) ? undefined : bare(member)
    return kept === undefined ? [] : [[key, kept] as const]
  })
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

/** In old collections `id` is the name of a variable, where there is no `key`. */
function isIdentifier(key: string, object: JsonObject): boolean {
  return identifiers.has(key) && !(key === 'id' && 'value' in object && !('key' in object))
}
