import type { Enum, Field, Method, Type } from 'protobufjs'
import type { JsonObject } from '../../../model/json.ts'
import { protobuf } from '../protobuf.ts'
import type { GrpcSymbol } from './find-symbol.ts'
import { fullName } from './service-names.ts'

/** A symbol as JSON, for programs: what kind it is, its full name, and its methods, fields or values. */
export function symbolDocument(symbol: GrpcSymbol): JsonObject {
  const name = fullName(symbol)
  if (symbol instanceof protobuf.Service)
    return { kind: 'service', name, methods: symbol.methodsArray.map(methodDocument) }
  if (symbol instanceof protobuf.Method) return { kind: 'method', ...methodDocument(symbol) }
  return symbol instanceof protobuf.Type ? typeDocument(symbol) : enumDocument(symbol)
}

function methodDocument(method: Method): JsonObject {
  method.resolve()
  const { resolvedRequestType, resolvedResponseType, parent } = method
  return {
    name: `${parent === null ? '' : fullName(parent)}/${method.name}`,
    request: resolvedRequestType === null ? method.requestType : fullName(resolvedRequestType),
    response: resolvedResponseType === null ? method.responseType : fullName(resolvedResponseType),
    streamsRequests: method.requestStream === true,
    streamsResponses: method.responseStream === true,
  }
}

function typeDocument(type: Type): JsonObject {
  return { kind: 'message', name: fullName(type), fields: type.fieldsArray.map(fieldDocument) }
}

function fieldDocument(unresolved: Field): JsonObject {
  const field = unresolved.resolve()
  const { resolvedType, type, partOf } = field
  return {
    name: field.protoName,
    json: field.jsonName,
    number: field.id,
    type: resolvedType === null ? type : fullName(resolvedType),
    ...(field instanceof protobuf.MapField ? { mapKey: field.keyType } : {}),
    ...(field.repeated ? { repeated: true } : {}),
    ...(partOf === null ? {} : { oneof: partOf.name }),
  }
}

function enumDocument(symbol: Enum): JsonObject {
  return { kind: 'enum', name: fullName(symbol), values: { ...symbol.values } }
}
