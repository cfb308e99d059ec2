import { failed } from '../../failure.ts'
import type { X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import type { ConnectTimes } from '../../transport/connect-times.ts'
import type { Route } from '../../transport/route.ts'
import { SocketReader } from '../../transport/socket-reader.ts'
import { TransportError } from '../../transport/transport-error.ts'
import {
  type AnswerTaker,
  certificateOf,
  type Connection,
  connectionKey,
  type Message,
} from './connection.ts'
import { Http1Connection, type ReadySocket } from './http1-connection.ts'
import type { Http2Session } from './http2-session.ts'
import { targetOf } from './target-of.ts'

/**
 * A connection that speaks HTTP/2 where the server offers it in the TLS handshake, and HTTP/1.1 otherwise; where the
 * settings insist on HTTP/2, it speaks it or fails. Without TLS insisting means that the server is known to speak it (RFC
 * 9113 section 3.3).
 */
export class NegotiatedConnection implements Connection {
  readonly key: string
  #certificate: X509Certificate | undefined
  readonly #origin: string
  readonly #route: Route | undefined
  readonly #closing = new AbortController()
  #times: ConnectTimes | undefined
  #http1: Http1Connection | undefined
  #http2: Http2Session | undefined

  constructor(origin: string, route: Route | undefined) {
    this.key = connectionKey(origin, route)
    this.#origin = origin
    this.#route = route
  }

  get times(): ConnectTimes | undefined {
    return this.#http1 === undefined ? this.#times : this.#http1.times
  }

  get certificate(): X509Certificate | undefined {
    return this.#http1 === undefined ? this.#certificate : this.#http1.certificate
  }

  get #insists(): boolean {
    return this.#route?.httpVersion === '2'
  }

  get isHttp2(): boolean {
    return this.#http2 !== undefined
  }

  get isWritten(): boolean {
    return this.#http1?.isWritten ?? this.#http2?.isWritten ?? false
  }

  send(message: Message, taker: AnswerTaker): void {
    this.#times = undefined
    if (this.#http1 !== undefined) this.#http1.send(message, taker)
    else if (this.#http2?.isOpen === true) this.#http2.send(message, taker)
    else void this.#connect(message, taker)
  }

  hold(): void {
    this.#http1?.hold()
    this.#http2?.hold()
  }

  release(): void {
    this.#http1?.release()
    this.#http2?.release()
  }

  destroy(): void {
    this.#closing.abort()
    this.#http2?.destroy()
    this.#http1?.destroy()
  }

  async #connect(message: Message, taker: AnswerTaker): Promise<void> {
    this.#http2?.destroy()
    const times = (this.#times = {})
    const reader = new SocketReader()
    try {
      const socket = await this.#open(times, reader)
      await this.#speak({ socket, times, reader })
    } catch (error) {
      if (this.#closing.signal.aborted) return
      taker.failed(this.#insists && isAboutProtocol(error) ? this.#notOffered() : (error as Error))
      return
    }
    // It may have been given up while it was loaded what speaks it.
    if (this.#closing.signal.aborted) this.destroy()
    else if (this.#http1 === undefined) this.#http2?.send(message, taker)
    else this.#http1.send(message, taker)
  }

  async #open(times: ConnectTimes, reader: SocketReader): Promise<Socket> {
    // Most suites need none of it, and it takes some milliseconds to load.
    const { openSocket, straightRoute } = await import('../../transport/index.ts')
    const route = this.#route ?? straightRoute
    const protocols = this.#insists ? ['h2'] : ['h2', 'http/1.1']
    return openSocket(targetOf(this.#origin), route, {
      times,
      signal: this.#closing.signal,
      protocols,
      reader,
    })
  }

  async #speak(ready: ReadySocket): Promise<void> {
    const { socket, reader } = ready
    const chosen = 'alpnProtocol' in socket ? socket.alpnProtocol : undefined
    if (chosen !== 'h2' && !this.#insists) {
      this.#http1 = new Http1Connection(this.#origin, this.#route, ready)
      return
    }
    if (this.#origin.startsWith('https:') && chosen !== 'h2') {
      socket.destroy()
      throw this.#notOffered()
    }
    const { Http2Session } = await import('./http2-session.ts')
    // It reads what the socket has by itself, and from then on all that comes.
    this.#certificate = certificateOf(socket, this.#origin)
    for (const bytes of reader.takeEarly()) socket.push(bytes)
    this.#http2 = new Http2Session(this.#origin, socket)
  }

  #notOffered(): TransportError {
    return new TransportError(failed('http2-unoffered', { origin: this.#origin }))
  }
}

/** A server that knows none of the protocols offered may end the handshake (RFC 7301 section 3.2). */
function isAboutProtocol(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === noProtocol
}

const noProtocol = 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL'
