import type { Socket } from 'node:net'
import type { HeaderList } from '../../../model/exchange.ts'
import type { AnswerTaker, Message } from './connection.ts'
import { EngineError } from './engine-error.ts'
import type { Head } from './http1-head.ts'
import { Http1Reader, type ReaderEvents } from './http1-reader.ts'
import { requestForm, type RequestForm, requestHead, StreamedRequest, writeWhole } from './http1-writer.ts'
import type { WireBody } from './wire.ts'
import { monotonicTime } from '../../../util/monotonic-time.ts'

/** The form of the last request without a body, and its host: connections to one server mostly have the same. */
let lastForm: { readonly form: RequestForm; readonly host: string } | undefined

function formOf(message: Message, host: string): RequestForm {
  const { method, headers, body } = message
  if (body !== undefined) return requestForm(message, host)
  if (lastForm?.host !== host || lastForm.form.method !== method || lastForm.form.headers !== headers)
    lastForm = { form: requestForm(message, host), host }
  return lastForm.form
}

/** A socket that speaks HTTP/1.1: one request at a time, until it is closed. */
export class Http1Socket implements ReaderEvents {
  /** True where it takes a request. */
  isOpen = true
  /**
   * True where more may have come behind its last answer, which would be read as the answer to the next request: behind the
   * first one, as nothing is known of the server yet, and behind one without a body, for a server that sends one all the same
   * may send it apart from the head.
   */
  mayHaveMore = false
  readonly #host: string
  readonly #reader = new Http1Reader(this)
  #socket: Socket | undefined
  /** Takes the answer to the request that is under way; undefined between requests. */
  #taker: AnswerTaker | undefined
  #stream: StreamedRequest | undefined
  /** That of the last request, if it had no body: the next is often of the same. */
  #form: RequestForm | undefined
  #keepsOpen = true
  #isNew = true
  #isHeld = false
  #idleUntil = 0
  #idleTimer: NodeJS.Timeout | undefined
  #wakesAt = 0
  /** True where some of the present request may have gone out. */
  #hasWritten = false
  /** The error that kept the present request from going out whole. */
  #unwritable: Error | undefined

  /** `host` is for requests that name none. */
  constructor(host: string) {
    this.#host = host
  }

