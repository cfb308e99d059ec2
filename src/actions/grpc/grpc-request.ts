import path from 'node:path'
import { previewOf } from '../body/preview.ts'
import type { RequestRecord } from '../../model/exchange.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList } from '../../util/is-json.ts'
import type { ActionContext, InputOf } from '../action.ts'
import { prepared, type Prepared, unfit } from '../failure.ts'
import { scalarTexts } from '../scalars.ts'
import { type GrpcTarget, readGrpcTarget } from './grpc-target.ts'
import { prepareMetadata, type PreparedMetadata } from './metadata.ts'
import { splitMethod } from './schema/find-method.ts'
import { writeJson } from '../../util/exact-number.ts'

/** Where the schema is from: files by absolute path; a server tells it by itself when there is neither. */
export interface SchemaFiles {
  readonly proto: readonly string[]
  readonly importPaths: readonly string[]
  readonly descriptorSet?: string
}

/** A step's call, before anything has been read or sent. */
export interface GrpcRequest {
  readonly target: GrpcTarget
  readonly method: { readonly service: string; readonly method: string }
  readonly schema: SchemaFiles
  readonly metadata: PreparedMetadata
  /** Undefined when the step says none. */
  readonly messages: readonly JsonValue[] | undefined
  readonly compresses: boolean
  /** After so many messages the call is ended. */
  readonly limit?: number
  readonly emitDefaults: boolean
  readonly record: RequestRecord
}

/** Reads `grpc` with its companions, placeholders filled in. */
export function readGrpcRequest(input: InputOf<'grpc'>, context: ActionContext): Prepared<GrpcRequest> {
  const target = readGrpcTarget(input.target)
  if (!target.ok) return target
  const written = typeof input.grpc === 'string' ? input.grpc.trim() : ''
  const method = splitMethod(written)
  if (method === undefined)
    return unfit(
      `"${written}" is not a method`,
      'Write it as package.Service/Method, for example shop.v1.Orders/GetOrder.',
    )
  const metadata = prepareMetadata(input, context)
  if (!metadata.ok) return metadata
  const messages = readMessages(input)
  if (!messages.ok) return messages
  const limit = Number(input['max-messages'] ?? 1)
  if (!Number.isInteger(limit) || limit < 1)
    return unfit(`max-messages ${writeJson(input['max-messages'])} is not a whole number from 1`)
  return prepared({
    target: target.value,
    method,
    schema: readSchemaFiles(input, context.directory),
    metadata: metadata.value,
    messages: messages.value,
    compresses: input.compression === 'gzip',
    ...(input['max-messages'] === undefined ? {} : { limit }),
    emitDefaults: input['emit-defaults'] === true || input['emit-defaults'] === 'true',
    record: recordOf(target.value, method, metadata.value, messages.value, input),
  })
}

/** The files that `proto`, `import-paths` and `descriptor-set` name. Names in an import folder stay as they are. */
export function readSchemaFiles(input: InputOf<'grpc'>, directory: string): SchemaFiles {
  const descriptorSet = input['descriptor-set']
  return {
    proto: scalarTexts(input.proto ?? null) ?? [],
    importPaths: (scalarTexts(input['import-paths'] ?? null) ?? []).map(folder =>
      path.resolve(directory, folder),
    ),
    ...(typeof descriptorSet === 'string' ? { descriptorSet: path.resolve(directory, descriptorSet) } : {}),
  }
}

function readMessages({ message, messages }: JsonObject): Prepared<readonly JsonValue[] | undefined> {
  if (message !== undefined && messages !== undefined)
    return unfit('the step has both message and messages', 'Keep one of them.')
  if (messages === undefined) return prepared(message === undefined ? undefined : [message])
  return isList(messages) ? prepared(messages) : unfit('messages must be a list')
}

function recordOf(
  target: GrpcTarget,
  { service, method }: GrpcRequest['method'],
  { lines }: PreparedMetadata,
  messages: readonly JsonValue[] | undefined,
  input: InputOf<'grpc'>,
): RequestRecord {
  const body = input.messages === undefined ? messages?.[0] : messages
  const text = body === undefined ? undefined : writeJson(body)
  return {
    summary: `gRPC ${service}/${method} ${target.url}`,
    url: `${target.url}/${service}/${method}`,
    headers: lines,
    ...(text === undefined ? {} : { body: previewOf(text, Buffer.byteLength(text)) }),
  }
}
