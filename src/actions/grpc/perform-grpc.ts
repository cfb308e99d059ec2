import { faultText } from '../faults/index.ts'
import type { JsonValue } from '../../model/json.ts'
import type { ActionAnswer, ActionContext } from '../action.ts'
import { bearerCredentials } from '../auth/credentials.ts'
import { tokensOf } from '../auth/oauth2/tokens.ts'
import { type ActionFailure, failed, prepared, type Prepared } from '../failure.ts'
import { TranscriptLog } from '../messages/transcript-log.ts'
import { encodeMessages, namedTypes } from './encode-messages.ts'
import { errorDetails } from './error-details.ts'
import { callerOf, type GrpcCaller } from './grpc-caller.ts'
import { type EndedCall, grpcExchange } from './grpc-exchange.ts'
import type { GrpcRequest } from './grpc-request.ts'
import { decodeMessage } from './json/decode-message.ts'
import { unknownContents } from './json/unknown-contents.ts'
import { findMethod, type GrpcMethod } from './schema/find-method.ts'
import { isInFiles, schemaByReflection, schemaInFiles } from './schema/load-schema.ts'
import type { Schema } from './schema/schema.ts'
import type { CallEnd } from './wire/call.ts'
import { defined } from '../../util/defined.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'
import { writeJson } from '../../util/exact-number.ts'

/** Makes the call that a step asks for. */
export async function performGrpc(request: GrpcRequest, context: ActionContext): Promise<ActionAnswer> {
  const [startedAt, start] = [Date.now(), monotonicTime()]
  const caller = await callerOf(request.target, request.compresses, context)
  if (!caller.ok) return unsent(caller.failure, request)
  const authorized = await authorize(request, caller.value, context)
  if (!authorized.ok) return unsent(authorized.failure, request)
  const answered = await callWith(authorized.value, caller.value, context)
  const timings = { startedAt, duration: monotonicTime() - start }
  if (!answered.ok)
    return { ok: false, failure: { ...answered.failure, request: authorized.value.record, timings } }
  const { opened } = caller.value
  const times = opened === undefined ? {} : { opened }
  return { ok: true, exchange: grpcExchange({ ...answered.value, ...times, startedAt, start }) }
}

function unsent(failure: ActionFailure, { record }: GrpcRequest): ActionAnswer {
  return { ok: false, failure: { ...failure, request: record } }
}

/** The request with its token, where one has to be fetched. */
async function authorize(
  request: GrpcRequest,
  { timeLeft }: GrpcCaller,
  context: ActionContext,
  refused?: string,
): Promise<Prepared<GrpcRequest>> {
  const { oauth2, lines } = request.metadata
  if (oauth2 === undefined) return prepared(request)
  const token = await tokensOf(context.resources).take(oauth2, context, defined({ timeLeft, refused }))
  if (!token.ok) return token
  const others = lines.filter(([name]) => name !== 'authorization')
  const all = [...others, ['authorization', bearerCredentials(token.value).value] as const]
  return prepared({
    ...request,
    metadata: { ...request.metadata, lines: all },
    record: { ...request.record, headers: all },
  })
}

/** The outcome of a call, still without its times. */
type Answered = Omit<EndedCall, 'startedAt' | 'start' | 'opened'>

async function callWith(
  request: GrpcRequest,
  caller: GrpcCaller,
  context: ActionContext,
): Promise<Prepared<Answered>> {
  const schema = await schemaFor(request, caller, context)
  if (!schema.ok) return schema
  const method = findMethod(schema.value, request.method)
  if (!method.ok) return method
  const messages = encodeMessages(method.value, request.messages)
  if (!messages.ok) return messages
  const log = new TranscriptLog(context.mask)
  for (const [index, bytes] of messages.value.entries())
    log.add('sent', 'message', writeJson(request.messages?.[index] ?? {}), bytes.byteLength)
  const called = await callOnce(request, method.value, messages.value, { caller, context, log })
  if (!called.ok) return called
  const [token] = called.value.status === 'UNAUTHENTICATED' ? bearerOf(request) : []
  if (token === undefined) return answeredOf(request, method.value, called.value, schema.value, log)
  const fresh = await authorize(request, caller, context, token)
  if (!fresh.ok) return fresh
  const again = await callOnce(fresh.value, method.value, messages.value, { caller, context, log })
  return again.ok ? answeredOf(fresh.value, method.value, again.value, schema.value, log) : again
}

