import type { Field, Type } from 'protobufjs'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { protobuf } from '../protobuf.ts'
import { scalarType } from './wrapped-type.ts'
import { writeJson } from '../../../util/exact-number.ts'

/**
 * A value in the JSON of a message that would not arrive as it was meant: bytes that are not base64, the contents of an `Any`
 * that does not say what they are; or a required field that is missing.
 * Undefined when there is none; what else may be wrong is for protobufjs to find.
 */
export function lossyValue(type: Type, value: JsonValue): { reason: string; hint: string } | undefined {
  if (type.fullName === '.google.protobuf.Any' && isObject(value)) return lossyAny(type, value)
  if (!isObject(value) || isWellKnown(type)) return undefined
  const missing = type.fieldsArray.find(field => field.required && !isGiven(field, value))
  if (missing !== undefined)
    return {
      reason: `${missing.fullName}: this field is required, and missing`,
      hint: 'The schema says so (proto2, `required`): without it a message can be neither written nor read.',
    }
  for (const [key, item] of Object.entries(value)) {
    const field = fieldOf(type, key)
    const problem = field === undefined ? undefined : lossyIn(field, item)
    if (problem !== undefined) return problem
  }
  return undefined
}

function lossyAny({ fullName, root }: Type, value: JsonObject): ReturnType<typeof lossyValue> {
  const { '@type': url, ...contents } = value
  if (url === undefined && Object.keys(contents).length > 0)
    return {
      reason: `${fullName}: ${writeJson(contents)} without "@type" would be lost`,
      hint: 'Say what it is, as { "@type": "type.googleapis.com/shop.v1.Order", "id": 7 }.',
    }
  const name = typeof url === 'string' ? url.slice(url.lastIndexOf('/') + 1) : ''
  const inner = name === '' ? null : root.lookup(name, [protobuf.Type])
  if (!(inner instanceof protobuf.Type)) return undefined
  return lossyValue(inner, isWellKnown(inner) ? (contents['value'] ?? null) : contents)
}

/** The field of a JSON key. */
function fieldOf(type: Type, key: string): Field | undefined {
  return type.fieldsArray.find(field => keysOf(field).includes(key))?.resolve()
}

/** Lists the keys that JSON may have for a field: its JSON name, or its own. */
function keysOf({ name, jsonName, protoName }: Field): readonly string[] {
  return [name, jsonName, protoName]
}

function isGiven(field: Field, value: JsonObject): boolean {
  return keysOf(field).some(key => Object.hasOwn(value, key) && value[key] !== null)
}

/** True where the JSON of a message is of a form of its own. */
export function isWellKnown({ fullName }: Type): boolean {
  return fullName.startsWith('.google.protobuf.')
}

function lossyIn(field: Field, value: JsonValue): ReturnType<typeof lossyValue> {
  for (const item of itemsOf(field, value)) {
    const problem =
      lossyScalar(field, item) ??
      (field.resolvedType instanceof protobuf.Type ? lossyValue(field.resolvedType, item) : undefined)
    if (problem !== undefined) return problem
  }
  return undefined
}

function itemsOf(field: Field, value: JsonValue): readonly JsonValue[] {
  if (field.map) return isObject(value) ? Object.values(value) : []
  if (field.repeated) return isList(value) ? value : []
  return [value]
}

function lossyScalar(field: Field, value: JsonValue): ReturnType<typeof lossyValue> {
  const type = scalarType(field)
  if (type === 'bytes' && typeof value === 'string' && !base64.test(value))
    return {
      reason: `${field.fullName}: not base64: ${JSON.stringify(value)}`,
      hint: `Bytes are written in base64, here perhaps "${Buffer.from(value).toString('base64')}".`,
    }
  return undefined
}

/** Both alphabets of RFC 4648, with or without the padding. */
const base64 = /^(?:[\w+/-]{4})*(?:[\w+/-]{2}(?:==)?|[\w+/-]{3}=?)?$/
