import type { Body } from '../../model/exchange.ts'
import { deepestJson, isDeeplyNested } from '../../document/json-text.ts'
import { formatSize } from '../../util/quantity.ts'
import { decodeText, invalidUtf8At, isUtf8Name } from './charset.ts'
import { parseJson } from './parse-json.ts'

type ParsedJson = ReturnType<Body['json']>

/** The kept bytes of an answer, decoded and parsed on demand, and once only. */
export class ReceivedBody implements Body {
  readonly size: number
  readonly complete: boolean
  readonly #charset: string | undefined
  #chunks: readonly Buffer[]
  #text: string | undefined
  #invalidAt: number | undefined
  #json: ParsedJson | undefined

  constructor(chunks: readonly Buffer[], size: number, complete: boolean, charset: string | undefined) {
    this.#chunks = chunks
    this.size = size
    this.complete = complete
    this.#charset = charset
  }

  bytes(): Buffer {
    const [first, ...others] = this.#chunks
    return others.length === 0 && first !== undefined ? first : Buffer.concat(this.#chunks)
  }

  text(): string {
    if (this.#text === undefined) {
      const bytes = this.bytes()
      this.#text = decodeText(bytes, this.#charset)
      // Only a text with this character can come from bytes that are no UTF-8; to look for it costs next to nothing.
      if (this.#text.includes('\ufffd') && isUtf8Name(this.#charset)) this.#invalidAt = invalidUtf8At(bytes)
      this.#chunks = []
    }
    return this.#text
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
