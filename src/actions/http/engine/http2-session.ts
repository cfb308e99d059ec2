import { connect, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import type { Message, MessageHandler } from './connection.ts'
import { http2Headers } from './http2-headers.ts'
import { headerLimit, idleTimeout } from './limits.ts'

/** More header lines than this are no honest answer. */
const mostHeaders = 2000

/** HTTP/2 over a socket that stands (RFC 9113), by node:http2. */
export class Http2Session {
  readonly #session: ClientHttp2Session
  readonly #origin: string
  #busy = false
  #stream: ClientHttp2Stream | undefined

  constructor(origin: string, socket: Socket) {
    this.#origin = origin
    this.#session = connect(origin, {
      createConnection: () => socket,
      maxHeaderListPairs: mostHeaders,
      settings: { enablePush: false, maxHeaderListSize: headerLimit },
    })
    // A stream that is open hears of it, too.
    this.#session.on('error', () => undefined)
    this.#session.setTimeout(idleTimeout, () => {
      if (!this.#busy) this.#session.close()
    })
  }

  /** Whether it takes requests. A server may have asked to send no more of them, or have gone. */
  get isOpen(): boolean {
    return !this.#session.closed && !this.#session.destroyed
  }

  destroy(): void {
    this.#session.destroy()
  }

  hold(): void {
    this.#stream?.pause()
  }

  release(): void {
    this.#stream?.resume()
  }

  dispatch(message: Message, handler: MessageHandler): void {
    this.#busy = true
    let stream: ClientHttp2Stream
    try {
      stream = this.#session.request(http2Headers(this.#origin, message), {
        endStream: message.body === null,
      })
    } catch (error) {
      handler.onError(error as Error)
      return
    }
    this.#stream = stream
    handler.onConnect(() => stream.destroy())
    this.#listen(stream, handler)
    sendBody(stream, message.body, handler)
  }

  #listen(stream: ClientHttp2Stream, handler: MessageHandler): void {
    let ended = false
    let answered = false
    // The third argument, the lines as they came, is missing in the types.
    const onResponse: (...given: unknown[]) => void = (pseudo, _flags, lines) => {
      answered = true
      handler.onResponseStarted()
      const status = Number((pseudo as Record<string, unknown>)[':status'])
      const head = linesOf(lines as readonly string[])
      // Node keeps to the limit in the settings only once the server has confirmed them.
      if (head.reduce((sum, { length }) => sum + length, 0) > headerLimit) stream.destroy(tooLarge())
      else handler.onHeaders(status, head, () => stream.resume(), '')
    }
    stream.on('response', onResponse)
    stream.on('data', (chunk: Buffer) => {
      handler.onData(chunk)
    })
    stream.on('end', () => (ended = true))
    stream.on('error', (error: Error) => {
      handler.onError(isReset(stream, error) ? resetError(stream.rstCode, answered) : error)
    })
    stream.on('close', () => {
      this.#busy = false
      if (stream.rstCode === 0 && ended && answered && !stream.aborted) handler.onComplete()
      else handler.onError(stream.rstCode === 0 ? lost() : resetError(stream.rstCode, answered))
    })
  }
}

function sendBody(stream: ClientHttp2Stream, body: Message['body'], handler: MessageHandler): void {
  if (body === null) return
  if (Buffer.isBuffer(body)) {
    stream.end(body)
    return
  }
  body.on('error', error => {
    handler.onError(error)
    stream.destroy()
  })
  stream.on('close', () => body.destroy())
  body.pipe(stream)
}

/** The lines without those that stand for the status line, as bytes. */
function linesOf(lines: readonly string[]): Buffer[] {
  const start = lines.findIndex((text, index) => index % 2 === 0 && !text.startsWith(':'))
  return start === -1 ? [] : lines.slice(start).map(text => Buffer.from(text, 'latin1'))
}

function resetError(code: number, answered: boolean): Error {
  const when = answered ? 'before the answer was complete' : 'without an answer'
  const error = new Error(`the HTTP/2 stream was reset ${when}`)
  return Object.assign(error, { code: errorNames[code] ?? `HTTP/2 error ${code}` })
}

/** The names of the error codes from 0 on (RFC 9113 section 7). */
const errorNames = [
  'NO_ERROR',
  'PROTOCOL_ERROR',
  'INTERNAL_ERROR',
  'FLOW_CONTROL_ERROR',
  'SETTINGS_TIMEOUT',
  'STREAM_CLOSED',
  'FRAME_SIZE_ERROR',
  'REFUSED_STREAM',
  'CANCEL',
  'COMPRESSION_ERROR',
  'CONNECT_ERROR',
  'ENHANCE_YOUR_CALM',
  'INADEQUATE_SECURITY',
  'HTTP_1_1_REQUIRED',
]

function tooLarge(): Error {
  return Object.assign(new Error('The headers are too large.'), { code: overflow })
}

/** The code of undici for the same. */
const overflow = 'UND_ERR_HEADERS_OVERFLOW'

/** The server ended the stream. Anything else, such as an alert of TLS, has ended the connection, and says more itself. */
function isReset(stream: ClientHttp2Stream, error: NodeJS.ErrnoException): boolean {
  return stream.rstCode !== 0 && (error.code === undefined || resets.has(error.code))
}

const resets = new Set(['ERR_HTTP2_STREAM_ERROR', 'ERR_HTTP2_STREAM_CANCEL', 'ERR_HTTP2_SESSION_ERROR'])

/** The connection went away under the stream. */
function lost(): Error {
  return Object.assign(new Error('the connection was lost'), { code: 'ECONNRESET' })
}
