import type { HeaderList } from '../model/exchange.ts'

/** The events of a reader, in their order: a head, pieces, an end; or that nothing more is understood. */
export interface HttpReaderEvents {
  /** The lines of a head; gives how its body ends, and the head to hand on in its place, if it is another one. */
  head(lines: readonly string[]): Continuation
  piece(bytes: Buffer): void
  ended(trailers: HeaderList): void
  /** Everything from now on is handed on unread. */
  lost(reason: string): void
}

/** How a message goes on behind its head. */
export interface Continuation {
  /** `upgrade` is no HTTP any more. */
  readonly framing: { readonly length: number } | 'chunks' | 'close' | 'upgrade'
  /** The head to hand on, where it is not the one that came. */
  readonly head?: Buffer
}

type Part = 'head' | 'body' | 'until-close' | 'chunk-size' | 'chunk' | 'chunk-end' | 'trailers' | 'unread'

/** Bytes of a head, or of trailers, above which nothing more is understood. */
const longestHead = 256 * 1024

/**
 * Reads messages of HTTP/1.1 (RFC 9112) in one direction of a connection, to know what they say; it judges nothing. What it is given
 * is handed on as it came, but for heads that are replaced.
 */
export class HttpReader {
  readonly #events: HttpReaderEvents
  #part: Part = 'head'
  /** Of lines, what has not come whole. */
  #held: Buffer = Buffer.alloc(0)
  /** Bytes of the body, or of the chunk, that are still to come. */
  #left = 0

  constructor(events: HttpReaderEvents) {
    this.#events = events
  }

  /** Nothing more is HTTP. */
  release(): void {
    this.#part = 'unread'
  }

  /** No more bytes come; gives what was held back. */
  end(): Buffer {
    if (this.#part === 'until-close') this.#finish([])
    else if (this.#part !== 'unread' && (this.#part !== 'head' || this.#held.length > 0))
      this.#events.lost('it broke off')
    const rest = this.#part === 'head' ? this.#held : Buffer.alloc(0)
    this.#part = 'unread'
    return rest
  }

  /** Takes the next bytes; gives those to hand on. */
  read(bytes: Buffer): readonly Buffer[] {
    const on: Buffer[] = []
    for (let at = 0; at < bytes.length;) {
      const [end, passed] = this.#readPart(bytes, at)
      if (passed.length > 0) on.push(passed)
      at = end
    }
    return on
  }

  /** Reads some of what comes next; gives the place behind it, and what to hand on of it. */
  #readPart(bytes: Buffer, start: number): readonly [end: number, passed: Buffer] {
    switch (this.#part) {
      case 'head':
        return this.#readHead(bytes, start)
      case 'body':
      case 'chunk':
        return this.#readBody(bytes, start)
      case 'until-close':
        this.#events.piece(bytes.subarray(start))
        return [bytes.length, bytes.subarray(start)]
      case 'unread':
        return [bytes.length, bytes.subarray(start)]
      default:
        return this.#readLine(bytes, start)
    }
  }

  #readHead(bytes: Buffer, start: number): readonly [end: number, passed: Buffer] {
    const held = this.#held.length
    const all = held === 0 ? bytes.subarray(start) : Buffer.concat([this.#held, bytes.subarray(start)])
    const blank = all.indexOf('\r\n\r\n')
    if (blank < 0) {
      const reason = unreadable(all)
      this.#held = reason === undefined ? Buffer.from(all) : Buffer.alloc(0)
      if (reason !== undefined) this.#lose(reason)
      return [bytes.length, reason === undefined ? Buffer.alloc(0) : all]
    }
    this.#held = Buffer.alloc(0)
    const end = blank + 4
    const lines = all
      .toString('latin1', 0, blank)
      .replace(/^(\r\n)+/, '')
      .split('\r\n')
    const { framing, head = Buffer.from(all.subarray(0, end)) } = this.#events.head(lines)
    this.#begin(framing)
    return [start + end - held, head]
  }

  #begin(framing: Continuation['framing']): void {
    if (typeof framing === 'object') {
      this.#left = framing.length
      this.#part = 'body'
      if (framing.length === 0) this.#finish([])
    } else if (framing === 'chunks') this.#part = 'chunk-size'
    else this.#part = framing === 'close' ? 'until-close' : 'unread'
  }

  #readBody(bytes: Buffer, start: number): readonly [end: number, passed: Buffer] {
    const end = Math.min(start + this.#left, bytes.length)
    const piece = bytes.subarray(start, end)
    this.#left -= end - start
    this.#events.piece(piece)
    if (this.#left === 0) {
      if (this.#part === 'chunk') this.#part = 'chunk-end'
      else this.#finish([])
    }
    return [end, piece]
  }

  /** Reads what stands around chunks, line by line (RFC 9112, 7.1). It goes on at once: nothing of it is replaced. */
  #readLine(bytes: Buffer, start: number): readonly [end: number, passed: Buffer] {
    const feed = bytes.indexOf('\n', start)
    const end = feed < 0 ? bytes.length : feed + 1
    const piece = bytes.subarray(start, end)
    this.#held = Buffer.concat([this.#held, piece])
    if (this.#held.length > longestHead) this.#lose('its trailers are too long')
    else if (feed >= 0) this.#takeLine()
    return [end, piece]
  }

  #takeLine(): void {
    const text = this.#held.toString('latin1')
    if (this.#part === 'trailers') {
      if (!/(^|\n)\r?\n$/.test(text)) return
      this.#finish(headersOf(text.split(/\r?\n/).filter(line => line !== '')))
      return
    }
    this.#held = Buffer.alloc(0)
    if (this.#part === 'chunk-end') {
      this.#part = 'chunk-size'
      return
    }
    const [, size] = /^([\da-f]{1,12})[ \t]*(?:;.*)?\r?\n$/i.exec(text) ?? []
    if (size === undefined) {
      this.#lose('its chunks cannot be read')
      return
    }
    this.#left = Number.parseInt(size, 16)
    this.#part = this.#left === 0 ? 'trailers' : 'chunk'
  }

  #finish(trailers: HeaderList): void {
    this.#part = 'head'
    this.#held = Buffer.alloc(0)
    this.#events.ended(trailers)
  }

  #lose(reason: string): void {
    this.#part = 'unread'
    this.#events.lost(reason)
  }
}

/** Why what came cannot become a head; undefined as long as it may. */
function unreadable(bytes: Buffer): string | undefined {
  if (bytes.length > longestHead) return 'its head is too long'
  const line = bytes.toString('latin1', 0, 64)
  return /^(\r\n)*(?:[A-Za-z!#$%&'*+.^_`|~0-9-]+(?:[ /]|$)|$)/.test(line) || line.length < 4
    ? undefined
    : 'it is no HTTP/1.1'
}

/** Header lines as they were on the wire. */
export function headersOf(lines: readonly string[]): HeaderList {
  return lines.flatMap(line => {
    const colon = line.indexOf(':')
    return colon < 1 ? [] : [[line.slice(0, colon), line.slice(colon + 1).trim()] as const]
  })
}
