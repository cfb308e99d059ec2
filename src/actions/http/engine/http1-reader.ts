import type { HeaderList } from '../../../model/exchange.ts'
import { interimFault } from './connection.ts'
import { EngineError } from './engine-error.ts'
import { headerText } from './header-list.ts'
import { malformedLine } from './http1-malformed.ts'
import { extensionLimit, headerLimit } from './limits.ts'

/** What a reader tells, in the order it comes. */
export interface ReaderEvents {
  /** The first byte of an answer is there, which may be an interim one. */
  begun(): void
  /** What had begun was an interim answer. */
  interim(): void
  head(status: number, statusText: string, headers: HeaderList): void
  /** The next bytes of the body: a part of what was given to `read`. */
  piece(bytes: Buffer): void
  /** The answer is whole. `isReusable` when another request may go by the same connection (RFC 9112 section 9.3). */
  ended(trailers: HeaderList, isReusable: boolean): void
  failed(error: EngineError): void
}

/** What is read next. */
type Part =
  /** Nothing: no answer is expected, or it has ended. */
  | 'nothing'
  | 'status-line'
  | 'header-lines'
  | 'body-of-known-length'
  | 'body-until-close'
  | 'chunk-size'
  | 'chunk-extension'
  | 'chunk-size-lf'
  | 'chunk'
  | 'chunk-cr'
  | 'chunk-lf'
  | 'trailer-lines'

/** A line of a head is read out of the text of so many bytes at a time, lest a long body be made text with it. */
const textLength = 16 * 1024

/**
 * Reads answers of HTTP/1.1 (RFC 9112) out of bytes that come in pieces of any size. It is as strict as the parser of
 * Node: what readers may understand in different ways is a fault, also where the RFC would let it pass.
 */
export class Http1Reader {
  readonly #events: ReaderEvents
  #part: Part = 'nothing'
  #isHeadOnly = false
  #hasBegun = false
  #interims = 0
  /** Of lines, what has not come whole. */
  #partial = ''
  /** Bytes of lines that came whole since the head, or the trailers, began. */
  #lineBytes = 0
  #isHttp11 = false
  #status = 0
  #statusText = ''
  #lines: [name: string, value: string][] = []
  #length: number | undefined
  #codings: string | undefined
  #connection: string | undefined
  #keepAlive: string | undefined
  /** Bytes of the body, or of the chunk, that are still to come. */
  #left = 0
  #hasSize = false
  #extensionBytes = 0

  constructor(events: ReaderEvents) {
    this.#events = events
  }

