import type { X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import type { ConnectTimes } from '../../transport/connect-times.ts'
import { openPlainSocket } from '../../transport/plain-socket.ts'
import type { Route } from '../../transport/route.ts'
import { SocketReader } from '../../transport/socket-reader.ts'
import {
  type AnswerTaker,
  certificateOf,
  type Connection,
  connectionKey,
  type Message,
} from './connection.ts'
import { type Forwarding, forwardingOf } from './forwarding.ts'
import { Http1Socket } from './http1-socket.ts'
import { targetOf } from './target-of.ts'

/** A socket that is already open, to begin with. */
export interface ReadySocket {
  readonly socket: Socket
  readonly times: ConnectTimes
  readonly reader: SocketReader
}

/** A connection that speaks HTTP/1.1. */
export class Http1Connection implements Connection {
  readonly key: string
  readonly isHttp2 = false
  times: ConnectTimes | undefined
  certificate: X509Certificate | undefined
  readonly #origin: string
  readonly #route: Route | undefined
  readonly #forwarding: Forwarding | undefined
  #ready: ReadySocket | undefined
  #socket: Http1Socket | undefined
  #isDestroyed = false
  /** Ends connecting by a route. */
  #closing: AbortController | undefined

  constructor(origin: string, route: Route | undefined, ready?: ReadySocket) {
    this.key = connectionKey(origin, route)
    this.#origin = origin
    this.#route = route
    this.#ready = ready
    this.#forwarding = route && forwardingOf(origin, route)
  }

  get isWritten(): boolean {
    return this.#socket?.isWritten === true
  }

  send(message: Message, taker: AnswerTaker): void {
    const written = this.#forwarding === undefined ? message : this.#forwarding(message)
    const socket = this.#socket
    if (socket?.isOpen !== true) this.#connect(written, taker)
    else {
      this.times = undefined
      if (socket.mayHaveMore) this.#sendSoon(socket, written, taker)
      else socket.send(written, taker, false)
    }
  }

  hold(): void {
    this.#socket?.hold()
  }

  release(): void {
    this.#socket?.release()
  }

  destroy(): void {
    this.#isDestroyed = true
    this.#closing?.abort()
    this.#ready?.socket.destroy()
    this.#socket?.destroy()
  }

  /** Sends a request when the socket has read what is there already: should there be anything, by another one. */
  #sendSoon(socket: Http1Socket, message: Message, taker: AnswerTaker): void {
    // In the second turn from now on it has been asked for.
    setImmediate(() => {
      setImmediate(() => {
        if (this.#isDestroyed) return
        if (socket.isOpen) socket.send(message, taker, true)
        else this.#connect(message, taker)
      })
    })
  }

  #connect(message: Message, taker: AnswerTaker): void {
    const ready = this.#ready
    this.#ready = undefined
    this.times = ready?.times ?? {}
    if (ready !== undefined) this.#speak(ready, message, taker)
    else if (this.#route === undefined && this.#origin.startsWith('http:')) {
      const http1 = (this.#socket = new Http1Socket(this.#host))
      http1.use(openPlainSocket(targetOf(this.#origin), this.times, http1.read), false)
      http1.send(message, taker, true)
    } else void this.#connectByRoute(this.times, message, taker)
  }

  async #connectByRoute(times: ConnectTimes, message: Message, taker: AnswerTaker): Promise<void> {
    const closing = (this.#closing = new AbortController())
    const reader = new SocketReader()
    const opening = { times, signal: closing.signal, protocols: ['http/1.1'], forwards: true, reader }
    let socket: Socket
    try {
      // Most suites need neither TLS nor anything else of it, which takes some milliseconds to load.
      const { openSocket, straightRoute } = await import('../../transport/index.ts')
      socket = await openSocket(targetOf(this.#origin), this.#route ?? straightRoute, opening)
    } catch (error) {
      if (!closing.signal.aborted) taker.failed(error as Error)
      return
    }
    if (closing.signal.aborted) socket.destroy()
    else this.#speak({ socket, times, reader }, message, taker)
  }

  #speak({ socket, reader }: ReadySocket, message: Message, taker: AnswerTaker): void {
    this.certificate = certificateOf(socket, this.#origin)
    const http1 = (this.#socket = new Http1Socket(this.#host))
    http1.use(socket, !reader.isInUse)
    http1.send(message, taker, true)
    reader.handTo(http1.read)
  }

  /** Host and port of the URL. */
  get #host(): string {
    return this.#origin.slice(this.#origin.indexOf('//') + 2)
  }
}
