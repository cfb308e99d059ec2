import type { Field, Type } from 'protobufjs'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { longTypes } from '../json/long-types.ts'
import { protobuf } from '../protobuf.ts'
import { fullName } from './service-names.ts'

/** JSON of a message with every field, to start writing from; of a oneof the first. Messages in themselves stop at `{}`. */
export function messageTemplate(type: Type, around: readonly Type[] = []): JsonValue {
  const known = examples[type.fullName]
  if (known !== undefined) return known
  if (type.fullName === '.google.protobuf.Any') return anyTemplate(around.at(-1))
  if (around.includes(type)) return {}
  const fields = type.fieldsArray.filter(
    ({ partOf, name }) => partOf === null || partOf.fieldsArray[0]?.name === name,
  )
  const entries = fields.map(
    field => [field.jsonName, fieldTemplate(field.resolve(), [...around, type])] as const,
  )
  return Object.fromEntries(entries) satisfies JsonObject
}

const examples: Readonly<Record<string, JsonValue>> = {
  '.google.protobuf.Timestamp': '2025-01-01T00:00:00Z',
  '.google.protobuf.Duration': '1.5s',
  '.google.protobuf.FieldMask': 'fieldName',
  '.google.protobuf.Struct': {},
  '.google.protobuf.Value': null,
  '.google.protobuf.ListValue': [],
  '.google.protobuf.Empty': {},
  '.google.protobuf.DoubleValue': 0,
  '.google.protobuf.FloatValue': 0,
  '.google.protobuf.Int64Value': '0',
  '.google.protobuf.UInt64Value': '0',
  '.google.protobuf.Int32Value': 0,
  '.google.protobuf.UInt32Value': 0,
  '.google.protobuf.BoolValue': false,
  '.google.protobuf.StringValue': '',
  '.google.protobuf.BytesValue': '',
}

/** Of all types, only the one around is surely known to the schema. */
function anyTemplate(around: Type | undefined): JsonValue {
  return around === undefined ? {} : { '@type': `type.googleapis.com/${fullName(around)}` }
}

function fieldTemplate(field: Field, around: readonly Type[]): JsonValue {
  const one = valueTemplate(field, around)
  if (field instanceof protobuf.MapField) return { [keyExamples[field.keyType] ?? '0']: one }
  return field.repeated ? [one] : one
}

const keyExamples: Readonly<Record<string, string>> = { string: 'key', bool: 'true' }

function valueTemplate({ resolvedType, type }: Field, around: readonly Type[]): JsonValue {
  if (resolvedType instanceof protobuf.Type) return messageTemplate(resolvedType, around)
  if (resolvedType instanceof protobuf.Enum) return Object.keys(resolvedType.values)[0] ?? 0
  if (type === 'string' || type === 'bytes') return ''
  if (type === 'bool') return false
  return longTypes.has(type) ? '0' : 0
}
