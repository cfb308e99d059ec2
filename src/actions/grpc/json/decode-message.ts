import type { Field, Type } from 'protobufjs'
import type { JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { mapValues } from '../../../util/map-values.ts'
import { type Prepared, unfit } from '../../failure.ts'
import { protobuf, protoJson } from '../protobuf.ts'
import { fullName } from '../schema/service-names.ts'
import { longTypes } from './long-types.ts'
import { wrapUnknownContents } from './unknown-contents.ts'
import { scalarType } from './wrapped-type.ts'

/** The canonical JSON of a message that came as bytes; `defaults` adds fields that have their default value. */
export function decodeMessage(type: Type, bytes: Uint8Array, defaults = false): Prepared<JsonValue> {
  const read = readMessage(type, bytes, defaults)
  if (read.ok) return read
  return unfit(
    `what the server sent is not a ${fullName(type)}: ${read.reason}`,
    'The schema may be of another version than the server.',
  )
}

/** The same of whoever sent it, or why it is none. */
export function readMessage(
  type: Type,
  bytes: Uint8Array,
  defaults: boolean,
): { readonly ok: true; readonly value: JsonValue } | { readonly ok: false; readonly reason: string } {
  try {
    const message = type.decode(bytes)
    wrapUnknownContents(type, message)
    return { ok: true, value: finishJson(type, protoJson.toJson(type, message) as JsonValue, defaults) }
  } catch (error) {
    return { ok: false, reason: (error as Error).message }
  }
}

/**
 * The JSON of a message with floats as short as they can be written (0.1 and not 0.10000000149011612) and, when asked for,
 * with fields that have their default value, which canonical JSON leaves out. Fields that know whether they are set
 * (messages, `optional`, members of a oneof) stay out.
 */
function finishJson(type: Type, value: JsonValue, defaults: boolean): JsonValue {
  if (!isObject(value) || type.fullName.startsWith('.google.protobuf.')) return value
  const entries = type.fieldsArray.flatMap((unresolved): readonly (readonly [string, JsonValue])[] => {
    const field = unresolved.resolve()
    const name = field.jsonName
    const item = Object.hasOwn(value, name) ? value[name] : undefined
    if (item !== undefined) return [[name, finishField(field, item, defaults)]]
    const initial = defaults ? defaultOf(field) : undefined
    return initial === undefined ? [] : [[name, initial]]
  })
  const known = new Set(entries.map(([name]) => name))
  const others = Object.entries(value).filter(([name]) => !known.has(name))
  return Object.fromEntries([...others, ...entries])
}

function finishField(field: Field, value: JsonValue, defaults: boolean): JsonValue {
  const one = (item: JsonValue): JsonValue => finishItem(field, item, defaults)
  if (field.map && isObject(value)) return mapValues(value, one)
  return field.repeated && isList(value) ? value.map(one) : one(value)
}

function finishItem(field: Field, value: JsonValue, defaults: boolean): JsonValue {
  if (typeof value === 'number' && scalarType(field) === 'float') return shortestFloat(value)
  return field.resolvedType instanceof protobuf.Type ? finishJson(field.resolvedType, value, defaults) : value
}

/** The shortest number that is the same float of 32 bits: nine digits are always enough. */
function shortestFloat(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return value
}

function defaultOf(field: Field): JsonValue | undefined {
  if (field.map) return {}
  if (field.repeated) return []
  if (field.hasPresence) return undefined
  if (field.resolvedType instanceof protobuf.Enum) return firstName(field.resolvedType.valuesById)
  if (field.resolvedType !== null) return undefined
  if (field.type === 'string' || field.type === 'bytes') return ''
  if (field.type === 'bool') return false
  return longTypes.has(field.type) ? '0' : 0
}

function firstName(valuesById: Readonly<Record<number, string>>): JsonValue {
  return valuesById[0] ?? 0
}
