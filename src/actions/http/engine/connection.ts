import type { Readable } from 'node:stream'
import type { ConnectTimes } from '../../transport/connect-times.ts'
import type { Route } from '../../transport/route.ts'

/** A keep-alive connection to an origin. It takes one request at a time, and connects again by itself when it has to. */
export interface Connection {
  /** Requests with the same key may use it. */
  readonly key: string
  /** When the parts of connecting ended; undefined when the present request needed no new connection. */
  readonly times: ConnectTimes | undefined
  /** Whether the present request goes by HTTP/2. */
  readonly isHttp2: boolean
  /** Sends a request. */
  dispatch(message: Message, handler: MessageHandler): void
  /** Lets the rest of an answer wait until `release`. */
  hold(): void
  release(): void
  /** Closes it at once, even while it is still connecting. */
  destroy(): Promise<void>
}

/** A request as a connection takes it. */
export interface Message {
  readonly path: string
  readonly method: string
  /** Names and values in turn. */
  readonly headers: string[]
  readonly body: Buffer | Readable | null
}

/** Callbacks for an answer: undici's original handler interface. */
export interface MessageHandler {
  onConnect(abort: (error?: Error) => void): void
  onResponseStarted(): void
  onHeaders(status: number, lines: Buffer[], resume: () => void, statusText: string): boolean
  onData(chunk: Buffer): boolean
  /** With the header lines behind the body. */
  onComplete(trailers: readonly Buffer[]): void
  onError(error: Error): void
}

/** What requests must have in common to share a connection. */
export function connectionKey(origin: string, route: Route | undefined): string {
  return route === undefined ? origin : `${origin} ${route.key}`
}