  /** Speaks over this socket, which stands or is connecting; `readsItself` unless somebody else calls `read`. */
  use(socket: Socket, readsItself: boolean): void {
    this.#socket = socket
    // A request that waits for an answer has a time limit, which keeps the process; a connection alone does not.
    socket.unref()
    // Data that is not in bytes is text with a byte in each character; to say so with each text takes longer.
    socket.setDefaultEncoding('latin1')
    socket.on('error', this.#onError).on('end', this.#onEnd).on('close', this.#onEnd)
    this.#readOnWhereWritingFails(socket)
    if (readsItself)
      socket.on('data', (bytes: Buffer) => {
        this.read(bytes.length, bytes)
      })
  }

  /** Sends a request, as soon as the socket stands. `hasWaited` unless it is one that is sent when it was given. */
  send(message: Message, taker: AnswerTaker, hasWaited: boolean): void {
    const socket = this.#socket
    if (socket === undefined) return
    this.#taker = taker
    this.#hasWritten = false
    this.#reader.expect(message.method, taker)
    if (socket.connecting) {
      socket.once('connect', () => {
        if (this.#taker === taker) this.send(message, taker, true)
      })
      return
    }
    try {
      const { method, path, headers, body } = message
      let form = this.#form
      if (body !== undefined || form?.method !== method || form.headers !== headers)
        form = formOf(message, this.#host)
      const head = requestHead(form, path)
      this.#form = body === undefined ? form : undefined
      this.#keepsOpen = form.keepsOpen
      this.#stream = undefined
      taker.sending(hasWaited)
      if (body === undefined) socket.write(head)
      else this.#writeWithBody(socket, head, form, body)
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      this.failed(error)
    }
  }

  /** True where all of the present request has gone out. */
  get isWritten(): boolean {
    const isHandedOver = this.#socket?.writableLength === 0 && this.#stream?.isWritten !== false
    return isHandedOver && this.#unwritable === undefined
  }

  /** Takes what came in: the first `length` of these bytes. */
  readonly read = (length: number, bytes: Buffer): true => {
    // Bytes that nobody asked for: whatever they are, no answer to the next request.
    if (this.#taker === undefined) this.destroy()
    else this.#reader.read(bytes, length, monotonicTime())
    return true
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
    this.isOpen = false
    this.#taker = undefined
    this.#reader.stop()
    this.#stream?.stop()
    clearTimeout(this.#idleTimer)
    this.#socket?.destroy()
  }

  answered(head: Head, body: string, isReusable: boolean, at: number): void {
    this.#free(head, isReusable, at)?.answered(head, body, at)
  }

  ended(trailers: HeaderList, isReusable: boolean, at: number): void {
    const { head } = this.#reader
    if (head !== undefined) this.#free(head, isReusable, at)?.ended(trailers, at)
  }

  failed(error: Error): void {
    const taker = this.#taker
    const unwritable = this.#unwritable
    this.destroy()
    if (unwritable === undefined) taker?.failed(error)
    else taker?.failed(unwritable, this.#hasWritten ? undefined : 'unsent')
  }

  /**
   * A server may answer before it has read all of a request, and close the connection: then writing fails while the answer waits
   * to be read. Node would close the socket, and with it throw away what has come. To be told nothing of the failure is the one
   * way to keep it from that; the end of what is read, which follows at once, tells it.
   */
  #readOnWhereWritingFails(socket: Socket): void {
    // A stream has one write under way at most.
    let waiting: (() => void) | undefined
    const written = (error?: Error | null): void => {
      if (error instanceof Error) this.#unwritable ??= error
      else waiting?.()
    }
    const write = socket._write.bind(socket)
    const writeMany = socket._writev?.bind(socket)
    socket._write = (chunk, encoding, callback) => {
      waiting = callback
      write(chunk, encoding, written)
      // Of what fails at once nothing has gone out.
      this.#hasWritten ||= this.#unwritable === undefined
    }
    socket._writev = (chunks, callback) => {
      waiting = callback
      writeMany?.(chunks, written)
      this.#hasWritten ||= this.#unwritable === undefined
    }
  }

  #writeWithBody(socket: Socket, head: string, { isChunked }: RequestForm, body: WireBody): void {
    if (Buffer.isBuffer(body)) writeWhole(socket, head, body)
    else if (body.size === 0) socket.write(head)
    else {
      const failed = (error: Error): void => {
        this.failed(error)
      }
      this.#stream = new StreamedRequest(socket, { head, isChunked }, body, failed)
    }
  }

  /** The answer is whole: another request may come for some time, if it can. Gives who took the answer. */
  #free({ idleTime, framing }: Head, isReusable: boolean, now: number): AnswerTaker | undefined {
    const taker = this.#taker
    this.#taker = undefined
    this.mayHaveMore = this.#isNew || framing === 'none'
    this.#isNew = false
    // An answer may be there before its request has gone out.
    if (isReusable && this.#keepsOpen && this.isWritten && idleTime > 0) {
      this.#idleUntil = now + idleTime
      if (this.#idleTimer === undefined || this.#wakesAt > this.#idleUntil) {
        clearTimeout(this.#idleTimer)
        this.#wakeIn(idleTime, now)
      }
    } else this.destroy()
    return taker
  }

  /** A timer for many requests: to start one for each takes longer than to look at the clock. */
  #wakeIn(milliseconds: number, now: number): void {
    this.#wakesAt = now + milliseconds
    this.#idleTimer = setTimeout(() => {
      const then = monotonicTime()
      const left = this.#idleUntil - then
      this.#idleTimer = undefined
      if (this.#taker !== undefined) return
      if (left <= 0) this.destroy()
      else this.#wakeIn(left, then)
    }, milliseconds).unref()
  }

  readonly #onError = (error: Error): void => {
    this.failed(error)
  }

  readonly #onEnd = (): void => {
    this.#reader.end(monotonicTime())
    this.destroy()
  }
}
