import { deepestJson, isDeeplyNested } from '../../document/json-text.ts'
import type { Body } from '../../model/exchange.ts'
import { formatSize } from '../../util/quantity.ts'
import { charsetOf, charsetOfBytes, decodeText, invalidUtf8At, isUtf8Name } from './charset.ts'
import { Discard } from './discard.ts'
import { bodyLimit, unreadBodyLimit } from './limits.ts'
import { parseJson } from '../../util/parse-json.ts'

/** Bytes up to which a piece is kept as text, in V8's own memory: a buffer for each takes four times as long to make. */
const smallPiece = 4096

/** So many small pieces are joined: what it takes to keep each of them on its own may be many times what is in it. */
const mostSmallPieces = 4096

type ParsedJson = ReturnType<Body['json']>

/**
 * Collects a body as it comes in: all of it up to the limit, or only its beginning when it will not be read. What was kept is
 * decoded and parsed on demand, and once only.
 */
export class ReceivedBody implements Body {
  /** Bytes so far, kept or not. */
  size: number
  complete = true
  readonly #wanted: boolean
  readonly #contentType: string | undefined
  /** The bytes that were kept: one piece, or several. Texts have a byte in each character. */
  #kept: Buffer | string | (Buffer | string)[]
  /** The last so many of what was kept are small pieces. */
  #smallPieces = 0
  #discard: Discard | undefined
  #text: string | undefined
  #invalidAt: number | undefined
  #beginning: Buffer | undefined
  #json: ParsedJson | undefined

  /** `contentType` is that of the header, and `first` the first piece: bytes, or a text with a byte in each character. */
  constructor(wanted: boolean, contentType?: string, first: Buffer | string = '') {
    this.#wanted = wanted
    this.#contentType = contentType
    this.#kept = first
    this.size = first.length
  }

  /** The body that these bytes are, or no more than the beginning of one. They are not copied. */
  static of(bytes: Buffer, contentType?: string, isWhole = true): ReceivedBody {
    const body = new ReceivedBody(true, contentType, bytes)
    body.complete = isWhole
    return body
  }

  /**
   * Takes the next piece: what stands from `start` to `end`, which is copied and may change afterwards. False when the body
   * has become larger than `bodyLimit` and all of it is wanted.
   */
  add(bytes: Buffer, start = 0, end = bytes.length): boolean {
    this.size += end - start
    if (!this.#wanted) this.#addBeginning(bytes, start, end)
    else if (this.size <= bodyLimit) this.#keep(bytes, start, end)
    else return false
    return true
  }

  bytes(): Buffer {
    const kept = this.#kept
    return Array.isArray(kept) ? Buffer.concat(kept.map(bytesOf)) : bytesOf(kept)
  }

  *pieces(): Generator<Buffer> {
    const kept = this.#kept
    for (const piece of Array.isArray(kept) ? kept : [kept]) yield bytesOf(piece)
  }

  beginning(): Buffer | undefined {
    return this.#beginning
  }

  text(): string {
    if (this.#text === undefined) {
      const kept = this.#kept
      // Most answers are short and nothing but ASCII, in which UTF-8 changes nothing.
      const isPlain =
        typeof kept === 'string' && !beyondAscii.test(kept) && isUtf8Name(charsetOf(this.#contentType))
      this.#text = isPlain ? kept : this.#decode()
    }
    return this.#text
  }

  json(): ParsedJson {
    this.#json ??= this.#parse()
    return this.#json
  }

  #keep(bytes: Buffer, start: number, end: number): void {
    const isSmall = end - start <= smallPiece
    const piece = isSmall ? bytes.latin1Slice(start, end) : copyOf(bytes, start, end)
    if (this.#kept === '') this.#kept = piece
    else if (Array.isArray(this.#kept)) this.#kept.push(piece)
    else this.#kept = [this.#kept, piece]
    this.#smallPieces = isSmall ? this.#smallPieces + 1 : 0
    if (this.#smallPieces === mostSmallPieces) this.#joinSmallPieces()
  }

  #joinSmallPieces(): void {
    this.#smallPieces = 0
    if (!Array.isArray(this.#kept)) return
    this.#kept.push(Buffer.concat(this.#kept.splice(-mostSmallPieces).map(bytesOf)))
  }

  #addBeginning(bytes: Buffer, start: number, end: number): void {
    const room = unreadBodyLimit - (this.size - (end - start))
    this.complete = this.size <= unreadBodyLimit
    this.#discard ??= new Discard()
    this.#discard.add(end - start)
    if (room > 0) this.#keep(bytes, start, Math.min(end, start + room))
  }

  #decode(): string {
    const bytes = this.bytes()
    const text = decodeText(bytes, this.#contentType)
    // Only a text with this character can come from bytes that are no UTF-8; to look for it costs next to nothing.
    if (text.includes('\ufffd') && isUtf8Name(charsetOfBytes(bytes, this.#contentType))) {
      this.#invalidAt = invalidUtf8At(bytes)
      if (this.#invalidAt !== undefined)
        this.#beginning = copyOf(bytes, 0, Math.min(bytes.length, unreadBodyLimit))
    }
    this.#kept = ''
    return text
  }

  #parse(): ParsedJson {
    const text = this.text()
    if (!this.complete)
      return { ok: false, reason: `only the first ${formatSize(text.length)} were kept`, unread: true }
    if (this.#invalidAt !== undefined)
      return {
        ok: false,
        reason: `the body is not valid UTF-8 at byte ${this.#invalidAt + 1}, as JSON has to be`,
      }
    try {
      const value = parseJson(text)
      if (isDeeplyNested(value, text))
        return { ok: false, reason: `nested more than ${deepestJson} levels deep`, unread: true }
      return { ok: true, value }
    } catch (error) {
      if (text.trim() === '') return { ok: false, reason: 'the body is empty' }
      const syntax = (error as Error).message
      return { ok: false, reason: `the body is not JSON: ${syntax}`, syntax }
    }
  }
}

/** Other bytes than those of letters in ASCII: UTF-16 and ISO-2022-JP have some below 128, too. */
const beyondAscii = /[^\t-\r -~]/

function bytesOf(piece: Buffer | string): Buffer {
  return typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece
}

/** A slice would keep the whole memory alive, and a copy in the pool that of others. */
function copyOf(bytes: Buffer, start: number, end: number): Buffer {
  const copy = Buffer.allocUnsafeSlow(end - start)
  bytes.copy(copy, 0, start, end)
  return copy
}
