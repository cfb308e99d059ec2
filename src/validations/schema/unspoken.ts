import type { JsonObject, JsonValue } from '../../model/json.ts'
import { escapePointerPart } from '../../util/json-pointer.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { typesSpokenOf } from '../../util/schema-words.ts'
import { hasJsonType, kindOf } from '../json-type.ts'
import { localTarget } from './local-target.ts'
import type { SchemaMessage } from './schema-message.ts'

/** References that lead from one to the other without going into the document. */
const mostReferences = 20

/**
 * A value of a valid document of which its schema says nothing, since all of its words are about other types: `required` of a
 * list, `items` of an object. It would pass whatever it is.
 */
export function unspoken(schema: JsonValue, document: JsonValue): SchemaMessage | undefined {
  return isObject(schema) ? find(schema, document, { root: schema, pointer: '', references: 0 }) : undefined
}

interface Place {
  readonly root: JsonObject
  readonly pointer: string
  readonly references: number
}

function find(schema: JsonValue | undefined, value: JsonValue, place: Place): SchemaMessage | undefined {
  if (schema === undefined || !isObject(schema)) return undefined
  const { root, pointer, references } = place
  const { $ref: reference } = schema
  if (typeof reference === 'string')
    return references < mostReferences
      ? find(localTarget(reference, root), value, { ...place, references: references + 1 })
      : undefined
  const types = typesSpokenOf(schema)
  const isSpokenOf = types.length === 0 || types.some(type => hasJsonType(value, type))
  // A null inside of a document may well be left open.
  if (isSpokenOf || (value === null && pointer !== '')) return inside(schema, value, place)
  return {
    pointer: pointer === '' ? '/' : pointer,
    message: `is ${kindOf(value)}, of which the schema says nothing: add \`type: ${types[0] ?? ''}\``,
  }
}

function inside(schema: JsonObject, value: JsonValue, place: Place): SchemaMessage | undefined {
  if (!isList(value) && !isObject(value)) return undefined
  const { properties, items, prefixItems } = schema
  const members = isObject(properties ?? null) ? (properties as JsonObject) : {}
  for (const [key, member] of Object.entries(value)) {
    const part = isList(value)
      ? isList(prefixItems ?? null)
        ? (prefixItems as readonly JsonValue[])[Number(key)]
        : items
      : Object.hasOwn(members, key)
        ? members[key]
        : undefined
    if (part === undefined) continue
    const found = find(part, member, {
      ...place,
      pointer: `${place.pointer}/${escapePointerPart(key)}`,
      references: 0,
    })
    if (found !== undefined) return found
  }
  return undefined
}
