import type { HeaderList } from '../../../model/exchange.ts'
import { type AnswerTaker, interimFault } from './connection.ts'
import { EngineError } from './engine-error.ts'
import { headerText } from './header-list.ts'
import { type Head, HeadBuilder } from './http1-head.ts'
import { malformedLine, notHttp } from './http1-malformed.ts'
import { extensionLimit, headerLimit } from './limits.ts'

/** The events of a reader at the end of an answer. */
export interface ReaderEvents {
  /** All of an answer at once, without a word to its taker: its body has a byte in each character. */
  answered(head: Head, body: string, isReusable: boolean, at: number): void
  /** The answer is whole. `isReusable` when another request may go by the same connection. */
  ended(trailers: HeaderList, isReusable: boolean, at: number): void
  failed(error: EngineError): void
}

/** The receiver of all of an answer but its end. */
type PartTaker = Pick<AnswerTaker, 'begun' | 'interim' | 'head' | 'piece'>

/** The part that is read next. */
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

/** Lines are read out of the text of so many bytes at a time, lest a long body be made text with them. */
const textLength = 16 * 1024

/** An answer of so many bytes may be given as a whole, with its body as text. */
const shortLength = 4096

/** A head that came in one piece, and its text, which need not be read again where it comes again. */
interface KnownHead {
  readonly text: string
  readonly head: Head
}

/** The one that any connection read last: the next is mostly the same for all of them, and they share it. */
let lastKnown: KnownHead | undefined

/**
 * Reads answers of HTTP/1.1 (RFC 9112) out of bytes that come in pieces of any size. It is as strict as the parser of
 * Node: what readers may understand in different ways is a fault, also where the RFC would let it pass.
 */
export class Http1Reader {
  /** The head that came last. */
  head: Head | undefined
  readonly #events: ReaderEvents
  #taker: PartTaker | undefined
  /** When the bytes came that are read now, on the clock of `monotonicTime()`. */
  #now = 0
  #part: Part = 'nothing'
  #isHeadOnly = false
  #hasBegun = false
  #interims = 0
  /** Of lines, what has not come whole. */
  #partial = ''
  /** Bytes of lines that came whole since the head, or the trailers, began. */
  #lineBytes = 0
  #builder: HeadBuilder | undefined
  /** The same with its text; undefined where it came in pieces. */
  #known: KnownHead | undefined
  #trailers: [name: string, value: string][] = []
  /** Bytes of the body, or of the chunk, that are still to come. */
  #left = 0
  #hasSize = false
  #extensionBytes = 0

  constructor(events: ReaderEvents) {
    this.#events = events
  }

  /** A request has been sent: an answer is expected. That to a HEAD has no body. */
  expect(method: string, taker: PartTaker): void {
    this.#taker = taker
    this.#part = 'status-line'
    this.#isHeadOnly = method === 'HEAD'
    this.#hasBegun = false
    this.#interims = 0
    this.#partial = ''
    this.#lineBytes = 0
  }

  /** No answer is expected any more. */
  stop(): void {
    this.#part = 'nothing'
    this.#taker = undefined
  }

