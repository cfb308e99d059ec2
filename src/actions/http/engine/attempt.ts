import { performance } from 'node:perf_hooks'
import type { HeaderList, Phases } from '../../../model/exchange.ts'
import { defined } from '../../../util/defined.ts'
import type { AnswerTaker, Connection } from './connection.ts'
import { type EngineError, isLoss } from './engine-error.ts'
import { phasesOf } from './phases.ts'
import { type BodyEvents, ResponseReader } from './response-reader.ts'
import type { Fault, WireRequest, WireResponse } from './wire.ts'

/** How an attempt ended. */
export type AttemptEnd =
  | { readonly ok: true; readonly response: WireResponse; readonly phases: Phases }
  | {
      readonly ok: false
      readonly fault: Fault
      readonly phases: Phases
      /** The connection had been used before and ended without a single byte of an answer. */
      readonly stale: boolean
    }

/** One request on one connection. */
export class Attempt implements AnswerTaker, BodyEvents {
  readonly #connection: Connection
  readonly #request: WireRequest
  readonly #startedAt: number
  readonly #reader: ResponseReader
  #done: ((end: AttemptEnd) => void) | undefined
  #sentAt: number | undefined
  #firstByteAt: number | undefined
  #isAnswered = false

  /**
   * `startedAt` is on the clock of `performance.now()`. `done` is called once, when the answer is complete or cannot be; what
   * comes behind a fault is heard no more, so the connection has to be given up then.
   */
  constructor(
    connection: Connection,
    request: WireRequest,
    startedAt: number,
    done: (end: AttemptEnd) => void,
  ) {
    this.#connection = connection
    this.#request = request
    this.#startedAt = startedAt
    this.#reader = new ResponseReader(request, this)
    this.#done = done
  }

  begin(): void {
    const { path, method, headers, body } = this.#request
    this.#connection.send({ path, method, headers, body }, this)
  }

  /** Ends the attempt for a reason of our own, even while it is still connecting. */
  stop(error: EngineError): void {
    this.failed(error)
  }

  sending(): void {
    this.#sentAt = performance.now()
  }

  begun(): void {
    this.#firstByteAt = performance.now()
    this.#isAnswered = true
  }

  interim(): void {
    this.#firstByteAt = undefined
  }

  head(status: number, statusText: string, headers: HeaderList): void {
    if (this.#done !== undefined) this.#reader.head(status, statusText, headers)
  }

  piece(bytes: Buffer): void {
    if (this.#done !== undefined && !this.#reader.piece(bytes)) this.#connection.hold()
  }

  ended(trailers: HeaderList): void {
    if (this.#done !== undefined) this.#reader.end(trailers)
  }

  drained(): void {
    this.#connection.release()
  }

  complete(): void {
    const { response } = this.#reader
    const versioned = this.#connection.isHttp2 ? { ...response, httpVersion: '2' as const } : response
    this.#settle({ ok: true, response: versioned, phases: this.#phases() })
  }

  failed(error: Error): void {
    if (this.#done === undefined) return
    this.#reader.destroy()
    const { received, announced } = this.#reader
    const fault = defined({ error, stage: this.#stage(), received, announced })
    const usedBefore = this.#connection.times === undefined
    const stale = usedBefore && !this.#isAnswered && isLoss(error)
    this.#settle({ ok: false, fault, phases: this.#phases(), stale })
  }

  #settle(end: AttemptEnd): void {
    const done = this.#done
    this.#done = undefined
    this.#connection.release()
    done?.(end)
  }

  #stage(): Fault['stage'] {
    if (this.#reader.hasHead) return 'body'
    if (this.#firstByteAt !== undefined) return 'headers'
    return this.#sentAt === undefined ? 'connecting' : 'waiting'
  }

  #phases(): Phases {
    return phasesOf(this.#startedAt, this.#connection.times, this.#sentAt, this.#firstByteAt)
  }
}
