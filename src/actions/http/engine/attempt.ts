import type { Readable } from 'node:stream'
import type { Phases } from '../../../model/exchange.ts'
import type { Connection } from './connection.ts'
import { EngineError, noStatus } from './engine-error.ts'
import { headerBytes } from './header-list.ts'
import { interimLimit } from './limits.ts'
import { phasesOf } from './phases.ts'
import { ResponseReader } from './response-reader.ts'
import type { Fault, WireBody, WireRequest, WireResponse } from './wire.ts'
import { defined } from '../../../util/defined.ts'

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

/**
 * One request on one connection: the handler that undici calls as the answer comes in. It is written to undici's
 * original handler interface, the only one that tells of the first byte and gives header lines as they came.
 */
export class Attempt {
  /** Settled once, when the answer is complete or cannot be. */
  readonly end: Promise<AttemptEnd>
  readonly #connection: Connection
  readonly #startedAt: number
  readonly #reader: ResponseReader
  #resolve: ((end: AttemptEnd) => void) | undefined
  #abort: ((error: Error) => void) | undefined
  #sentAt: number | undefined
  #firstByteAt: number | undefined
  #interimAnswers = 0

  /** Begins at once. `startedAt` is on the clock of `performance.now()`. */
  constructor(connection: Connection, request: WireRequest, startedAt: number) {
    this.#connection = connection
    this.#startedAt = startedAt
    this.#reader = new ResponseReader(request, {
      ended: () => {
        this.#succeed()
      },
      failed: error => {
        this.stop(error)
      },
      drained: () => {
        connection.release()
      },
    })
    this.end = new Promise(resolve => (this.#resolve = resolve))
    const { path, method, headers, body } = request
    connection.dispatch({ path, method, headers: headerBytes(headers), body: openBody(body) }, this)
  }

  /** Ends the attempt for a reason of our own, even while it is still connecting. */
  stop(error: EngineError): void {
    this.#abort?.(error)
    this.#fail(error)
  }

  onConnect(abort: (error?: Error) => void): void {
    this.#abort = abort
    this.#sentAt = performance.now()
    if (this.#resolve === undefined) abort()
  }

  /** Also called for interim answers, which is why the last call counts. */
  onResponseStarted(): void {
    this.#firstByteAt = performance.now()
  }

  onHeaders(status: number, lines: readonly Buffer[], _resume: () => void, statusText: string): boolean {
    if (status >= 200) this.#reader.head(status, statusText, lines)
    else this.#interim(status)
    return true
  }

  onData(chunk: Buffer): boolean {
    if (!this.#reader.piece(chunk)) this.#connection.hold()
    return true
  }

  onComplete(trailers: readonly Buffer[]): void {
    this.#reader.end(trailers)
  }

  onError(error: NodeJS.ErrnoException): void {
    // Undici waits for the length that an answer without a body may announce.
    if (this.#reader.hasNoBody && error.code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') this.#succeed()
    else this.#fail(error)
  }

  /** Undici goes on for ever behind a status below 100, and fails on 101 with words that mean nothing to anybody. */
  #interim(status: number): void {
    if (status < 100) this.stop(noStatus(status))
    else if (status === 101) this.stop(new EngineError('UNASKED_UPGRADE'))
    else if (++this.#interimAnswers > interimLimit) this.stop(new EngineError('TOO_MANY_INTERIM'))
  }

  #succeed(): void {
    const { response } = this.#reader
    const versioned = this.#connection.isHttp2 ? { ...response, httpVersion: '2' as const } : response
    this.#settle({ ok: true, response: versioned, phases: this.#phases() })
  }

  #fail(error: Error): void {
    this.#reader.destroy()
    const { received, announced } = this.#reader
    const stage = this.#stage()
    const fault = defined({ error, stage, received, announced })
    const usedBefore = this.#connection.times === undefined
    const stale = usedBefore && stage === 'waiting' && !(error instanceof EngineError)
    this.#settle({ ok: false, fault, phases: this.#phases(), stale })
  }

  #settle(end: AttemptEnd): void {
    this.#connection.release()
    this.#resolve?.(end)
    this.#resolve = undefined
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

function openBody(body: WireBody | undefined): Buffer | Readable | null {
  if (body === undefined) return null
  return Buffer.isBuffer(body) ? body : body.open()
}
