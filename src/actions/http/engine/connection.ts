import type { X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { HeaderList } from '../../../model/exchange.ts'
import type { ConnectTimes } from '../../transport/connect-times.ts'
import type { Route } from '../../transport/route.ts'
import { EngineError, noStatus } from './engine-error.ts'
import { interimLimit } from './limits.ts'
import type { AnswerHead, WireBody } from './wire.ts'

/** A keep-alive connection to an origin. It takes one request at a time, and connects again by itself when it has to. */
export interface Connection {
  /** Requests with the same key may use it. */
  readonly key: string
  /** When the parts of connecting ended; undefined when the present request needed no new connection. */
  readonly times: ConnectTimes | undefined
  /** True where the present request goes by HTTP/2. */
  readonly isHttp2: boolean
  /** That of the server, where TLS is spoken with it. */
  readonly certificate: X509Certificate | undefined
  /** True where all of the present request has gone out. */
  readonly isWritten: boolean
  /** Sends a request, once it stands. */
  send(message: Message, taker: AnswerTaker): void
  /** Lets the rest of an answer wait until `release`. */
  hold(): void
  release(): void
  /** Closes it for good, even while it is still connecting; what was sent by it is told nothing more. */
  destroy(): void
}

/** A request as a connection takes it. */
export interface Message {
  readonly path: string
  readonly method: string
  /** Names and values in turn. */
  readonly headers: readonly string[]
  readonly body?: WireBody | undefined
}

/** The head of an answer, with what it says of its body. */
export interface ReceivedHead extends AnswerHead {
  /** The header content-encoding. */
  readonly codings: string | undefined
  /** The header content-type. */
  readonly contentType: string | undefined
}

/**
 * The receiver of an answer as it comes: any number of interim ones, then all of it at once by `answered`, or a head,
 * pieces, and `ended`; or, at any point, `failed`. Of these three one, once, and nothing behind it.
 */
export interface AnswerTaker {
  /** The connection stands, and the request is written now; `hasWaited` unless that is when it was given to be sent. */
  sending(hasWaited: boolean): void
  /** The first byte of an answer is there, which may be an interim one: when, on the clock of `monotonicTime()`. */
  begun(at: number): void
  /** The answer that had begun was an interim one (1xx). */
  interim(): void
  head(head: ReceivedHead): void
  /** The next bytes of the body: those from `start` to `end`, which stand there only until this returns. */
  piece(bytes: Buffer, start: number, end: number): void
  ended(trailers: HeaderList, at: number): void
  /** A short answer, whose body has a byte in each character, came in one piece. */
  answered(head: ReceivedHead, body: string, at: number): void
  failed(error: Error, reach?: Reach): void
}

/**
 * How far a request certainly has not come that failed: nothing of it went out, or the server said that it has not begun with it
 * (RFC 9113 section 8.7). Either way it may be sent again, whatever its method.
 */
export type Reach = 'unsent' | 'refused'

/** A request goes out again so often at most after it was not begun with: a server that refuses all of them has to come to an end. */
export const mostRefusals = 5

/** Why an interim answer with this status, the `count`th of its exchange, is a fault; undefined when it is none. */
export function interimFault(status: number, count: number): EngineError | undefined {
  if (status < 100) return noStatus(status)
  if (status === 101) return new EngineError('UNASKED_UPGRADE')
  return count > interimLimit ? new EngineError('TOO_MANY_INTERIM') : undefined
}

/** The certificate of the server at the other end of a socket that stands: there is none once that is closed. */
export function certificateOf(socket: Socket, origin: string): X509Certificate | undefined {
  // A proxy with TLS of its own may stand before a server without.
  if (!('getPeerX509Certificate' in socket) || !origin.startsWith('https:')) return undefined
  return (socket as TLSSocket).getPeerX509Certificate()
}

/** Makes the key that requests must have in common to share a connection. */
export function connectionKey(origin: string, route: Route | undefined): string {
  return route === undefined ? origin : `${origin} ${route.key}`
}
