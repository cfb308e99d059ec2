import type { JsonValue } from '../../model/json.ts'
import type { ActionContext, InputOf } from '../action.ts'
import { prepared, type Prepared, unfit } from '../failure.ts'
import { callerOf } from './grpc-caller.ts'
import { readSchemaFiles } from './grpc-request.ts'
import { readGrpcTarget } from './grpc-target.ts'
import { prepareMetadata } from './metadata.ts'
import { findMethod, findService, splitMethod } from './schema/find-method.ts'
import { findSymbol } from './schema/find-symbol.ts'
import { isInFiles, schemaByReflection, schemaInFiles } from './schema/load-schema.ts'
import { messageTemplate } from './schema/message-template.ts'
import { protoText } from './schema/proto-text.ts'
import type { Schema } from './schema/schema.ts'
import { symbolDocument } from './schema/symbol-document.ts'

/** A question about a schema: services, or the methods of one; every service, or a symbol; a message to start from. */
export type SchemaQuestion =
  | { readonly kind: 'list' | 'describe'; readonly symbol?: string }
  | { readonly kind: 'template'; readonly symbol: string }

/** The answer for people, and the same for programs. */
export interface SchemaAnswer {
  readonly text: string
  readonly document: JsonValue
}

/** Answers a question about the services that a step's `target`, or its files, tell of. */
export async function describeGrpc(
  asked: SchemaQuestion,
  input: InputOf<'grpc'>,
  context: ActionContext,
): Promise<Prepared<SchemaAnswer>> {
  const question = withoutDot(asked)
  const schema = await schemaFor(question, input, context)
  if (!schema.ok) return schema
  switch (question.kind) {
    case 'list':
      return list(schema.value, question.symbol)
    case 'describe':
      return describe(schema.value, question.symbol)
    case 'template':
      return template(schema.value, question.symbol)
  }
}

/** Descriptions name types as `.shop.v1.Order`, and so may a question. */
function withoutDot(question: SchemaQuestion): SchemaQuestion {
  return question.symbol === undefined
    ? question
    : { ...question, symbol: question.symbol.replace(/^\./, '') }
}

async function schemaFor(
  { kind, symbol }: SchemaQuestion,
  input: InputOf<'grpc'>,
  context: ActionContext,
): Promise<Prepared<Schema>> {
  const files = readSchemaFiles(input, context.directory)
  if (isInFiles(files)) return schemaInFiles(files, context)
  const target = readGrpcTarget(input.target)
  if (!target.ok) return target
  const metadata = prepareMetadata(input, context)
  if (!metadata.ok) return metadata
  const caller = await callerOf(target.value, false, context)
  if (!caller.ok) return caller
  const ask = (names: readonly string[]): Promise<Prepared<Schema>> =>
    schemaByReflection(names, caller.value, metadata.value.lines, context.resources)
  // A method is found with its service; a service brings the messages it needs.
  if (symbol !== undefined) return ask([splitMethod(symbol)?.service ?? symbol, symbol.replace('/', '.')])
  const services = await ask([])
  return services.ok && kind === 'describe' ? ask([...services.value.services]) : services
}

function list(schema: Schema, name: string | undefined): Prepared<SchemaAnswer> {
  if (name === undefined) return linesOf([...schema.services])
  const service = findService(schema, name)
  if (!service.ok) return service
  return linesOf(service.value.methodsArray.map(method => `${name}/${method.name}`))
}

function linesOf(names: readonly string[]): Prepared<SchemaAnswer> {
  return prepared({ text: names.map(name => `${name}\n`).join(''), document: names })
}

function describe(schema: Schema, name: string | undefined): Prepared<SchemaAnswer> {
  if (name === undefined) return describeAll(schema)
  const symbol = findSymbol(schema, name)
  if (!symbol.ok) return symbol
  return prepared({ text: protoText(symbol.value), document: symbolDocument(symbol.value) })
}

function describeAll(schema: Schema): Prepared<SchemaAnswer> {
  const answers = [...schema.services].map(name => describe(schema, name))
  const failed = answers.find(answer => !answer.ok)
  if (failed !== undefined) return failed
  const services = answers.flatMap(answer => (answer.ok ? [answer.value] : []))
  return prepared({
    text: services.map(({ text }) => text).join('\n'),
    document: services.map(({ document }) => document),
  })
}

function template(schema: Schema, name: string): Prepared<SchemaAnswer> {
  const method = splitMethod(name)
  if (method === undefined || !name.includes('/'))
    return unfit(`"${name}" is not a method`, 'Write it as package.Service/Method.')
  const found = findMethod(schema, method)
  if (!found.ok) return found
  const document = messageTemplate(found.value.requestType)
  return prepared({ text: `${JSON.stringify(document, null, 2)}\n`, document })
}
