import type { HeaderList } from '../../../model/exchange.ts'
import { headerValue } from '../../../model/header-value.ts'
import { KeptBody } from '../../body/kept-body.ts'
import { contentCodings, openDecoder, type Decoder } from './decoder.ts'
import { EngineError } from './engine-error.ts'
import type { BodyTaker, WireRequest, WireResponse } from './wire.ts'

/** What hears of a body: it is complete, cannot be read, or may go on. */
export interface BodyEvents {
  complete(): void
  failed(error: Error): void
  drained(): void
}

/** Puts an answer together from its head and the pieces of its body, which it decodes and keeps as far as wanted. */
export class ResponseReader {
  /** Body bytes so far, as they were on the wire. */
  received = 0
  readonly #events: BodyEvents
  readonly #body: KeptBody
  #status = 0
  #statusText = ''
  #headers: HeaderList | undefined
  #trailers: HeaderList = []
  #codings: readonly string[] = []
  #decoder: Decoder | undefined
  readonly #taker: BodyTaker | undefined
  #isTaken = false
  /** Whether the taker wants to be asked before more comes. */
  #isFull = false

  constructor({ wantsBody, taker }: Pick<WireRequest, 'wantsBody' | 'taker'>, events: BodyEvents) {
    this.#body = new KeptBody(wantsBody)
    this.#taker = taker
    this.#events = events
  }

  get hasHead(): boolean {
    return this.#headers !== undefined
  }

  /** The length its head announces. */
  get announced(): number | undefined {
    const length = Number(headerValue(this.#headers ?? [], 'content-length') ?? NaN)
    return Number.isNaN(length) ? undefined : length
  }

  get response(): WireResponse {
    const { chunks, size, complete } = this.#body
    const response = {
      status: this.#status,
      statusText: this.#statusText,
      headers: this.#headers ?? [],
      chunks,
      size,
      complete,
    }
    return this.#trailers.length === 0 ? response : { ...response, trailers: this.#trailers }
  }

  head(status: number, statusText: string, headers: HeaderList): void {
    this.#status = status
    this.#statusText = statusText
    this.#headers = headers
    const codings = headerValue(headers, 'content-encoding')
    if (codings !== undefined) this.#codings = contentCodings(codings)
    if (this.#taker === undefined) return
    const resume = (): void => {
      this.#isFull = false
      this.#events.drained()
    }
    this.#isTaken = this.#taker.begin({ status, statusText, headers }, resume)
  }

  /** Takes the next piece of the body. False when the next one has to wait until `drained`. */
  piece(chunk: Buffer): boolean {
    this.received += chunk.length
    if (this.#codings.length > 0 && this.#decoder === undefined) this.#openDecoder(chunk)
    if (this.#decoder === undefined) this.#keep(chunk)
    else if (!this.#decoder.write(chunk)) return false
    return !this.#isFull
  }

  /** All pieces have come; `complete` follows. */
  end(trailers: HeaderList): void {
    this.#trailers = trailers
    if (this.#decoder === undefined) this.#events.complete()
    else this.#decoder.end()
  }

  destroy(): void {
    this.#decoder?.destroy()
  }

  #openDecoder(first: Buffer): void {
    this.#decoder = openDecoder(this.#codings, first, {
      data: chunk => {
        this.#keep(chunk)
      },
      drained: () => {
        this.#events.drained()
      },
      ended: () => {
        this.#events.complete()
      },
      failed: error => {
        this.#events.failed(new EngineError('BAD_ENCODING', `${this.#codings.join(', ')}: ${error.message}`))
      },
    })
    if (this.#decoder === undefined) this.#codings = []
  }

  #keep(chunk: Buffer): void {
    if (this.#isTaken) this.#isFull = this.#taker?.take(chunk) === false
    else if (!this.#body.add(chunk)) this.#events.failed(new EngineError('BODY_TOO_LARGE'))
  }
}
