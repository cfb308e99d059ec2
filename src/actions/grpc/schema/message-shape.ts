import type { Field, Type } from 'protobufjs'
import type { JsonObject } from '../../../model/json.ts'
import { isWellKnown } from '../json/lossy-value.ts'
import { longTypes } from '../json/long-types.ts'
import { protobuf } from '../protobuf.ts'

/** The JSON Schema of the JSON of a message; with `defaults` fields that have their default value are there, too. */
export function messageShape(type: Type, defaults: boolean, around: readonly Type[] = []): JsonObject {
  if (texts.has(type.fullName)) return { type: 'string' }
  if (isWellKnown(type) || around.includes(type)) return {}
  const fields = type.fieldsArray.map(field => field.resolve())
  const always = fields.filter(field => field.required || (defaults && hasDefault(field)))
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(field => [field.jsonName, fieldShape(field, defaults, [...around, type])]),
    ),
    required: always.map(({ jsonName }) => jsonName),
    additionalProperties: false,
  }
}

const texts = new Set(['Timestamp', 'Duration', 'FieldMask'].map(name => `.google.protobuf.${name}`))

/** Fields that know whether they are set stay out. */
function hasDefault({ map, repeated, hasPresence, resolvedType }: Field): boolean {
  return map || repeated || !(hasPresence || resolvedType instanceof protobuf.Type)
}

function fieldShape(field: Field, defaults: boolean, around: readonly Type[]): JsonObject {
  const { resolvedType, type } = field
  const one =
    resolvedType instanceof protobuf.Type
      ? messageShape(resolvedType, defaults, around)
      : resolvedType === null
        ? scalarShape(type)
        : ofEnum
  if (field.map) return { type: 'object', additionalProperties: one }
  return field.repeated ? { type: 'array', items: one } : one
}

/** A number that the schema has no name for may come, and `NullValue` is null. */
const ofEnum = { type: ['string', 'integer', 'null'] }

function scalarShape(type: string): JsonObject {
  if (type === 'string' || type === 'bytes') return { type: 'string' }
  if (type === 'bool') return { type: 'boolean' }
  const isUnsigned = type.startsWith('u') || type.startsWith('f')
  if (longTypes.has(type)) return { type: 'string', pattern: isUnsigned ? '^\\d+$' : '^-?\\d+$' }
  // What is no number is told by a text.
  if (type === 'float' || type === 'double') return { type: ['number', 'string'] }
  return isUnsigned
    ? { type: 'integer', minimum: 0, maximum: 2 ** 32 - 1 }
    : { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }
}