/** The token that was fetched for a request. */
function bearerOf({ metadata: { oauth2, lines } }: GrpcRequest): readonly string[] {
  if (oauth2 === undefined) return []
  return lines.flatMap(([name, value]) => (name === 'authorization' ? [value.replace(/^Bearer /, '')] : []))
}

async function schemaFor(
  { schema, method, metadata, messages }: GrpcRequest,
  caller: GrpcCaller,
  context: ActionContext,
): Promise<Prepared<Schema>> {
  if (isInFiles(schema)) return schemaInFiles(schema, context)
  const names = [method.service, ...namedTypes([...(messages ?? [])])]
  return schemaByReflection(names, caller, metadata.lines, context.resources)
}

/** The surroundings that a call needs beside the request. */
interface Surroundings {
  readonly caller: GrpcCaller
  readonly context: ActionContext
  readonly log: TranscriptLog
}

function callOnce(
  { metadata, limit }: GrpcRequest,
  { path, responseType, streamsResponses }: GrpcMethod,
  messages: readonly Uint8Array[],
  { caller, log }: Surroundings,
): Promise<Prepared<CallEnd>> {
  return caller.call({
    path,
    metadata: metadata.lines,
    messages,
    ...(limit === undefined || !streamsResponses ? {} : { limit }),
    received: bytes => {
      const message = decodeMessage(responseType, bytes)
      log.add(
        'received',
        'message',
        message.ok ? writeJson(message.value) : faultText(message.failure).message,
        bytes.length,
      )
    },
  })
}

async function answeredOf(
  request: GrpcRequest,
  method: GrpcMethod,
  end: CallEnd,
  schema: Schema,
  log: TranscriptLog,
): Promise<Prepared<Answered>> {
  if (end.capped) log.add('note', 'capped', `ended after ${end.messages.length} messages (max-messages)`)
  if (end.status === 'OK' && !method.streamsResponses && end.messages.length !== 1)
    return failed('answer-unreadable', {
      reason: `the server sent ${end.messages.length} messages, where ${method.path.slice(1)} answers with one`,
    })
  const learned = await learnContents(method, end.messages, schema)
  if (!learned.ok) return learned
  const { responseType } = learned.value
  const answers: JsonValue[] = []
  for (const bytes of end.messages) {
    const answer = decodeMessage(responseType, bytes, request.emitDefaults)
    if (!answer.ok) return answer
    answers.push(answer.value)
  }
  const details = await errorDetails(end.trailers, schema)
  return prepared({ end, request: request.record, method, answers, details, transcript: log.transcript })
}

/** The method with a schema that also knows the types inside of `Any` messages, as far as they can be learned. */
async function learnContents(
  method: GrpcMethod,
  messages: readonly Uint8Array[],
  { learn, services, source }: Schema,
): Promise<Prepared<GrpcMethod>> {
  const { responseType } = method
  if (learn === undefined) return prepared(method)
  const unknown = messages.flatMap(bytes => unknownIn(method, bytes))
  if (unknown.length === 0) return prepared(method)
  const schema = await learn([...new Set(unknown)])
  if (!schema.ok) return schema
  const { root } = schema.value
  if (root === responseType.root) return prepared(method)
  const [service = '', name = ''] = method.path.slice(1).split('/')
  return findMethod({ root, services, source }, { service, method: name })
}

function unknownIn({ responseType }: GrpcMethod, bytes: Uint8Array): readonly string[] {
  try {
    return unknownContents(responseType, responseType.decode(bytes))
  } catch {
    // Decoding it says so, with its reason.
    return []
  }
}
