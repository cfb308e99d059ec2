import { performance } from 'node:perf_hooks'
import type { Socket } from 'node:net'
import type { HeaderList } from '../../../model/exchange.ts'
import type { AnswerTaker, Message } from './connection.ts'
import { EngineError } from './engine-error.ts'
import { Http1Reader, type ReaderEvents } from './http1-reader.ts'
import { requestHead, StreamedRequest, writeWhole } from './http1-writer.ts'
import { idleMargin, idleTimeout, longestIdle } from './limits.ts'

/** A socket that speaks HTTP/1.1: one request at a time, until it is closed. */
export class Http1Socket implements ReaderEvents {
  readonly #host: string
  readonly #reader = new Http1Reader(this)
  readonly #isLent: boolean
  #socket: Socket | undefined
  /** Takes the answer to the request that is under way; undefined between requests. */
  #taker: AnswerTaker | undefined
  #stream: StreamedRequest | undefined
  #keepsOpen = true
  #isOpen = true
  #isHeld = false
  #idleUntil = 0
  #idleTimer: NodeJS.Timeout | undefined
  #wakesAt = 0

  /** `host` is for requests that name none. `isLent` says that the bytes given to `read` are those of somebody else. */
  constructor(host: string, isLent: boolean) {
    this.#host = host
    this.#isLent = isLent
  }

  /** Whether it takes a request. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Speaks over this socket, which stands or is connecting; `readsItself` unless somebody else calls `read`. */
  use(socket: Socket, readsItself: boolean): void {
    this.#socket = socket
    // What waits for an answer has a time limit, which keeps the process; a connection alone does not.
    socket.unref()
    socket.on('error', this.#onError).on('end', this.#onEnd).on('close', this.#onEnd)
    if (readsItself)
      socket.on('data', (bytes: Buffer) => {
        this.read(bytes, bytes.length)
      })
  }

  /** Sends a request, as soon as the socket stands. */
  send(message: Message, taker: AnswerTaker): void {
    this.#taker = taker
    this.#reader.expect(message.method, taker)
    const socket = this.#socket
    if (socket?.connecting === true)
      socket.once('connect', () => {
        if (this.#taker === taker) this.#write(socket, message, taker)
      })
    else if (socket !== undefined) this.#write(socket, message, taker)
  }

  /** Takes what came in. */
  readonly read = (bytes: Buffer, length: number): void => {
    // Bytes that nobody asked for: whatever they are, no answer to the next request.
    if (this.#taker === undefined) this.destroy()
    else this.#reader.read(bytes, length)
  }

  hold(): void {
    this.#isHeld = true
    this.#socket?.pause()
  }

  release(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    this.#socket?.resume()
  }

  /** Closes it. What is under way is told nothing more. */
  destroy(): void {
    this.#isOpen = false
    this.#taker = undefined
    this.#stream?.stop()
    clearTimeout(this.#idleTimer)
    this.#socket?.destroy()
  }

  piece(bytes: Buffer, start: number, end: number): void {
    const piece = bytes.subarray(start, end)
    this.#taker?.piece(this.#isLent ? Buffer.from(piece) : piece)
  }

  ended(trailers: HeaderList, isReusable: boolean): void {
    const taker = this.#taker
    this.#taker = undefined
    const idle = this.#idleTime()
    if (isReusable && this.#keepsOpen && this.#isWritten && idle > 0) this.#rest(idle)
    else this.destroy()
    taker?.ended(trailers)
  }

  failed(error: Error): void {
    const taker = this.#taker
    this.destroy()
    taker?.failed(error)
  }

  #write(socket: Socket, message: Message, taker: AnswerTaker): void {
    try {
      const head = requestHead(message, this.#host)
      const { text } = head
      this.#keepsOpen = head.keepsOpen
      this.#stream = undefined
      taker.sending()
      const { body } = message
      if (body === undefined || Buffer.isBuffer(body)) writeWhole(socket, text, body)
      else if (body.size === 0) writeWhole(socket, text, undefined)
      else
        this.#stream = new StreamedRequest(socket, head, body, error => {
          this.failed(error)
        })
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      this.failed(error)
    }
  }

  /** Whether the request has gone out: an answer may be there before. */
  get #isWritten(): boolean {
    return this.#socket?.writableLength === 0 && this.#stream?.isWritten !== false
  }

  /** Milliseconds for which another request may come. */
  #idleTime(): number {
    const seconds = this.#reader.head?.keepAliveSeconds
    return seconds === undefined ? idleTimeout : Math.min(seconds * 1000 - idleMargin, longestIdle)
  }

  #rest(milliseconds: number): void {
    this.#idleUntil = performance.now() + milliseconds
    if (this.#idleTimer !== undefined && this.#wakesAt <= this.#idleUntil) return
    clearTimeout(this.#idleTimer)
    this.#wakeIn(milliseconds)
  }

  /** A timer for many requests: to start one for each takes longer than to look at the clock. */
  #wakeIn(milliseconds: number): void {
    this.#wakesAt = performance.now() + milliseconds
    this.#idleTimer = setTimeout(() => {
      const left = this.#idleUntil - performance.now()
      this.#idleTimer = undefined
      if (this.#taker !== undefined) return
      if (left <= 0) this.destroy()
      else this.#wakeIn(left)
    }, milliseconds).unref()
  }

  readonly #onError = (error: Error): void => {
    this.failed(error)
  }

  readonly #onEnd = (): void => {
    this.#reader.end()
    this.destroy()
  }
}
