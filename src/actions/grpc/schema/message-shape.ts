import type { Field, Type } from 'protobufjs'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isWellKnown } from '../json/lossy-value.ts'
import { longTypes } from '../json/long-types.ts'
import { protobuf } from '../protobuf.ts'

/** The most fields that a shape has: messages within messages may have more than anybody could look at. */
const mostFields = 1000

/** A message whose shape is to be written into an object that says nothing yet. */
interface Pending {
  readonly type: Type
  readonly shape: Record<string, JsonValue>
  readonly around: readonly Type[]
}

/**
 * The JSON Schema of the JSON of a message; with `defaults` fields that have their default value are there, too. It says
 * nothing of a message within itself, nor of those that are deeper than the first thousand fields.
 */
export function messageShape(type: Type, defaults: boolean): JsonObject {
  const shape: Pending['shape'] = {}
  const pending: Pending[] = [{ type, shape, around: [] }]
  let count = 0
  for (const one of pending) {
    if (one !== pending[0] && (count += one.type.fieldsArray.length) > mostFields) break
    pending.push(...fillShape(one, defaults))
  }
  return shape
}

/** Writes what a message says of its fields, and gives the messages that they hold. */
function fillShape({ type, shape, around }: Pending, defaults: boolean): readonly Pending[] {
  const inner: Pending[] = []
  const within = [...around, type]
  const ofMessage = (held: Type): JsonObject => {
    if (texts.has(held.fullName)) return { type: 'string' }
    const part: Pending['shape'] = {}
    if (!isWellKnown(held) && !within.includes(held)) inner.push({ type: held, shape: part, around: within })
    return part
  }
  const fields = type.fieldsArray.map(field => field.resolve())
  const always = fields.filter(field => field.required || (defaults && hasDefault(field)))
  Object.assign(shape, {
    type: 'object',
    properties: Object.fromEntries(fields.map(field => [field.jsonName, fieldShape(field, ofMessage)])),
    required: always.map(({ jsonName }) => jsonName),
    additionalProperties: false,
  })
  return inner
}

const texts = new Set(['Timestamp', 'Duration', 'FieldMask'].map(name => `.google.protobuf.${name}`))

/** Fields that know whether they are set stay out. */
function hasDefault({ map, repeated, hasPresence, resolvedType }: Field): boolean {
  return map || repeated || !(hasPresence || resolvedType instanceof protobuf.Type)
}

function fieldShape(field: Field, ofMessage: (type: Type) => JsonObject): JsonObject {
  const { resolvedType, type } = field
  const one =
    resolvedType instanceof protobuf.Type
      ? ofMessage(resolvedType)
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
  // Anything but a number is told by a text.
  if (type === 'float' || type === 'double') return { type: ['number', 'string'] }
  return isUnsigned
    ? { type: 'integer', minimum: 0, maximum: 2 ** 32 - 1 }
    : { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }
}
