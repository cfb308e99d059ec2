import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { memberAt, objectAt, textAt } from './parts.ts'

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/**
 * A collection as version 2.1 has it: with its name in `info`, which is that of the file when it has none, and with the
 * parameters of an authentication in a list, which are an object in version 2.0.
 */
export function modernDocument(document: JsonObject, file: string): JsonObject {
  const info = objectAt(document, 'info')
  const name = textAt(info, 'name') ?? textAt(document, 'name') ?? nameOfFile(file)
  const version = memberAt(info, 'schema')
  const isModern = typeof version === 'string' && !version.includes('/v2.0.0/')
  return modernGroup({ ...document, info: { ...info, name, schema: isModern ? version : schema } })
}

function nameOfFile(file: string): string {
  const name = file.split(/[\\/]/).at(-1) ?? ''
  return name.replace(/(\.postman_(collection|environment|globals))?\.json$/i, '')
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
