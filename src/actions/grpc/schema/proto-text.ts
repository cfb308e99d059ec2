import type { Enum, Field, Method, OneOf, ReflectionObject, Service, Type } from 'protobufjs'
import { protobuf } from '../protobuf.ts'
import type { GrpcSymbol } from './find-symbol.ts'
import { fullName } from './service-names.ts'

/** A symbol in the syntax of .proto files, with its comments where the schema has them. */
export function protoText(symbol: GrpcSymbol): string {
  const lines = [...commentOf(symbol), ...linesOf(symbol)]
  return lines.map(line => `${line}\n`).join('')
}

function linesOf(symbol: GrpcSymbol): readonly string[] {
  if (symbol instanceof protobuf.Service) return serviceLines(symbol)
  if (symbol instanceof protobuf.Method) return methodLines(symbol)
  return symbol instanceof protobuf.Type ? typeLines(symbol) : enumLines(symbol)
}

function serviceLines(service: Service): readonly string[] {
  const methods = service.methodsArray.flatMap(method => [...commentOf(method), ...methodLines(method)])
  return block(`service ${service.name}`, methods)
}

function methodLines(method: Method): readonly string[] {
  method.resolve()
  const { name, requestStream, responseStream, resolvedRequestType, resolvedResponseType } = method
  const request = `${requestStream === true ? 'stream ' : ''}${nameOf(resolvedRequestType, method.requestType)}`
  const response = `${responseStream === true ? 'stream ' : ''}${nameOf(resolvedResponseType, method.responseType)}`
  return [`rpc ${name}(${request}) returns (${response});`]
}

function nameOf(type: Type | null, written: string): string {
  return type === null ? written : `.${fullName(type)}`
}

function typeLines(type: Type): readonly string[] {
  const single = new Set<string>()
  const oneofs = type.oneofsArray.filter(oneof => !isOptional(oneof))
  for (const oneof of oneofs) for (const field of oneof.fieldsArray) single.add(field.name)
  const fields = type.fieldsArray.filter(({ name }) => !single.has(name)).flatMap(fieldLines)
  const choices = oneofs.flatMap(oneof => [
    ...commentOf(oneof),
    ...block(`oneof ${oneof.name}`, oneof.fieldsArray.flatMap(fieldLines)),
  ])
  const nested = type.nestedArray.flatMap(inner =>
    inner instanceof protobuf.Type || inner instanceof protobuf.Enum
      ? [...commentOf(inner), ...linesOf(inner)]
      : [],
  )
  return block(`message ${type.name}`, [...fields, ...choices, ...nested])
}

/** True for the oneof of its own that `optional` makes of a field. */
function isOptional({ fieldsArray: [first], name }: OneOf): boolean {
  return first?.options?.['proto3_optional'] === true || name === `_${first?.protoName ?? ''}`
}

function fieldLines(unresolved: Field): readonly string[] {
  const field = unresolved.resolve()
  const own = field.resolvedType === null ? field.type : `.${fullName(field.resolvedType)}`
  const type = field instanceof protobuf.MapField ? `map<${field.keyType}, ${own}>` : own
  const label = field.map
    ? ''
    : field.repeated
      ? 'repeated '
      : field.partOf && isOptional(field.partOf)
        ? 'optional '
        : ''
  return [...commentOf(field), `${label}${type} ${field.protoName} = ${field.id};`]
}

function enumLines({ name, values, comments }: Enum): readonly string[] {
  const lines = Object.entries(values).flatMap(([value, number]) => [
    ...commentLines(comments[value] ?? null),
    `${value} = ${number};`,
  ])
  return block(`enum ${name}`, lines)
}

function block(head: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [`${head} {}`] : [`${head} {`, ...lines.map(line => `  ${line}`), '}']
}

function commentOf({ comment }: ReflectionObject): readonly string[] {
  return commentLines(comment)
}

function commentLines(comment: string | null | undefined): readonly string[] {
  return comment === null || comment === undefined
    ? []
    : comment.split('\n').map(line => `// ${line}`.trimEnd())
}