  /** Takes the next bytes: the first `length` of these, which came at that time. */
  read(bytes: Buffer, length: number, now: number): void {
    this.#now = now
    let position = 0
    if (this.#part === 'status-line' && this.#partial === '') {
      position = this.#readKnownHead(this.#known, bytes, length)
      if (position === 0 && lastKnown !== this.#known)
        position = this.#readKnownHead(lastKnown, bytes, length)
    }
    while (position < length && this.#part !== 'nothing') position = this.#readPart(bytes, position, length)
  }

  /** No more bytes will come. */
  end(now: number): void {
    this.#now = now
    if (this.#part === 'body-until-close') this.#finish(noTrailers, false)
    else if (this.#part !== 'nothing') this.#fail(new EngineError('CLOSED'))
  }

  /**
   * Reads a head that is known, if it comes whole; gives the position behind it, or 0. Most answers are such a head with all
   * of a short body behind it.
   */
  #readKnownHead(known: KnownHead | undefined, bytes: Buffer, length: number): number {
    if (known === undefined || length < known.text.length) return 0
    const { head } = known
    const end = known.text.length
    const isAll = length <= shortLength && head.size === length - end && !this.#isHeadOnly
    const text = bytes.latin1Slice(0, isAll ? length : end)
    if (text.slice(0, end) !== known.text) return 0
    this.#known = known
    this.head = head
    if (isAll) {
      this.#part = 'nothing'
      this.#events.answered(head, text.slice(end), head.persists, this.#now)
      return length
    }
    this.#begin()
    this.#endHead(head, length === end)
    return end
  }

  /** Reads some of what comes next; gives the position behind it. */
  #readPart(bytes: Buffer, start: number, length: number): number {
    switch (this.#part) {
      case 'status-line':
      case 'header-lines':
      case 'trailer-lines':
        return this.#readText(bytes, start, length)
      case 'body-of-known-length':
        return this.#readBody(bytes, start, length)
      case 'body-until-close':
        this.#taker?.piece(bytes, start, length)
        return length
      case 'chunk':
        return this.#readChunk(bytes, start, length)
      default:
        return this.#readFraming(bytes, start, length)
    }
  }

  /** Reads lines up to the end of a head, of trailers, or of the text. */
  #readText(bytes: Buffer, start: number, length: number): number {
    const fresh = linesIn(bytes, start, Math.min(start + textLength, length))
    const end = start + fresh.length
    const partial = this.#partial
    // An endless line is not looked at again with each of its pieces.
    if (partial.length > 1024 && !fresh.includes('\n')) this.#keep(partial + fresh)
    else {
      this.#partial = ''
      const behind = this.#readLines(partial + fresh, start - partial.length, length)
      if (behind !== -1) return behind
    }
    return end
  }

  /** Reads the lines of a text that stands at that position; gives the position behind them, or -1 when some are missing. */
  #readLines(text: string, position: number, length: number): number {
    let start = 0
    let at = 0
    if (this.#part === 'status-line') {
      while (isLineBreak(text.charCodeAt(start))) start++
      at = this.#readStatusLine(text, start)
      if (at === -1) return -1
    }
    for (const first = at; ;) {
      if (text.charCodeAt(at) === carriageReturn && text.charCodeAt(at + 1) === lineFeed) {
        const behind = position + at + 2
        this.#lineBytes += at + 2 - first
        // Only a head that is in the text from its first byte on can be known again.
        this.#endLines(first === start ? '' : text.slice(start, at + 2), behind === length)
        return behind
      }
      headerLine.lastIndex = at
      const match = headerLine.exec(text)
      if (match === null) {
        this.#lineBytes += at - first
        this.#stopAt(text.slice(at))
        return -1
      }
      const behind = headerLine.lastIndex
      const next = text.charCodeAt(behind)
      if (isSpace(next) || behind === text.length) {
        // The line goes on in the next, or may do so.
        const folded = this.#readFolded(text, at)
        if (folded === -1) {
          this.#lineBytes += at - first
          this.#stopAt(text.slice(at))
          return -1
        }
        at = folded
      } else {
        at = behind
        this.#takeLine(match[1] ?? '', trimmed(match[2] ?? ''))
      }
      if (this.#part === 'nothing') return -1
    }
  }

  /** Takes a folded line, whose breaks are read as blanks (RFC 9112 section 5.2); the place behind it, or -1 when its end is not there. */
  #readFolded(text: string, at: number): number {
    foldedLine.lastIndex = at
    const match = foldedLine.exec(text)
    if (match === null) return -1
    this.#takeLine(match[1] ?? '', trimmed((match[2] ?? '').replaceAll(/[\t ]*\r\n[\t ]+/g, ' ')))
    return foldedLine.lastIndex
  }

