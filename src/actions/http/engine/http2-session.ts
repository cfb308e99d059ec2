import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type OutgoingHttpHeaders,
} from 'node:http2'
import type { Socket } from 'node:net'
import { headerValue } from '../../../model/header-value.ts'
import { type AnswerTaker, interimFault, type Message, type Reach } from './connection.ts'
import { EngineError } from './engine-error.ts'
import { headerBytes, headerListOf } from './header-list.ts'
import { Http2Error, http2ErrorName } from './http2-error.ts'
import { headerLimit, idleTimeout } from './limits.ts'
import { outliveStream } from './outlive-streams.ts'
import { monotonicTime } from '../../../util/monotonic-time.ts'

const {
  NGHTTP2_NO_ERROR: noError,
  NGHTTP2_REFUSED_STREAM: refusedStream,
  NGHTTP2_ENHANCE_YOUR_CALM: tooMuch,
} = constants

/** More header lines than this are no honest answer. */
const mostHeaders = 2000

/**
 * Node has a limit of lines, too, to which it does not always keep in a process with many connections of HTTP/2. It is out of the way
 * here: Node takes no more than 16 MiB of lines, each of which counts 32 bytes more than it has.
 */
const limitOfNode = Math.ceil(0xff_ff_ff / 32)

/** HTTP/2 over a socket that stands (RFC 9113), by node:http2. */
export class Http2Session {
  readonly #session: ClientHttp2Session
  readonly #socket: Socket
  readonly #origin: string
  #busy = false
  #stream: ClientHttp2Stream | undefined
  /** Takes the answer to the request that is under way. */
  #taker: AnswerTaker | undefined
  /** The reason that the server gives for ending the connection, and the last stream that it may have begun with. */
  #goodbye: { readonly code: number; readonly last: number } | undefined
  /** The error that ended the connection. A stream does not always hear of it. */
  #lost: Error | undefined

  constructor(origin: string, socket: Socket) {
    this.#origin = origin
    this.#socket = socket
    this.#session = connect(origin, {
      createConnection: () => socket,
      maxHeaderListPairs: limitOfNode,
      settings: { enablePush: false, maxHeaderListSize: headerLimit },
    })
    socket.once('error', error => (this.#lost = error))
    this.#session.on('goaway', (code: number, last: number) => (this.#goodbye = { code, last }))
    // A stream that is open hears of it, too.
    this.#session.on('error', () => undefined)
    this.#session.setTimeout(idleTimeout, () => {
      if (!this.#busy) this.#session.close()
    })
  }

  /** True where it takes requests. A server may have asked to send no more of them, or have gone. */
  get isOpen(): boolean {
    return !this.#session.closed && !this.#session.destroyed
  }

  /** True where all of the present request has gone out. */
  get isWritten(): boolean {
    return this.#stream?.writableEnded === true && this.#stream.writableLength === 0
  }

  destroy(): void {
    this.#taker = undefined
    this.#session.destroy()
    // Node waits for the server to close it, where that has said goodbye.
    this.#socket.destroy()
  }

  hold(): void {
    this.#stream?.pause()
  }

  release(): void {
    this.#stream?.resume()
  }

  send(message: Message, taker: AnswerTaker): void {
    this.#busy = true
    let stream: ClientHttp2Stream
    try {
      stream = this.#session.request(http2Headers(this.#origin, message), {
        endStream: message.body === undefined,
      })
    } catch (error) {
      taker.failed(error as Error, 'unsent')
      return
    }
    outliveStream(this.#session, stream)
    this.#stream = stream
    this.#taker = taker
    taker.sending(true)
    this.#listen(stream, taker)
    sendBody(stream, message.body, error => {
      this.#fail(taker, error)
    })
  }

  /** An exchange has failed: what is still told of it is not said again. */
  #fail(taker: AnswerTaker, error: Error, reach?: Reach): void {
    if (this.#taker !== taker) return
    this.#taker = undefined
    taker.failed(error, reach)
  }

  /**
   * How far a stream that has failed got: the server may not have begun with a stream that has failed (RFC 9113 sections
   * 6.8 and 8.7).
   */
  #reachOf({ id, rstCode }: ClientHttp2Stream): Reach | undefined {
    if (this.#goodbye === undefined) return rstCode === refusedStream ? 'refused' : undefined
    const { code, last } = this.#goodbye
    // With any other code it wants no more requests.
    if (code !== noError) return undefined
    if (id === undefined) return 'unsent'
    return id > last || rstCode === refusedStream ? 'refused' : undefined
  }

  #listen(stream: ClientHttp2Stream, taker: AnswerTaker): void {
    const isWhole = watchEnd(stream)
    let answered = false
    let interims = 0
    // The third argument, the lines as they came, is missing in the types.
    const onResponse: (...given: unknown[]) => void = (pseudo, _flags, lines) => {
      const excess = excessOf(lines as readonly string[])
      if (excess !== undefined) {
        stream.destroy(excess)
        return
      }
      answered = true
      taker.begun(monotonicTime())
      const head = linesOf(lines as readonly string[])
      const status = statusOf(pseudo)
      const fault = status < 200 ? interimFault(status, ++interims) : undefined
      if (fault !== undefined) stream.destroy(fault)
      else {
        const headers = headerListOf(head)
        const codings = headerValue(headers, 'content-encoding')
        const contentType = headerValue(headers, 'content-type')
        taker.head({ status, statusText: '', headers, codings, contentType })
      }
    }
    let trailers: readonly string[] = []
    const onTrailers: typeof onResponse = (_pseudo, _flags, lines) => {
      trailers = linesOf(lines as readonly string[])
      const excess = excessOf(trailers)
      if (excess !== undefined) stream.destroy(excess)
    }
    stream.on('response', onResponse)
    stream.on('trailers', onTrailers)
    const onInterim: typeof onResponse = (pseudo, _flags, lines) => {
      const fault = interimFault(statusOf(pseudo), ++interims) ?? excessOf(lines as readonly string[])
      if (fault === undefined) taker.interim()
      else stream.destroy(fault)
    }
    stream.on('headers', onInterim)
    stream.on('data', (chunk: Buffer) => {
      if (this.#taker === taker) taker.piece(chunk, 0, chunk.length)
    })
    const end = (error?: Error): void => {
      if (this.#taker !== taker) return
      // A whole answer counts, whatever the server thinks of the rest of the request. One with too many header lines is cut.
      const isOurs = isOwn(error) || stream.rstCode === tooMuch
      if (answered && isWhole() && stream.readableLength === 0 && !isOurs) {
        this.#taker = undefined
        taker.ended(headerListOf(trailers), monotonicTime())
      } else this.#fail(taker, this.#reasonOf(stream, error), this.#reachOf(stream))
    }
    stream.on('error', end)
    stream.on('close', () => {
      this.#busy = false
      end()
    })
  }

  /** Why a stream ended without a whole answer. */
  #reasonOf(stream: ClientHttp2Stream, error: NodeJS.ErrnoException = new Error('no answer')): Error {
    const { code = '', syscall } = error
    if (isOwn(error) || syscall !== undefined) return error
    if (this.#goodbye !== undefined) return new Http2Error('HTTP2_GOAWAY', http2ErrorName(this.#goodbye.code))
    if (invalid.has(code)) return new Http2Error('HTTP2_INVALID', error.message)
    const isReset = code === 'ERR_HTTP2_STREAM_ERROR' || !this.#session.destroyed
    if (isReset) return new Http2Error('HTTP2_RESET', http2ErrorName(stream.rstCode))
    return this.#lost ?? new EngineError('CLOSED')
  }
}

