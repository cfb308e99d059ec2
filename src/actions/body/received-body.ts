import type { Body } from '../../model/exchange.ts'
import { deepestJson, isDeeplyNested } from '../../document/json-text.ts'
import { formatSize } from '../../util/quantity.ts'
import { decodeText, invalidUtf8At, isUtf8Name } from './charset.ts'
import type { Kept } from './kept-body.ts'
import { parseJson } from './parse-json.ts'

type ParsedJson = ReturnType<Body['json']>

/** The kept bytes of an answer, decoded and parsed on demand, and once only. */
export class ReceivedBody implements Body {
  readonly size: number
  readonly complete: boolean
  readonly #charset: string | undefined
  #kept: Kept | undefined
  #text: string | undefined
  #invalidAt: number | undefined
  #json: ParsedJson | undefined

  constructor(kept: Kept, charset: string | undefined) {
    this.size = kept.size
    this.complete = kept.complete
    this.#kept = kept
    this.#charset = charset
  }

  bytes(): Buffer {
    return this.#kept?.bytes() ?? Buffer.alloc(0)
  }

  text(): string {
    if (this.#text === undefined) {
      // Most answers are nothing but ASCII, in which UTF-8 changes nothing.
      const ascii = isUtf8Name(this.#charset) ? this.#kept?.asciiText?.() : undefined
      this.#text = ascii ?? this.#decode()
      this.#kept = undefined
    }
    return this.#text
  }

  #decode(): string {
    const bytes = this.bytes()
    const text = decodeText(bytes, this.#charset)
    // Only a text with this character can come from bytes that are no UTF-8; to look for it costs next to nothing.
    if (text.includes('\ufffd') && isUtf8Name(this.#charset)) this.#invalidAt = invalidUtf8At(bytes)
    return text
  }

  json(): ParsedJson {
    this.#json ??= this.#parse()
    return this.#json
  }

  #parse(): ParsedJson {
    const text = this.text()
    if (!this.complete) return { ok: false, reason: `only the first ${formatSize(text.length)} were kept` }
    if (this.#invalidAt !== undefined)
      return {
        ok: false,
        reason: `the body is not valid UTF-8 at byte ${this.#invalidAt + 1}, as JSON has to be`,
      }
    try {
      const value = parseJson(text)
      if (isDeeplyNested(value, text))
        return { ok: false, reason: `nested more than ${deepestJson} levels deep` }
      return { ok: true, value }
    } catch (error) {
      if (text.trim() === '') return { ok: false, reason: 'the body is empty' }
      return { ok: false, reason: `the body is not JSON: ${(error as Error).message}` }
    }
  }
}
