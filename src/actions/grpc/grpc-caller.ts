import { formatDuration, plural } from '../../util/quantity.ts'
import type { ActionContext } from '../action.ts'
import { failed, prepared, type Failed, type Prepared } from '../failure.ts'
import type { ConnectTimes } from '../transport/connect-times.ts'
import { straightRoute } from '../transport/index.ts'
import { routeOf } from '../transport/route-of.ts'
import { describeConnection } from './connection-faults.ts'
import type { GrpcTarget } from './grpc-target.ts'
import { type CallEnd, type CallRequest, makeCall } from './wire/call.ts'
import type { Endpoint, GrpcChannel } from './wire/grpc-channel.ts'
import { channelsOf } from './wire/grpc-channels.ts'

/** Makes calls to one place within one time limit. */
export class GrpcCaller {
  readonly endpoint: Endpoint
  readonly #context: ActionContext
  readonly #startedAt = performance.now()
  #opened: ConnectTimes | undefined

  constructor(endpoint: Endpoint, context: ActionContext) {
    this.endpoint = endpoint
    this.#context = context
  }

  /** Milliseconds that are left of the time limit; at least one, so that what ends a call then is the deadline. */
  get timeLeft(): number {
    return Math.max(this.#context.timeout - (performance.now() - this.#startedAt), 1)
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
      return failed('Network Error', 'interrupted before the answer was complete')
    if (end.isServers || end.headers !== undefined || end.status === 'OK' || end.capped)
      return prepared(this.#inOurWords(end))
    return this.#withoutAnswer(channel, end)
  }

  async #withoutAnswer(channel: GrpcChannel, end: CallEnd): Promise<Prepared<CallEnd>> {
    const isTimeout = end.status === 'DEADLINE_EXCEEDED'
    if (channel.isReady || (end.status !== 'UNAVAILABLE' && !isTimeout))
      return prepared(this.#inOurWords(end))
    const failure = await describeConnection(channel, this.endpoint, this.#context, isTimeout)
    channelsOf(this.#context.resources).drop(this.endpoint, channel)
    return { ok: false, failure } satisfies Failed
  }

  /** What grpc-js says itself where the server said nothing. */
  #inOurWords(end: CallEnd): CallEnd {
    if (end.isServers || end.status === 'OK') return end
    const statusMessage = this.#localMessage(end)
    return { ...end, statusMessage }
  }

  #localMessage({ status, statusMessage, messages }: CallEnd): string {
    const after = messages.length === 0 ? '' : ` after ${plural(messages.length, 'message')}`
    if (status === 'DEADLINE_EXCEEDED')
      return `no end of the call within ${formatDuration(this.#context.timeout)}${after} (timeout)`
    const [, code] = /RST_STREAM with code (\d+)/.exec(statusMessage) ?? []
    if (code === '0') return `the server ended the stream without a status${after}`
    if (code !== undefined) return `the server reset the stream (HTTP/2 error ${code})${after}`
    const [, size, most] = /larger than max \((\d+) vs\.? (\d+)\)/.exec(statusMessage) ?? []
    if (size !== undefined && most !== undefined)
      return `a message of the answer has ${size} bytes, more than the ${most} that are taken`
    return status === 'UNAVAILABLE' ? `the connection was lost${after}` : statusMessage
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
