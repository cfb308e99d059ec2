import { headerValue } from '../../model/header-value.ts'
import { formatDuration, formatSize, plural } from '../../util/quantity.ts'
import type { ActionContext } from '../action.ts'
import { bodyLimit } from '../body/limits.ts'
import { failed, type Failed, prepared, type Prepared } from '../failure.ts'
import type { ConnectTimes } from '../transport/connect-times.ts'
import { straightRoute } from '../transport/index.ts'
import { routeOf } from '../transport/route-of.ts'
import { describeConnection } from './connection-faults.ts'
import type { GrpcTarget } from './grpc-target.ts'
import { type CallEnd, type CallRequest, longestLine, makeCall } from './wire/call.ts'
import type { Endpoint, GrpcChannel } from './wire/grpc-channel.ts'
import { channelsOf } from './wire/grpc-channels.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'

/** Makes calls to one place within one time limit. */
export class GrpcCaller {
  readonly endpoint: Endpoint
  readonly #context: ActionContext
  readonly #startedAt = monotonicTime()
  #opened: ConnectTimes | undefined

  constructor(endpoint: Endpoint, context: ActionContext) {
    this.endpoint = endpoint
    this.#context = context
  }

  /** Milliseconds that are left of the time limit; at least one, so that what ends a call then is the deadline. */
  get timeLeft(): number {
    return Math.max(this.#context.timeout - (monotonicTime() - this.#startedAt), 1)
  }

  /** When the parts of connecting ended; undefined when there was a connection already. */
  get opened(): ConnectTimes | undefined {
    return this.#opened
  }

  /** Calls; the failure when the call came to no server, or was interrupted. */
  async call(request: Omit<CallRequest, 'timeout' | 'signal'>): Promise<Prepared<CallEnd>> {
    const channels = channelsOf(this.#context.resources)
    const channel = await channels.get(this.endpoint)
    const times = channel.times
    const { signal } = this.#context
    const end = await makeCall(channel, { ...request, timeout: this.timeLeft, signal })
    if (channel.times !== times) this.#opened = channel.times
    if (signal.aborted && end.status === 'CANCELLED' && !end.capped)
      return failed('interrupted', { reason: 'interrupted before the answer was complete' })
    if (end.overflows) return tooMuch(end)
    if (end.isUnreadable) {
      channels.drop(this.endpoint, channel)
      return unreadable()
    }
    if (end.isServers || end.headers !== undefined || end.status === 'OK' || end.capped)
      return prepared(inOurWords(end, this.#context.timeout))
    return this.#withoutAnswer(channel, end)
  }

  async #withoutAnswer(channel: GrpcChannel, end: CallEnd): Promise<Prepared<CallEnd>> {
    const isTimeout = end.status === 'DEADLINE_EXCEEDED'
    if (channel.isReady || (end.status !== 'UNAVAILABLE' && !isTimeout))
      return prepared(inOurWords(end, this.#context.timeout))
    const failure = await describeConnection(channel, this.endpoint, this.#context, end)
    channelsOf(this.#context.resources).drop(this.endpoint, channel)
    return { ok: false, failure } satisfies Failed
  }
}

/** A caller of a place, by the way that settings and step say. */
export async function callerOf(
  target: GrpcTarget,
  compresses: boolean,
  context: ActionContext,
): Promise<Prepared<GrpcCaller>> {
  const read = await routeOf(context)
  if (!read.ok) return read
  const route = read.value ?? straightRoute
  const { unixSocket } = target
  const endpoint = {
    target,
    route: unixSocket === undefined ? route : { ...route, unixSocket },
    compresses,
  }
  return prepared(new GrpcCaller(endpoint, context))
}

function unreadable(): Failed {
  return failed('answer-unreadable', {
    reason: `the server sent a line of metadata, or a status message, of more than ${formatSize(longestLine)}, which HTTP/2 of Node cannot read`,
    hint: 'Let the server send less of it: what is large belongs into messages.',
  })
}

function tooMuch({ messages }: CallEnd): Failed {
  return failed('messages-too-large', {
    reason: `the messages of the answer have more than ${formatSize(bodyLimit)} together: ended after ${plural(messages.length, 'message')}`,
    hint: 'Write `max-messages: 100` to end a stream after as many as are of interest.',
  })
}

/** The end of a call in the words of this program where the server itself said nothing; `timeout` is in milliseconds. */
function inOurWords(end: CallEnd, timeout: number): CallEnd {
  const [, http] = /^Received HTTP status code (\d+)$/.exec(end.statusMessage) ?? []
  // grpc-js never ends a call itself without words.
  const isServers = end.isServers || end.statusMessage === ''
  if (end.status === 'OK' || (isServers && http === undefined)) return end
  const type = headerValue(end.headers ?? [], 'content-type') ?? 'application/grpc'
  if (http !== undefined && http !== '200')
    return { ...end, statusMessage: `the server answered with the HTTP status ${http}` }
  // A page is read as if it were messages, and what is wrong with those says nothing.
  if (!/^application\/grpc\b/i.test(type))
    return { ...end, status: 'UNKNOWN', statusMessage: `the answer is none of gRPC, but ${type}` }
  return { ...end, statusMessage: ownMessage(end, http === '200', timeout) }
}

/** The message in place of a text of grpc-js. */
function ownMessage(end: CallEnd, hasNoStatus: boolean, timeout: number): string {
  const { status, statusMessage, messages } = end
  const after = messages.length === 0 ? '' : ` after ${plural(messages.length, 'message')}`
  if (status === 'DEADLINE_EXCEEDED' && statusMessage.startsWith('Deadline exceeded'))
    return `no end of the call within ${formatDuration(timeout)}${after} (timeout)`
  const [, code] = /RST_STREAM with code (\d+)/.exec(statusMessage) ?? []
  if (hasNoStatus || code === '0') return `the server ended the stream without a status${after}`
  if (code !== undefined) return `the server reset the stream (HTTP/2 error ${code})${after}`
  const [, size, most] = /larger than max \((\d+) vs\.? (\d+)\)/.exec(statusMessage) ?? []
  if (size !== undefined && most !== undefined)
    return `a message of the answer has ${formatSize(Number(size))}, more than the ${formatSize(Number(most))} that are taken`
  const [, unpacked] = /decompresses to a size larger than (\d+)/.exec(statusMessage) ?? []
  if (unpacked !== undefined)
    return `a message of the answer unpacks to more than the ${formatSize(Number(unpacked))} that are taken`
  if (statusMessage.startsWith('Failed to decompress'))
    return 'a message of the answer is packed, and cannot be unpacked'
  return status === 'UNAVAILABLE' && lost.test(statusMessage)
    ? `the connection was lost${after}`
    : statusMessage
}

/** The words of grpc-js, and of the system, for a connection that is gone; other words are the server's. */
const lost =
  /^(Connection dropped|No connection established|Channel closed|Stream refused|Write failed|(read|write) E[A-Z]+)/
