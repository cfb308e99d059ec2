import type { Type } from 'protobufjs'
import type { JsonValue } from '../../../model/json.ts'
import { didYouMean } from '../../../util/did-you-mean.ts'
import { prepared, type Prepared, unfit } from '../../failure.ts'
import { protobuf, protoJson } from '../protobuf.ts'
import { fullName } from '../schema/service-names.ts'
import { lossyValue } from './lossy-value.ts'
import { bigIntOf, isNumber } from '../../../util/exact-number.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { mapValues } from '../../../util/map-values.ts'

/**
 * A message as bytes, from its canonical JSON. `which` says in messages which one it is: `the message`, `message 2`. What
 * does not fit is reported with the path of the field.
 */
export function encodeMessage(type: Type, value: JsonValue, which: string): Prepared<Uint8Array> {
  const lossy = lossyValue(type, value)
  if (lossy !== undefined) return misfit(type, which, lossy.reason, lossy.hint)
  try {
    return prepared(type.encode(protoJson.fromJson(type, inProtoJson(value))).finish())
  } catch (error) {
    const { message } = error as Error
    return misfit(type, which, message, hintFor(message, type))
  }
}

/** Numbers as protobuf's JSON has them: whole ones beyond 2^53 are texts. */
function inProtoJson(value: JsonValue): JsonValue {
  if (isNumber(value)) {
    const whole = bigIntOf(value)
    return whole === undefined || Number.isSafeInteger(Number(whole)) ? Number(value) : String(whole)
  }
  if (isList(value)) return value.map(inProtoJson)
  return isObject(value) ? mapValues(value, inProtoJson) : value
}

function misfit(type: Type, which: string, reason: string, hint: string | undefined): Prepared<never> {
  return unfit(`${which} does not fit ${fullName(type)}: ${reason}`, hint)
}

function hintFor(message: string, type: Type): string | undefined {
  const [, typeName, field] = /^(\.[\w.]+): unknown field: "(.*)"$/s.exec(message) ?? []
  if (typeName !== undefined && field !== undefined) return knownFields(typeName, field, type)
  const [, path] = /^(\.[\w.]+): unknown enum value/.exec(message) ?? []
  if (path !== undefined) return knownValues(path, type)
  return /^no such type/.test(message)
    ? 'The schema has to hold every type that an "@type" names; import its file.'
    : undefined
}

function knownFields(typeName: string, field: string, { root }: Type): string | undefined {
  const holder = root.lookup(typeName, [protobuf.Type])
  if (!(holder instanceof protobuf.Type)) return undefined
  const names = holder.fieldsArray.map(({ jsonName }) => jsonName)
  const list = names.length === 0 ? 'It has no fields.' : `It has: ${names.join(', ')}.`
  return [didYouMean(field, names) ?? [], list].flat().join(' ')
}

function knownValues(path: string, { root }: Type): string | undefined {
  const [, typeName = '', name = ''] = /^(.*)\.(\w+)$/.exec(path) ?? []
  const holder = root.lookup(typeName, [protobuf.Type])
  const field = holder instanceof protobuf.Type ? holder.fields[name]?.resolve() : undefined
  const values = field?.resolvedType instanceof protobuf.Enum ? Object.keys(field.resolvedType.values) : []
  return values.length === 0 ? undefined : `It is one of: ${values.join(', ')}.`
}