function sendBody(stream: ClientHttp2Stream, body: Message['body'], failed: (error: Error) => void): void {
  if (body === undefined) return
  if (Buffer.isBuffer(body)) {
    stream.end(body)
    return
  }
  const source = body.open()
  source.on('error', error => {
    failed(error)
    stream.destroy()
  })
  stream.on('close', () => source.destroy())
  source.pipe(stream)
}

/** The lines without those that stand for the status line. */
function linesOf(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((text, index) => index % 2 === 0 && !text.startsWith(':'))
  return start === -1 ? [] : lines.slice(start)
}

/** Why lines are too many or too large. Node keeps to the limit of bytes only once the server has confirmed the settings. */
function excessOf(lines: readonly string[]): Error | undefined {
  if (lines.length > mostHeaders * 2) return new Http2Error('HTTP2_RESET', http2ErrorName(tooMuch))
  const size = lines.reduce((sum, { length }) => sum + length, 0)
  return size > headerLimit ? new EngineError('HEADERS_TOO_LARGE') : undefined
}

function statusOf(pseudo: unknown): number {
  return Number((pseudo as Record<string, unknown>)[':status'])
}

/** The codes of Node for what breaks the rules. */
const invalid = new Set(['ERR_HTTP2_ERROR', 'ERR_HTTP2_TOO_MANY_INVALID_FRAMES'])

/** True where an answer was ended here, not by Node. */
function isOwn(error: Error | undefined): boolean {
  return error instanceof EngineError || error instanceof Http2Error
}

/** Headers that belong to a connection of HTTP/1.1 and may not be sent (RFC 9113 section 8.2.2). */
const connectionHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
])

/** The headers of a message in HTTP/2: names in lower case, and what was the request line among them. */
function http2Headers(origin: string, { method, path, headers: texts }: Message): OutgoingHttpHeaders {
  const headers = headerBytes(texts)
  const [scheme = '', authority = ''] = origin.split('://')
  const lines: Record<string, string | string[]> = {
    ':method': method,
    ':scheme': scheme,
    ':authority': authority,
    ':path': path,
  }
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = (headers[index] ?? '').toLowerCase()
    const value = headers[index + 1] ?? ''
    if (name === 'host') lines[':authority'] = value
    else if (!connectionHeaders.has(name)) lines[name] = joined(lines[name], value)
  }
  return lines
}

function joined(before: string | string[] | undefined, value: string): string | string[] {
  return before === undefined ? value : [before, value].flat()
}

/**
 * True where a stream that has ended came to its end: a server that resets it without an error in the middle of a body
 * (RFC 9113 section 8.1 allows that only behind a whole answer) looks to a reader of Node's streams like one that had no
 * more to say. What tells them apart is that the stream is closed already when its end is pushed.
 */
function watchEnd(stream: ClientHttp2Stream): () => boolean {
  const push = stream.push.bind(stream)
  let isWhole: boolean | undefined
  stream.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk === null) isWhole ??= !stream.closed
    return push(chunk, encoding)
  }
  return () => isWhole === true
}
