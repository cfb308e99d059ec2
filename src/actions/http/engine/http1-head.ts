import type { ReceivedHead } from './connection.ts'
import { EngineError } from './engine-error.ts'
import { headerText } from './header-list.ts'
import { idleMargin, idleTimeout, longestIdle } from './limits.ts'

/** The facts in the head of an answer. */
export interface Head extends ReceivedHead {
  /** How the body ends, unless it answers a HEAD: it has none, or as many bytes, or chunks, or lasts until the close. */
  readonly framing: 'none' | 'length' | 'chunks' | 'close'
  /** Bytes of the body, unless it answers a HEAD; -1 where the head does not say. */
  readonly size: number
  /** True where the connection stays open behind the answer, as far as the head says (RFC 9112 section 9.3). */
  readonly persists: boolean
  /** Milliseconds for which another request may come then. */
  readonly idleTime: number
}

/** Puts a head together from its lines, whose texts have a byte in each character (RFC 9112 sections 4 to 6). */
export class HeadBuilder {
  readonly #isHttp11: boolean
  readonly #status: number
  readonly #statusText: string
  readonly #headers: (readonly [name: string, value: string])[] = []
  #length: number | undefined
  #transferCodings: string | undefined
  #contentCodings: string | undefined
  #contentType: string | undefined
  #connection: string | undefined
  #keepAlive: string | undefined

  constructor(version: string, status: number, statusText: string) {
    this.#isHttp11 = version === '1.1'
    this.#status = status
    this.#statusText = headerText(statusText)
  }

  get status(): number {
    return this.#status
  }

  /** Takes a header line; gives the fault that it is. */
  add(name: string, value: string): EngineError | undefined {
    this.#headers.push([headerText(name), headerText(value)])
    switch (name.length) {
      case 10:
        if (isNamed(name, 'connection')) this.#connection = joined(this.#connection, value)
        else if (isNamed(name, 'keep-alive')) this.#keepAlive = joined(this.#keepAlive, value)
        return undefined
      case 12:
        if (isNamed(name, 'content-type')) this.#contentType = joined(this.#contentType, value)
        return undefined
      case 14:
        return isNamed(name, 'content-length') ? this.#addLength(value) : undefined
      case 16:
        if (isNamed(name, 'proxy-connection')) this.#connection = joined(this.#connection, value)
        else if (isNamed(name, 'content-encoding')) this.#contentCodings = joined(this.#contentCodings, value)
        return undefined
      case 17:
        return isNamed(name, 'transfer-encoding') ? this.#addCodings(value) : undefined
      default:
        return undefined
    }
  }

  /** All of its lines have come. */
  build(): Head {
    const framing = this.#framing()
    return {
      status: this.#status,
      statusText: this.#statusText,
      headers: this.#headers,
      codings: this.#contentCodings,
      contentType: this.#contentType,
      framing,
      size: framing === 'none' ? 0 : framing === 'length' ? (this.#length ?? 0) : -1,
      persists: this.#persists(),
      idleTime: idleTimeOf(this.#keepAlive),
    }
  }

  #addCodings(value: string): EngineError | undefined {
    if (value === '') return new EngineError('MALFORMED', 'Empty Transfer-Encoding')
    this.#transferCodings = joined(this.#transferCodings, value)
    return this.#length === undefined ? undefined : new EngineError('TWO_LENGTHS')
  }

  #addLength(value: string): EngineError | undefined {
    if (this.#length !== undefined || this.#transferCodings !== undefined)
      return new EngineError('TWO_LENGTHS')
    if (value === '') return new EngineError('MALFORMED', 'Empty Content-Length')
    if (!/^\d+$/.test(value)) return new EngineError('MALFORMED', 'Invalid character in Content-Length')
    this.#length = Number(value)
    return Number.isSafeInteger(this.#length)
      ? undefined
      : new EngineError('MALFORMED', 'Content-Length overflow')
  }

  /** RFC 9112 section 6.3. */
  #framing(): Head['framing'] {
    if (this.#status === 204 || this.#status === 304 || this.#length === 0) return 'none'
    const codings = this.#transferCodings
    if (codings !== undefined && lastIsChunked.test(codings)) return 'chunks'
    return this.#length === undefined ? 'close' : 'length'
  }

  #persists(): boolean {
    const options = this.#connection
    if (options === undefined) return this.#isHttp11
    if (/(?:^|,)[ \t]*close[ \t]*(?:,|$)/i.test(options)) return false
    return this.#isHttp11 || /(?:^|,)[ \t]*keep-alive[ \t]*(?:,|$)/i.test(options)
  }
}

/** Empty parts of a list do not count (RFC 9110 section 5.6.1). */
const lastIsChunked = /(?:^|,)[ \t]*chunked[ \t,]*$/i

function isNamed(name: string, known: string): boolean {
  return name === known || name.toLowerCase() === known
}

function joined(before: string | undefined, value: string): string {
  return before === undefined ? value : `${before},${value}`
}

function idleTimeOf(keepAlive: string | undefined): number {
  const [, seconds] = keepAlive === undefined ? [] : (/timeout=(\d+)/.exec(keepAlive) ?? [])
  return seconds === undefined ? idleTimeout : Math.min(Number(seconds) * 1000 - idleMargin, longestIdle)
}
