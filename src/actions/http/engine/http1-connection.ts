import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'
import Client from 'undici/lib/dispatcher/client.js'
import type { ConnectTimes } from '../../transport/connect-times.ts'
import { answerOn, openPlainSocket } from '../../transport/plain-socket.ts'
import type { Route } from '../../transport/route.ts'
import { type Connection, connectionKey, type Message, type MessageHandler } from './connection.ts'
import { type Forwarding, forwardingOf } from './forwarding.ts'
import { headerLimit, idleTimeout } from './limits.ts'
import { skipContinue } from './skip-continue.ts'
import { targetOf } from './target-of.ts'

/** A socket that is already open, to begin with. */
export interface ReadySocket {
  readonly socket: Socket
  readonly times: ConnectTimes
}

/** A connection that speaks HTTP/1.1, by undici. */
export class Http1Connection implements Connection {
  readonly key: string
  readonly isHttp2 = false
  times: ConnectTimes | undefined
  readonly #origin: string
  readonly #client: Client
  readonly #route: Route | undefined
  readonly #forwarding: Forwarding | undefined
  readonly #closing = new AbortController()
  #ready: ReadySocket | undefined
  #socket: Socket | undefined
  #reads: HeldReads | undefined
  #expectAnswer: (() => void) | undefined

  constructor(origin: string, route: Route | undefined, ready?: ReadySocket) {
    this.key = connectionKey(origin, route)
    this.#origin = origin
    this.#route = route
    this.#ready = ready
    this.#forwarding = route && forwardingOf(origin, route)
    this.#client = new Client(origin, {
      pipelining: 1,
      // An attempt has one time limit over all its parts, and keeps it itself.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: headerLimit,
      keepAliveTimeout: idleTimeout,
      connect: (options, callback) => {
        this.#connect(options, callback)
      },
    })
  }

  dispatch(message: Message, handler: MessageHandler): void {
    this.times = undefined
    this.#expectAnswer?.()
    // Its types say that trailers are texts; they are bytes like the other lines.
    const taker = handler as unknown as Parameters<Client['dispatch']>[1]
    this.#client.dispatch(this.#forwarding?.(message) ?? message, taker)
  }

  hold(): void {
    this.#reads?.hold()
  }

  release(): void {
    this.#reads?.release()
  }

  async destroy(): Promise<void> {
    this.#closing.abort()
    this.#ready?.socket.destroy()
    this.#socket?.destroy()
    await this.#client.destroy()
  }

  #connect(options: buildConnector.Options, callback: buildConnector.Callback): void {
    const ready = this.#ready
    this.#ready = undefined
    this.times = ready?.times ?? {}
    if (ready !== undefined) {
      this.#take(ready.socket)
      // Undici does not go on when it is called back while it still asks.
      queueMicrotask(() => {
        callback(null, ready.socket)
      })
    } else if (this.#route === undefined && options.protocol === 'http:') {
      const socket = openPlainSocket(targetOf(this.#origin), this.times)
      this.#take(socket)
      answerOn(socket, 'connect', callback)
    } else void this.#connectByRoute(this.times, callback)
  }

  async #connectByRoute(times: ConnectTimes, callback: buildConnector.Callback): Promise<void> {
    const opening = { times, signal: this.#closing.signal, protocols: ['http/1.1'], forwards: true }
    try {
      // Most suites need neither TLS nor anything else of it, which takes some milliseconds to load.
      const { openSocket, straightRoute } = await import('../../transport/index.ts')
      const socket = await openSocket(targetOf(this.#origin), this.#route ?? straightRoute, opening)
      this.#take(socket)
      callback(null, socket)
    } catch (error) {
      if (!this.#closing.signal.aborted) callback(error as Error, null)
    }
  }

  #take(socket: Socket): void {
    this.#socket = socket
    this.#reads = holdReads(socket)
    this.#expectAnswer = skipContinue(socket)
  }
}

/** A way to let a socket's data wait. */
interface HeldReads {
  hold(): void
  release(): void
}

/**
 * Lets what comes on a socket wait before it reaches undici, while a decoder is busy. Undici's own way, to answer false
 * in `onData`, ends the process with an assertion when the connection ends with the piece that was answered so.
 */
function holdReads(socket: Socket): HeldReads {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null
  let held = false
  socket.read = (size?: number): Buffer | null => (held ? null : read(size))
  return {
    hold: () => {
      held = true
    },
    release: () => {
      if (!held) return
      held = false
      // Later, because undici may be in the middle of what it has read.
      process.nextTick(() => socket.emit('readable'))
    },
  }
}
