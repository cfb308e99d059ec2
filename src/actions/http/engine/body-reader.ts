import type { ReceivedBody } from '../../body/received-body.ts'
import type { ReceivedHead } from './connection.ts'
import { contentCodings, openDecoder, type Decoder } from './decoder.ts'
import { EngineError } from './engine-error.ts'
import type { BodyTaker } from './wire.ts'

/** The listeners for a body: it is complete, cannot be read, or may go on. */
export interface BodyEvents {
  complete(): void
  failed(error: Error): void
  drained(): void
}

/** Reads a body that is packed, or that somebody takes piece by piece; what nobody takes is kept. */
export class BodyReader {
  readonly #events: BodyEvents
  readonly #body: ReceivedBody
  readonly #taker: BodyTaker | undefined
  #codings: readonly string[]
  #decoder: Decoder | undefined
  /** True where the taker wants to be asked before more comes. */
  #isFull = false

  constructor(head: ReceivedHead, body: ReceivedBody, taker: BodyTaker | undefined, events: BodyEvents) {
    this.#events = events
    this.#body = body
    this.#codings = head.codings === undefined ? [] : contentCodings(head.codings)
    const resume = (): void => {
      this.#isFull = false
      events.drained()
    }
    this.#taker = taker?.begin(head, resume) === true ? taker : undefined
  }

  /** Takes the next piece of the body. False when the next one has to wait until `drained`. */
  piece(chunk: Buffer): boolean {
    if (this.#codings.length > 0 && this.#decoder === undefined) this.#openDecoder(chunk)
    if (this.#decoder === undefined) this.#keep(chunk)
    else if (!this.#decoder.write(chunk)) return false
    return !this.#isFull
  }

  /** All pieces have come; `complete` follows. */
  end(): void {
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
    if (this.#taker !== undefined) this.#isFull = !this.#taker.take(chunk)
    else if (!this.#body.add(chunk)) this.#events.failed(new EngineError('BODY_TOO_LARGE'))
  }
}