  /**
   * The place behind the status line, or -1 when it is not there or wrong. (Line breaks before it are passed over: RFC 9112
   * section 2.2 says so of requests, and what servers send too much behind an answer is the same.)
   */
  #readStatusLine(text: string, start: number): number {
    if (start === text.length) return -1
    this.#begin()
    statusLine.lastIndex = start
    const match = statusLine.exec(text)
    if (match === null) {
      this.#stopAt(text.slice(start))
      return -1
    }
    this.#builder = new HeadBuilder(match[1] ?? '', Number(match[2]), match[3] ?? '')
    this.#part = 'header-lines'
    return statusLine.lastIndex
  }

  /** There is a byte of an answer. */
  #begin(): void {
    if (!this.#hasBegun) this.#taker?.begun(this.#now)
    this.#hasBegun = true
  }

  /** A line is not whole, or wrong. */
  #stopAt(rest: string): void {
    const isStatusLine = this.#part === 'status-line'
    const reason = malformedLine(rest, isStatusLine)
    if (reason === undefined) this.#keep(rest)
    else {
      const isBehindAnother = isStatusLine && this.head !== undefined && this.#interims === 0
      const code = isBehindAnother ? 'SURPLUS' : reason === notHttp ? 'NOT_HTTP' : 'MALFORMED'
      this.#fail(new EngineError(code, reason, rest))
    }
  }

  #keep(rest: string): void {
    this.#partial = rest
    if (this.#lineBytes + rest.length > headerLimit) this.#fail(new EngineError('HEADERS_TOO_LARGE'))
  }

  #takeLine(name: string, value: string): void {
    if (this.#part === 'trailer-lines') {
      this.#trailers.push([headerText(name), headerText(value)])
      return
    }
    const fault = this.#builder?.add(name, value)
    if (fault !== undefined) this.#fail(fault)
  }

  /** The end of a head, with its text if that came in one piece, or of trailers. `isLast` when no more bytes are there. */
  #endLines(text: string, isLast: boolean): void {
    if (this.#lineBytes > headerLimit) this.#fail(new EngineError('HEADERS_TOO_LARGE'))
    else if (this.#part === 'trailer-lines') this.#finish(this.#trailers, isLast)
    else if (this.#builder !== undefined && this.#builder.status < 200) this.#endInterim(this.#builder.status)
    else if (this.#builder !== undefined) {
      this.head = this.#builder.build()
      this.#known = text === '' ? undefined : { text, head: this.head }
      lastKnown = this.#known ?? lastKnown
      this.#endHead(this.head, isLast)
    }
  }

  #endInterim(status: number): void {
    const fault = interimFault(status, ++this.#interims)
    if (fault !== undefined) {
      this.#fail(fault)
      return
    }
    this.#part = 'status-line'
    this.#hasBegun = false
    this.#lineBytes = 0
    this.#taker?.interim()
  }

  #endHead(head: Head, isLast: boolean): void {
    const framing = this.#isHeadOnly ? 'none' : head.framing
    this.#left = head.size
    if (framing === 'length') this.#part = 'body-of-known-length'
    else if (framing === 'chunks') {
      this.#extensionBytes = 0
      this.#beginChunk()
    } else if (framing === 'close') this.#part = 'body-until-close'
    this.#taker?.head(head)
    if (framing === 'none') this.#finish(noTrailers, isLast)
  }

  #readBody(bytes: Buffer, start: number, length: number): number {
    const end = Math.min(start + this.#left, length)
    this.#left -= end - start
    this.#taker?.piece(bytes, start, end)
    if (this.#left === 0) this.#finish(noTrailers, end === length)
    return end
  }

  #readChunk(bytes: Buffer, start: number, length: number): number {
    const end = Math.min(start + this.#left, length)
    this.#left -= end - start
    if (this.#left === 0) this.#part = 'chunk-cr'
    this.#taker?.piece(bytes, start, end)
    return end
  }

  /** Reads what is around chunks, up to a chunk or the trailers (RFC 9112 section 7.1). */
  #readFraming(bytes: Buffer, start: number, length: number): number {
    let position = start
    while (position < length && this.#part !== 'chunk' && this.#part !== 'trailer-lines') {
      const byte = bytes[position++] ?? 0
      const reason = this.#part === 'chunk-size' ? this.#readSize(byte) : this.#readBehindSize(byte)
      if (reason !== undefined) {
        this.#fail(new EngineError('MALFORMED', reason))
        return length
      }
    }
    return position
  }

  /** Takes a byte; gives what is wrong with it. */
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

  #readBehindSize(byte: number): string | undefined {
    switch (this.#part) {
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
        this.#part = 'chunk-lf'
        if (byte === lineFeed) return 'Missing expected CR after chunk data'
        return byte === carriageReturn ? undefined : 'Expected LF after chunk data'
      default:
        this.#beginChunk()
        return byte === lineFeed ? undefined : 'Expected LF after chunk data'
    }
  }

  #beginChunk(): void {
    this.#part = 'chunk-size'
    this.#left = 0
    this.#hasSize = false
  }

  #beginTrailers(): void {
    this.#part = 'trailer-lines'
    this.#lineBytes = 0
    this.#trailers = []
  }

  #finish(trailers: HeaderList, isLast: boolean): void {
    this.#part = 'nothing'
    const isReusable = isLast && this.head?.persists === true && this.head.framing !== 'close'
    this.#events.ended(trailers, isReusable, this.#now)
  }

  #fail(error: EngineError): void {
    this.#part = 'nothing'
    this.#events.failed(error)
  }
}

const noTrailers: HeaderList = []

/** The text from a place on, to the first empty line: what is kept of a head is a part of it, and would hold the body with it. */
function linesIn(bytes: Buffer, start: number, end: number): string {
  const text = bytes.latin1Slice(start, end)
  const last = text.indexOf('\r\n\r\n')
  return last === -1 || last + 4 === text.length ? text : bytes.latin1Slice(start, start + last + 4)
}

const carriageReturn = 0x0d
const lineFeed = 0x0a
const semicolon = 0x3b

/** The versions are those that Node takes: servers that speak 1.1 call it 2.0, too. */
const statusLine = /HTTP\/(0\.9|1\.[01]|2\.0) (\d{3})(?: ([^\r\n]*))?\r\n/y

/** The space that nearly every value begins with is left out here; others are cut off by `trimmed`. */
const headerLine = /([!#$%&'*+.^_`|~0-9A-Za-z-]+): ?([\t\x20-\x7e\x80-\xff]*)\r\n/y

/** A header line that goes on in others, as far as it is known what comes behind it. */
const foldedLine =
  /([!#$%&'*+.^_`|~0-9A-Za-z-]+): ?([\t\x20-\x7e\x80-\xff]*(?:\r\n[\t ][\t\x20-\x7e\x80-\xff]*)+)\r\n(?=[^\t ])/y

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
