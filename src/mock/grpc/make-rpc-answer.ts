import { faultText } from '../../actions/faults/index.ts'
import { problemText } from '../../template/render-problem.ts'
import { encodeDetails } from '../../actions/grpc/error-details.ts'
import { encodeMessage } from '../../actions/grpc/json/encode-message.ts'
import { checkedMetadata } from '../../actions/grpc/metadata.ts'
import type { GrpcMethod } from '../../actions/grpc/schema/find-method.ts'
import type { Schema } from '../../actions/grpc/schema/schema.ts'
import { rpcStatuses } from '../../actions/grpc/statuses.ts'
import type { Prepared } from '../../actions/failure.ts'
import type { HeaderList } from '../../model/exchange.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Delay, MockAnswer, MockMessage, RpcEnd } from '../../model/mock.ts'
import { buildDelay, isDelayed } from '../../parse/mocks/build-delay.ts'
import { renderValue } from '../../template/render.ts'
import type { Scope } from '../../template/scope.ts'
import { valueText } from '../../util/value-text.ts'
import type { RpcEnding, RpcStatus } from './rpc-stream.ts'

/** An answer as it goes over the wire. */
export interface RpcAnswer {
  readonly headers: HeaderList
  readonly messages: readonly OutgoingMessage[]
  readonly ending: RpcEnding
}

/** A message as bytes, and the time to wait before. */
export interface OutgoingMessage {
  readonly bytes: Uint8Array
  readonly delay?: Delay
}

/** Why something cannot be made as it is described. */
export class UnrenderableAnswer extends Error {}

/** Makes what a route answers in a scope. Throws `UnrenderableAnswer`. */
export function makeRpcAnswer(
  { status, headers, talk, end }: MockAnswer,
  method: GrpcMethod,
  schema: Schema,
  scope: Scope,
): RpcAnswer {
  const written = talk?.messages ?? []
  const ending = makeEnding(status, end, schema, scope)
  const messages = makeMessages(written, method, scope)
  const { streamsResponses } = method
  if (!streamsResponses && messages.length > 1)
    throw new UnrenderableAnswer(`it has ${messages.length} messages, where one is answered`)
  const isOne = !streamsResponses && ending.status === 'OK' && messages.length === 0
  return {
    headers: lines(headers, scope),
    // A method that answers with one message answers with an empty one where nothing is said.
    messages: isOne ? makeMessages([{ value: {}, path: [] }], method, scope) : messages,
    ending,
  }
}

/** Messages as bytes. Throws `UnrenderableAnswer`. */
export function makeMessages(
  written: readonly MockMessage[],
  { responseType }: GrpcMethod,
  scope: Scope,
): readonly OutgoingMessage[] {
  return written.map((message, index) => {
    const { value, delay } = contentOf(message)
    const which = written.length === 1 ? 'the message' : `message ${index + 1}`
    const bytes = made(encodeMessage(responseType, rendered(value, scope), which))
    return delay === undefined ? { bytes } : { bytes, delay }
  })
}

/** The content of a message, and the time to wait before. */
export function contentOf({ value, isBare = false }: MockMessage): {
  readonly value: JsonValue
  readonly delay?: Delay
} {
  if (isBare || !isDelayed(value)) return { value }
  const delay = buildDelay(value['delay'])
  const { message = {} } = value
  return delay === undefined ? { value: message } : { value: message, delay }
}

/** How a call ends. Throws `UnrenderableAnswer`. */
export function makeEnding(
  status: JsonValue,
  { statusMessage = '', details, trailers }: RpcEnd = { details: [], trailers: {} },
  schema: Schema,
  scope: Scope,
): RpcEnding {
  const name = valueText(rendered(status, scope))
  const known = rpcStatuses.find(one => one === name)
  if (known === undefined) throw new UnrenderableAnswer(`${name} is no status of gRPC`)
  const message = valueText(rendered(statusMessage, scope))
  const own = lines(trailers, scope)
  return {
    status: known,
    message,
    trailers: [...own, ...detailLines(known, message, details, schema, scope)],
  }
}

function detailLines(
  status: RpcStatus,
  message: string,
  details: readonly JsonValue[],
  schema: Schema,
  scope: Scope,
): HeaderList {
  if (details.length === 0) return []
  const values = details.map(detail => rendered(detail, scope))
  const code = rpcStatuses.indexOf(status)
  return [['grpc-status-details-bin', made(encodeDetails(code, message, values, schema))]]
}

function lines(written: JsonValue, scope: Scope): HeaderList {
  return made(checkedMetadata(rendered(written, scope)))
}

function rendered(value: JsonValue, scope: Scope): JsonValue {
  const result = renderValue(value, scope)
  if (!result.ok) throw new UnrenderableAnswer(problemText(result.problems))
  return result.value
}

function made<Value>(result: Prepared<Value>): Value {
  if (!result.ok) throw new UnrenderableAnswer(faultText(result.failure).message)
  return result.value
}