  /** Seconds that the server will keep the connection open, as it said in the last answer; undefined when it said nothing. */
  get keepAliveSeconds(): number | undefined {
    if (this.#keepAlive === undefined) return undefined
    const [, seconds] = /timeout=(\d+)/.exec(this.#keepAlive) ?? []
    return seconds === undefined ? undefined : Number(seconds)
  }

  /** A request has been sent: an answer is expected. That to a HEAD has no body. */
  expect(method: string): void {
    this.#part = 'status-line'
    this.#isHeadOnly = method === 'HEAD'
    this.#interims = 0
    this.#beginHead()
  }

  /** Takes the next bytes. */
  read(bytes: Buffer): void {
    let position = 0
    while (position < bytes.length)
      switch (this.#part) {
        case 'nothing':
          return
        case 'status-line':
        case 'header-lines':
        case 'trailer-lines':
          position = this.#readLines(bytes, position)
          break
        case 'body-of-known-length':
          position = this.#readBody(bytes, position)
          break
        case 'body-until-close':
          this.#events.piece(position === 0 ? bytes : bytes.subarray(position))
          return
        default:
          position = this.#readChunks(bytes, position)
      }
  }

  /** No more bytes will come. */
  end(): void {
    if (this.#part === 'nothing') return
    if (this.#part === 'body-until-close') this.#finish([], false)
    else this.#fail('CLOSED')
  }

  #beginHead(): void {
    this.#hasBegun = false
    this.#lineBytes = 0
    this.#partial = ''
    this.#lines = []
    this.#length = this.#codings = this.#connection = this.#keepAlive = undefined
  }

  /** Reads lines up to the end of a head, of trailers, or of the text; gives the position of what is behind them. */
  #readLines(bytes: Buffer, start: number): number {
    const end = Math.min(start + textLength, bytes.length)
    const fresh = bytes.toString('latin1', start, end)
    // An endless line is not looked at again with each of its pieces.
    if (this.#partial.length > 1024 && !fresh.includes('\n')) return this.#keep(this.#partial + fresh, end)
    const text = this.#partial + fresh
    const shift = start - this.#partial.length
    this.#partial = ''
    let at = 0
    if (this.#part === 'status-line') {
      at = this.#readStatusLine(text)
      if (at === -1) return end
    }
    for (;;) {
      if (text.charCodeAt(at) === carriageReturn && text.charCodeAt(at + 1) === lineFeed) {
        this.#lineBytes += at + 2
        return this.#endLines(bytes, shift + at + 2)
      }
      headerLine.lastIndex = at
      const match = headerLine.exec(text)
      if (match === null) {
        this.#lineBytes += at
        this.#stopAt(text.slice(at), end)
        return end
      }
      at = headerLine.lastIndex
      if (!this.#takeLine(match[1] ?? '', trimmed(match[2] ?? ''))) return bytes.length
    }
  }

  /** The position behind the status line, or -1 when it is not there or wrong. */
  #readStatusLine(text: string): number {
    let at = 0
    // RFC 9112 section 2.2 says so of requests; what servers send too much behind an answer is the same.
    while (isLineBreak(text.charCodeAt(at))) at++
    if (at === text.length) return -1
    if (!this.#hasBegun) this.#events.begun()
    this.#hasBegun = true
    statusLine.lastIndex = at
    const match = statusLine.exec(text)
    if (match === null) {
      this.#stopAt(text.slice(at), 0)
      return -1
    }
    this.#isHttp11 = match[1] === '1.1'
    this.#status = Number(match[2])
    this.#statusText = headerText(match[3] ?? '')
    this.#part = 'header-lines'
    return statusLine.lastIndex
  }

  /** A line is not whole, or wrong. */
  #stopAt(rest: string, end: number): number {
    const reason = malformedLine(rest, this.#part === 'status-line')
    if (reason !== undefined) this.#malformed(reason, rest)
    return reason === undefined ? this.#keep(rest, end) : end
  }

  #keep(rest: string, end: number): number {
    if (this.#lineBytes + rest.length > headerLimit) this.#fail('HEADERS_TOO_LARGE')
    this.#partial = rest
    return end
  }

  /** False when it is a fault. */
  #takeLine(name: string, value: string): boolean {
    this.#lines.push([headerText(name), headerText(value)])
    switch (name.length) {
      case 10:
        if (isNamed(name, 'connection')) this.#connection = joined(this.#connection, value)
        else if (isNamed(name, 'keep-alive')) this.#keepAlive = joined(this.#keepAlive, value)
        return true
      case 14:
        return !isNamed(name, 'content-length') || this.#takeLength(value)
      case 16:
        if (isNamed(name, 'proxy-connection')) this.#connection = joined(this.#connection, value)
        return true
      case 17:
        if (!isNamed(name, 'transfer-encoding') || this.#part === 'trailer-lines') return true
        if (this.#length !== undefined) return this.#fail('TWO_LENGTHS')
        this.#codings = joined(this.#codings, value)
        return true
      default:
        return true
    }
  }

  #takeLength(value: string): boolean {
    if (this.#part === 'trailer-lines') return true
    if (this.#length !== undefined || this.#codings !== undefined) return this.#fail('TWO_LENGTHS')
    if (value === '') return this.#malformed('Empty Content-Length')
    if (!/^\d+$/.test(value)) return this.#malformed('Invalid character in Content-Length')
    this.#length = Number(value)
    return Number.isSafeInteger(this.#length) || this.#malformed('Content-Length overflow')
  }

  /** The end of a head, or of trailers; gives the position of what is behind it. */
  #endLines(bytes: Buffer, position: number): number {
    if (this.#lineBytes > headerLimit) {
      this.#fail('HEADERS_TOO_LARGE')
      return bytes.length
    }
    const isLast = position === bytes.length
    if (this.#part === 'trailer-lines') {
      this.#finish(this.#lines, isLast && this.#persists)
      return bytes.length
    }
    if (this.#status < 200) {
      const fault = interimFault(this.#status, ++this.#interims)
      if (fault !== undefined) return this.#failWith(fault, bytes.length)
      this.#events.interim()
      this.#part = 'status-line'
      this.#beginHead()
      return position
    }
    this.#beginBody()
    const next = this.#part
    this.#events.head(this.#status, this.#statusText, this.#lines)
    if (next !== 'nothing') return position
    this.#finish([], isLast && this.#persists)
    return bytes.length
  }

  /** RFC 9112 section 6.3. */
  #beginBody(): void {
    const isEmpty = this.#isHeadOnly || this.#status === 204 || this.#status === 304 || this.#length === 0
    if (isEmpty) this.#part = 'nothing'
    else if (this.#codings !== undefined && lastIsChunked.test(this.#codings)) {
      this.#extensionBytes = 0
      this.#beginChunk()
    } else if (this.#length === undefined) this.#part = 'body-until-close'
    else {
      this.#part = 'body-of-known-length'
      this.#left = this.#length
    }
  }

  #readBody(bytes: Buffer, start: number): number {
    const end = Math.min(start + this.#left, bytes.length)
    this.#left -= end - start
    this.#events.piece(start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end))
    // It may have been given up meanwhile.
    if (this.#left > 0 || this.#part === 'nothing') return end
    this.#finish([], end === bytes.length && this.#persists)
    return bytes.length
  }

  /** Reads chunks up to the trailers, or the end of the bytes (RFC 9112 section 7.1); gives the position behind. */
  #readChunks(bytes: Buffer, start: number): number {
    let position = start
    while (position < bytes.length && this.#part !== 'trailer-lines') {
      if (this.#part === 'nothing') return bytes.length
      if (this.#part === 'chunk') {
        const end = Math.min(position + this.#left, bytes.length)
        this.#left -= end - position
        if (this.#left === 0) this.#part = 'chunk-cr'
        this.#events.piece(bytes.subarray(position, end))
        position = end
        continue
      }
      const reason = this.#readFraming(bytes[position++] ?? 0)
      if (reason !== undefined) {
        this.#malformed(reason)
        return bytes.length
      }
    }
    return position
  }

  /** Takes a byte of what is around chunks; gives what is wrong with it. */
  #readFraming(byte: number): string | undefined {
    switch (this.#part) {
      case 'chunk-size':
        return this.#readSize(byte)
      case 'chunk-extension':
        if (byte === carriageReturn) this.#part = 'chunk-size-lf'
        else if (isControl(byte)) return 'Invalid character in chunk extensions'
        return ++this.#extensionBytes > extensionLimit ? 'Chunk extensions of more than 16 KiB' : undefined
      case 'chunk-size-lf':
        if (byte !== lineFeed) return 'Expected LF after chunk size'
        if (this.#left > 0) this.#part = 'chunk'
        else this.#beginTrailers()
        return undefined
      case 'chunk-cr':
        if (byte === lineFeed) return 'Missing expected CR after chunk data'
        this.#part = 'chunk-lf'
        return byte === carriageReturn ? undefined : 'Expected LF after chunk data'
      default:
        this.#beginChunk()
        return byte === lineFeed ? undefined : 'Expected LF after chunk data'
    }
  }

  #readSize(byte: number): string | undefined {
    const digit = hexDigit(byte)
    if (digit !== -1) {
      this.#hasSize = true
      this.#left = this.#left * 16 + digit
      return Number.isSafeInteger(this.#left) ? undefined : 'Chunk size overflow'
    }
    if (!this.#hasSize) return 'Invalid character in chunk size'
    if (byte === carriageReturn) this.#part = 'chunk-size-lf'
    else if (byte === semicolon) this.#part = 'chunk-extension'
    else return byte === lineFeed ? 'Missing expected CR after chunk size' : 'Invalid character in chunk size'
    return undefined
  }

  #beginChunk(): void {
    this.#part = 'chunk-size'
    this.#left = 0
    this.#hasSize = false
  }

  #beginTrailers(): void {
    this.#part = 'trailer-lines'
    this.#lineBytes = 0
    this.#lines = []
  }

  /** Whether the connection stays open behind the answer, as far as its head says (RFC 9112 section 9.3). */
  get #persists(): boolean {
    const options = this.#connection
    if (options === undefined) return this.#isHttp11
    if (/(?:^|,)[ \t]*close[ \t]*(?:,|$)/i.test(options)) return false
    return this.#isHttp11 || /(?:^|,)[ \t]*keep-alive[ \t]*(?:,|$)/i.test(options)
  }

  #finish(trailers: HeaderList, isReusable: boolean): void {
    this.#part = 'nothing'
    this.#events.ended(trailers, isReusable)
  }

  #malformed(reason: string, received = ''): false {
    this.#failWith(new EngineError('MALFORMED', reason, received), 0)
    return false
  }

  #fail(code: 'CLOSED' | 'TWO_LENGTHS' | 'HEADERS_TOO_LARGE'): false {
    this.#failWith(new EngineError(code), 0)
    return false
  }

  #failWith(error: EngineError, position: number): number {
    this.#part = 'nothing'
    this.#events.failed(error)
    return position
  }
}

const carriageReturn = 0x0d
const lineFeed = 0x0a
const semicolon = 0x3b

/** The versions are those that Node takes: servers that speak 1.1 call it 2.0, too. */
const statusLine = /HTTP\/(0\.9|1\.[01]|2\.0) (\d{3})(?: ([^\r\n]*))?\r\n/y

/** The space that nearly every value begins with is left out here; others are cut off by `trimmed`. */
const headerLine = /([!#$%&'*+.^_`|~0-9A-Za-z-]+): ?([\t\x20-\x7e\x80-\xff]*)\r\n/y

/** Empty parts of a list do not count (RFC 9110 section 5.6.1). */
const lastIsChunked = /(?:^|,)[ \t]*chunked[ \t,]*$/i

function isLineBreak(code: number): boolean {
  return code === carriageReturn || code === lineFeed
}

/** A character that no text of HTTP may hold. */
function isControl(byte: number): boolean {
  return (byte < 0x20 && byte !== 0x09) || byte === 0x7f
}

/** -1 for what is no digit. */
function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const small = byte | 0x20
  return small >= 0x61 && small <= 0x66 ? small - 0x57 : -1
}

function isNamed(name: string, known: string): boolean {
  return name === known || name.toLowerCase() === known
}

function joined(before: string | undefined, value: string): string {
  return before === undefined ? value : `${before},${value}`
}

/** Without spaces and tabs around it. (`trim` would take other characters, too; an expression takes long for many.) */
function trimmed(value: string): string {
  let start = 0
  let end = value.length
  while (start < end && isSpace(value.charCodeAt(start))) start++
  while (end > start && isSpace(value.charCodeAt(end - 1))) end--
  return end - start === value.length ? value : value.slice(start, end)
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09
}
