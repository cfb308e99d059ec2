import { performance } from 'node:perf_hooks'
import type { HeaderList, Phases } from '../../../model/exchange.ts'
import { unrepeatableMethods } from '../../../model/request-methods.ts'
import { defined } from '../../../util/defined.ts'
import { onInterruption } from '../../../util/interruptions.ts'
import type { AnswerTaker, Connection } from './connection.ts'
import type { Connections } from './connections.ts'
import type { Deadlines } from './deadlines.ts'
import { EngineError, isLoss } from './engine-error.ts'
import { phasesOf } from './phases.ts'
import { type BodyEvents, ResponseReader } from './response-reader.ts'
import type { Fault, WireAnswer, WireRequest } from './wire.ts'

/** One request and what comes of it, over one connection, or two when the first was closed at the moment it was used again. */
export class Exchange implements AnswerTaker, BodyEvents {
  readonly #connections: Connections
  readonly #request: WireRequest
  readonly #reader: ResponseReader
  readonly #startedAt = Date.now()
  /** This and the next two are on the clock of `performance.now()`. */
  readonly #start = performance.now()
  #sentAt: number | undefined
  #firstByteAt: number | undefined
  #isAnswered = false
  #isRepeated = false
  #connection: Connection
  #done: ((answer: WireAnswer) => void) | undefined
  readonly #endDeadline: () => void
  readonly #endInterruption: () => void

  /** `done` is called once, with the whole answer or the fault that kept it from coming. */
  constructor(
    connections: Connections,
    deadlines: Deadlines,
    request: WireRequest,
    done: (answer: WireAnswer) => void,
  ) {
    this.#connections = connections
    this.#request = request
    this.#done = done
    this.#reader = new ResponseReader(request, this)
    this.#connection = connections.take(request.origin, request.route)
    this.#endDeadline = deadlines.add(request.timeout, () => {
      this.failed(new EngineError('TIMEOUT'))
    })
    this.#endInterruption = onInterruption(request.signal, () => {
      this.failed(new EngineError('INTERRUPTED'))
    })
  }

  begin(): void {
    // It is about to fail.
    if (!this.#request.signal.aborted) this.#connection.send(this.#request, this)
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
    this.#reader.head(status, statusText, headers)
  }

  piece(bytes: Buffer): void {
    if (!this.#reader.piece(bytes)) this.#connection.hold()
  }

  ended(trailers: HeaderList): void {
    this.#reader.end(trailers)
  }

  drained(): void {
    if (this.#done !== undefined) this.#connection.release()
  }

  complete(): void {
    if (this.#done === undefined) return
    const connection = this.#connection
    const { response } = this.#reader
    const phases = this.#phases()
    connection.release()
    this.#connections.giveBack(connection)
    const timings = this.#timings(phases)
    this.#finish({
      ok: true,
      response: connection.isHttp2 ? { ...response, httpVersion: '2' } : response,
      timings,
    })
  }

  failed(error: Error): void {
    if (this.#done === undefined) return
    const phases = this.#phases()
    const stage = this.#stage()
    const isStale = this.#connection.times === undefined && !this.#isAnswered && isLoss(error)
    this.#reader.destroy()
    this.#connections.drop(this.#connection)
    if (isStale && !this.#isRepeated && isIdempotent(this.#request)) {
      this.#repeat()
      return
    }
    const { received, announced } = this.#reader
    this.#finish({
      ok: false,
      fault: defined({ error, stage, received, announced }),
      timings: this.#timings(phases),
    })
  }

  /** Sends the request again, of which nothing had come back. */
  #repeat(): void {
    this.#isRepeated = true
    this.#sentAt = undefined
    this.#connection = this.#connections.open(this.#request.origin, this.#request.route)
    this.begin()
  }

  #finish(answer: WireAnswer): void {
    const done = this.#done
    this.#done = undefined
    this.#endDeadline()
    this.#endInterruption()
    done?.(answer)
  }

  #stage(): Fault['stage'] {
    if (this.#reader.hasHead) return 'body'
    if (this.#firstByteAt !== undefined) return 'headers'
    return this.#sentAt === undefined ? 'connecting' : 'waiting'
  }

  #phases(): Phases {
    return phasesOf(this.#start, this.#connection.times, this.#sentAt, this.#firstByteAt)
  }

  #timings(phases: Phases): WireAnswer['timings'] {
    return { startedAt: this.#startedAt, duration: performance.now() - this.#start, phases }
  }
}

/**
 * Whether sending it twice does no more than sending it once (RFC 9110 section 9.2.2): only then may it be sent again
 * after the server closed a connection at the moment it was used again.
 */
function isIdempotent({ method }: WireRequest): boolean {
  return !unrepeatableMethods.has(method)
}
