import { isDeepStrictEqual } from 'node:util'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { modernDocument } from '../modern-document.ts'
import { listAt, memberAt, textAt } from '../parts.ts'
import { requestOf } from '../read/read-request.ts'

/** Ids that only Postman's own storage needs, and places for what is no more than empty. */
const ignored = new Set(['id', '_postman_id', 'uid', '_exporter_id', '_postman_isSubFolder'])

/** The fields in which two collections differ, item by item: `Shop / List: url {…} for {…}`. */
export function differences(left: JsonObject, right: JsonObject): readonly string[] {
  const before = flat(modernDocument(left, ''))
  const after = flat(modernDocument(right, ''))
  if (before.length !== after.length) return [`${after.length} items for ${before.length}`]
  return before.flatMap((item, index) => ofItem(item, after[index] ?? item))
}

interface PlacedItem {
  readonly way: string
  readonly fields: JsonObject
}

/** The collection itself, its folders and its requests, with their fields; a request that is a text is its URL. */
function flat(group: JsonObject, way: readonly string[] = []): readonly PlacedItem[] {
  const { item: _, request: __, ...own } = group
  const isRequest = !Array.isArray(group['item'])
  const fields = isRequest ? { ...own, ...prefixed({ method: 'GET', ...requestOf(group) }) } : own
  const below = listAt(group, 'item').filter(isObject)
  const name = textAt(group, 'name') ?? ''
  return [{ way: [...way, name].join(' / '), fields }, ...below.flatMap(item => flat(item, [...way, name]))]
}

function prefixed(request: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(request).map(([key, value]) => [`request.${key}`, value]))
}

function ofItem(left: PlacedItem, right: PlacedItem): readonly string[] {
  const fields = new Set([...Object.keys(left.fields), ...Object.keys(right.fields)])
  return [...fields].flatMap(field => {
    const [before, after] = [left, right].map(item => bare(memberAt(item.fields, field)))
    if (ignored.has(field) || isDeepStrictEqual(before, after)) return []
    return [`${left.way}: ${field} ${JSON.stringify(after)} for ${JSON.stringify(before)}`]
  })
}

/** A value without ids, and without what is null or empty, which says as little as nothing. */
function bare(value: JsonValue | undefined): JsonValue | undefined {
  if (value === undefined || value === null) return undefined
  if (isList(value)) return value.length === 0 ? undefined : value.map(item => bare(item) ?? null)
  if (!isObject(value)) return value
  const isVariable = 'value' in value && !('key' in value)
  const members = Object.entries(value).flatMap(([key, member]) => {
    const inner = ignored.has(key) && !isVariable ? undefined : bare(member)
    return inner === undefined ? [] : [[key, inner] as const]
  })
  return members.length === 0 ? undefined : Object.fromEntries(members)
}
