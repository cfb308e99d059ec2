import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { memberAt, objectAt } from './parts.ts'

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** A collection of version 2.0 as one of 2.1: the parameters of an authentication are a list there. */
export function modernDocument(document: JsonObject): JsonObject {
  const info = memberAt(document, 'info')
  const told =
    isObject(info) && String(info['schema']).includes('/v2.0.0/') ? { info: { ...info, schema } } : {}
  return modernGroup({ ...document, ...told })
}

function modernGroup(group: JsonObject): JsonObject {
  const items = memberAt(group, 'item')
  return {
    ...withAuth(group),
    ...(items !== undefined && Array.isArray(items)
      ? { item: (items as readonly JsonValue[]).map(modernItem) }
      : {}),
  }
}

function modernItem(item: JsonValue): JsonValue {
  if (!isObject(item)) return item
  const request = memberAt(item, 'request')
  return isObject(request) ? { ...item, request: withAuth(request) } : modernGroup(item)
}

function withAuth(owner: JsonObject): JsonObject {
  const auth = memberAt(owner, 'auth')
  return isObject(auth) ? { ...owner, auth: modernAuth(auth) } : owner
}

function modernAuth(auth: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(auth).map(([kind, parameters]) =>
      isObject(parameters) && !isList(parameters)
        ? [
            kind,
            Object.entries(objectAt(auth, kind)).map(([key, value]) => ({ key, value, type: typeOf(value) })),
          ]
        : [kind, parameters],
    ),
  )
}

function typeOf(value: JsonValue): string {
  return typeof value === 'string' || typeof value === 'boolean' ? typeof value : 'any'
}
