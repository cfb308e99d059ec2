import { faultText } from '../actions/faults/index.ts'
import type { Field, Type } from 'protobufjs'
import type { Prepared } from '../actions/failure.ts'
import { readSchemaFiles } from '../actions/grpc/grpc-request.ts'
import { messageShape } from '../actions/grpc/schema/message-shape.ts'
import { encodeDetails } from '../actions/grpc/error-details.ts'
import { encodeMessage } from '../actions/grpc/json/encode-message.ts'
import { isWellKnown } from '../actions/grpc/json/lossy-value.ts'
import { protobuf } from '../actions/grpc/protobuf.ts'
import { findMethod, type GrpcMethod, splitMethod } from '../actions/grpc/schema/find-method.ts'
import { absoluteFiles, readSchema } from '../actions/grpc/schema/read-schema.ts'
import type { Schema } from '../actions/grpc/schema/schema.ts'
import { fullName } from '../actions/grpc/schema/service-names.ts'
import type { MethodFacts, ServicesFacts, Wrong } from '../check/rule.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { Step } from '../model/suite.ts'
import type { MockServices } from '../model/mock.ts'
import { defined } from '../util/defined.ts'
import { suggesting } from '../util/did-you-mean.ts'
import { isList, isObject } from '../util/is-json.ts'
import { text } from '../util/read-values.ts'

/** Facts that checks ask of the services of a mock; files are relative to a directory. */
export function servicesFacts(services: MockServices, directory: string): ServicesFacts {
  const schema = readSchema(absoluteFiles(services, directory), directory)
  if (!schema.ok) return { state: 'unreadable', wrong: wrongOf(schema) ?? { message: '' } }
  return {
    state: 'read',
    method: route => {
      const split = splitMethod(route)
      if (split === undefined) return { message: `"${route}" is no method` }
      const method = findMethod(schema.value, split)
      return method.ok ? methodFacts(method.value, schema.value) : (wrongOf(method) ?? { message: '' })
    },
  }
}

/** The JSON Schemas of the bodies that calls answer with; files are relative to a directory. */
export function answersOf(steps: readonly Step[], directory: string): ReadonlyMap<Step, JsonObject> {
  const schemas = new Map<string, Prepared<Schema>>()
  return new Map(
    steps.flatMap(step => {
      const files = readSchemaFiles(step.input, directory)
      const key = JSON.stringify(files)
      const schema = schemas.get(key) ?? readSchema(files, directory)
      schemas.set(key, schema)
      const split = splitMethod(text(step.input[step.action])?.trim() ?? '')
      if (!schema.ok || split === undefined) return []
      const method = findMethod(schema.value, split)
      return method.ok ? [[step, bodyShape(method.value, step.input)] as const] : []
    }),
  )
}

function bodyShape({ responseType, streamsResponses }: GrpcMethod, input: JsonObject): JsonObject {
  const { 'emit-defaults': defaults, 'max-messages': most } = input
  if (defaults !== undefined && typeof defaults !== 'boolean') return {}
  const message = messageShape(responseType, defaults === true)
  if (!streamsResponses) return message
  return { type: 'array', items: message, ...(typeof most === 'number' ? { maxItems: most } : {}) }
}

function wrongOf(result: Prepared<unknown>): Wrong | undefined {
  if (result.ok) return undefined
  const { message, hint } = faultText(result.failure)
  return defined({ code: result.failure.code, message, hint })
}

function methodFacts(
  { requestType, responseType, streamsRequests, streamsResponses }: GrpcMethod,
  schema: Schema,
): MethodFacts {
  return {
    streamsRequests,
    streamsResponses,
    misfit: message =>
      wrongOf(encodeMessage(responseType, withoutPlaceholders(message, responseType), 'the message')),
    unknownField: path => unknownField(path, requestType, streamsRequests),
    detailsMisfit: details =>
      wrongOf(
        encodeDetails(
          0,
          '',
          details.map(detail => withoutPlaceholders(detail)),
          schema,
        ),
      ),
  }
}

/** Nothing is what every field may be, and an item of a list or a map cannot: so only what is written is judged. */
function withoutPlaceholders(value: JsonValue, type?: Type): JsonValue {
  if (isList(value))
    return value.filter(one => !isPlaceholder(one)).map(one => withoutPlaceholders(one, type))
  if (!isObject(value)) return isPlaceholder(value) ? null : value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      const field = type?.fieldsArray.find(({ name, jsonName, protoName }) =>
        [name, jsonName, protoName].includes(key),
      )
      const isItem = type === undefined
      if (key.includes('{{') || (isItem && isPlaceholder(one))) return []
      return [[key, withoutPlaceholders(one, field === undefined ? undefined : innerType(field.resolve()))]]
    }),
  )
}

function isPlaceholder(value: JsonValue): boolean {
  return typeof value === 'string' && value.includes('{{')
}

/** A plain path, such as `$.lines[0].sku`; any other is not looked at. */
const plainPath = /^\$(?:\[(?:\d+|\*)\])*(?:\.[A-Za-z_]\w*(?:\[(?:\d+|\*)\])*)+$/

function unknownField(path: string, requestType: Type, isStream: boolean): Wrong | undefined {
  if (!plainPath.test(path)) return undefined
  if (isStream && !path.startsWith('$['))
    return {
      message: `"${path}" finds nothing in a list`,
      hint: 'Requests are a stream: the first message is $[0].',
    }
  let type: Type | undefined = requestType
  for (const name of path
    .split('.')
    .slice(1)
    .map(part => part.replace(/\[.*$/, ''))) {
    if (type === undefined || isWellKnown(type)) return undefined
    const field: Field | undefined = type.fieldsArray.find(({ jsonName }) => jsonName === name)?.resolve()
    if (field === undefined) {
      const names = type.fieldsArray.map(({ jsonName }) => jsonName)
      return {
        message: `a ${fullName(type)} has no field "${name}" in its JSON`,
        hint: suggesting(
          name,
          names,
          names.length === 0 ? 'It has no fields.' : `It has: ${names.join(', ')}.`,
        ),
      }
    }
    type = innerType(field)
  }
  return undefined
}

/** The message that a field holds, whose fields have names. */
function innerType({ map, resolvedType }: Field): Type | undefined {
  return !map && resolvedType instanceof protobuf.Type ? resolvedType : undefined
}
