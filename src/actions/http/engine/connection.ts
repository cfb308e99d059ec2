import type { Socket } from 'node:net'
import type { buildConnector, Dispatcher } from 'undici'
import Client from 'undici/lib/dispatcher/client.js'
import { holdReads, type HeldReads } from './hold-reads.ts'
import { headerLimit, idleTimeout } from './limits.ts'
import { openPlainSocket, type ConnectTimes } from './plain-socket.ts'
import { skipContinue } from './skip-continue.ts'

/**
 * One keep-alive connection to an origin. It takes one request at a time, and connects again by itself when the server
 * has closed it in between.
 */
export class Connection {
  readonly origin: string
  /** When the parts of connecting ended; undefined when the present request needed no new connection. */
  times: ConnectTimes | undefined
  readonly #client: Client
  #socket: Socket | undefined
  #reads: HeldReads | undefined
  #expectAnswer: (() => void) | undefined
  #destroyed = false

  constructor(origin: string) {
    this.origin = origin
    this.#client = new Client(origin, {
      pipelining: 1,
      // An attempt has one time limit over all its parts, and keeps it itself.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: headerLimit,
      keepAliveTimeout: idleTimeout,
      connect: (options, callback) => {
        this.times = {}
        void this.#open(options, this.times, callback)
      },
    })
  }

  /** Sends a request. */
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.times = undefined
    this.#expectAnswer?.()
    this.#client.dispatch(options, handler)
  }

  /** Lets the rest of an answer wait until `release`. */
  hold(): void {
    this.#reads?.hold()
  }

  release(): void {
    this.#reads?.release()
  }

  /** Closes it at once, even while it is still connecting. */
  async destroy(): Promise<void> {
    this.#destroyed = true
    this.#socket?.destroy()
    await this.#client.destroy()
  }

  async #open(
    options: buildConnector.Options,
    times: ConnectTimes,
    callback: buildConnector.Callback,
  ): Promise<void> {
    // Most suites never need TLS, which takes some milliseconds to load.
    const open =
      options.protocol === 'https:' ? (await import('./tls-socket.ts')).openTlsSocket : openPlainSocket
    if (this.#destroyed) return
    this.#socket = open(options, times, callback)
    this.#reads = holdReads(this.#socket)
    this.#expectAnswer = skipContinue(this.#socket)
  }
}
