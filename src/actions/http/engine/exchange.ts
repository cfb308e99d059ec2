import type { HeaderList, Timings } from '../../../model/exchange.ts'
import { headerValue } from '../../../model/header-value.ts'
import { unrepeatableMethods } from '../../../model/request-methods.ts'
import { defined } from '../../../util/defined.ts'
import { ReceivedBody } from '../../body/received-body.ts'
import { type BodyEvents, BodyReader } from './body-reader.ts'
import {
  type AnswerTaker,
  type Connection,
  mostRefusals,
  type Reach,
  type ReceivedHead,
} from './connection.ts'
import type { Connections } from './connections.ts'
import { EngineError, isLoss } from './engine-error.ts'
import { phasesOf } from './phases.ts'
import type { Watch, Watched } from './watch.ts'
import type { AnswerHead, Fault, WireAnswer, WireRequest, WireResponse } from './wire.ts'
import { monotonicTime } from '../../../util/monotonic-time.ts'

/**
 * One request and what comes of it, over one connection, or more where the first was closed at the moment it was used again, or the
 * server had not begun with it.
 */
export class Exchange implements AnswerTaker, BodyEvents, Watched {
  readonly dueAt: number
  readonly signal: AbortSignal
  place: number | undefined
  /** The one that its request goes by. */
  connection: Connection
  readonly #connections: Connections
  readonly #watch: Watch
  readonly #request: WireRequest
  readonly #startedAt: number
  /** This and the next two are on the clock of `monotonicTime()`. */
  readonly #start: number
  #sentAt: number | undefined
  #firstByteAt: number | undefined
  #isAnswered = false
  /** How often it has failed without its server having begun with it. */
  #refusals = 0
  /** How often it went out again. */
  #repeats = 0
  #isHeld = false
  #done: ((answer: WireAnswer) => void) | undefined
  #head: AnswerHead | undefined
  #trailers: HeaderList = none
  /** Body bytes so far, as they were on the wire. */
  #received = 0
  #body: ReceivedBody | undefined
  /** Undefined where the body is kept as it is on the wire. */
  #reader: BodyReader | undefined

  /** `done` is called once, with the whole answer or the fault that kept it from coming. */
  constructor(
    connections: Connections,
    watch: Watch,
    request: WireRequest,
    done: (answer: WireAnswer) => void,
  ) {
    this.#startedAt = Date.now()
    this.#start = monotonicTime()
    this.dueAt = this.#start + request.timeout
    this.signal = request.signal
    this.#connections = connections
    this.#watch = watch
    this.#request = request
    this.#done = done
    this.connection = connections.take(request.origin, request.route)
  }

  sending(hasWaited: boolean): void {
    this.#sentAt = hasWaited ? monotonicTime() : this.#start
  }

  begun(at: number): void {
    this.#firstByteAt = at
    this.#isAnswered = true
  }

  interim(): void {
    this.#firstByteAt = undefined
  }

  head(head: ReceivedHead): void {
    this.#head = head
    const { taker, wantsBody } = this.#request
    this.#body = new ReceivedBody(wantsBody, head.contentType)
    if (taker !== undefined || head.codings !== undefined)
      this.#reader = new BodyReader(head, this.#body, taker, this)
  }

  piece(bytes: Buffer, start: number, end: number): void {
    this.#received += end - start
    if (this.#reader !== undefined) this.#hold(this.#reader.piece(Buffer.from(bytes.subarray(start, end))))
    else if (this.#body?.add(bytes, start, end) === false) this.failed(new EngineError('BODY_TOO_LARGE'))
  }

  answered(head: ReceivedHead, body: string, at: number): void {
    const { taker, wantsBody } = this.#request
    if (taker === undefined && head.codings === undefined) {
      this.#firstByteAt = at
      this.#head = head
      this.#body = new ReceivedBody(wantsBody, head.contentType, body)
      this.#complete(at)
      return
    }
    const bytes = Buffer.from(body, 'latin1')
    this.begun(at)
    this.head(head)
    if (bytes.length > 0) this.piece(bytes, 0, bytes.length)
    this.ended(none, at)
  }

  ended(trailers: HeaderList, at: number): void {
    this.#trailers = trailers
    if (this.#reader === undefined) this.#complete(at)
    else this.#reader.end()
  }

  drained(): void {
    if (this.#done === undefined || !this.#isHeld) return
    this.#isHeld = false
    this.connection.release()
  }

  complete(): void {
    this.#complete(monotonicTime())
  }

  end(reason: 'TIMEOUT' | 'INTERRUPTED'): void {
    this.failed(new EngineError(reason))
  }

  failed(error: Error, reach?: Reach): void {
    if (this.#done === undefined) return
    const timings = this.#timings(monotonicTime())
    const stage = this.#stage()
    const wasKept = this.connection.times === undefined
    const isStale = wasKept && !this.#isAnswered && isLoss(error)
    this.#reader?.destroy()
    this.#connections.drop(this.connection)
    if (this.#mayRepeat(isStale, reach)) {
      if (reach !== 'unsent') this.#repeats++
      this.#repeat()
      return
    }
    const done = this.#done
    this.#done = undefined
    this.#watch.delete(this)
    const hasAnswered = this.#connections.hasAnswered(this.connection.key)
    const announced = this.#announced()
    const fault = defined({ error, stage, received: this.#received, announced, wasKept, hasAnswered })
    done({ ok: false, fault, timings })
  }

  #mayRepeat(isStale: boolean, reach: Reach | undefined): boolean {
    if (this.#isAnswered) return false
    if (reach !== undefined) return this.#refusals++ < mostRefusals
    return isStale && this.#connections.repeats && isIdempotent(this.#request)
  }

  #hold(takesMore: boolean): void {
    if (takesMore) return
    this.#isHeld = true
    this.connection.hold()
  }

  #complete(at: number): void {
    const head = this.#head
    const body = this.#body
    const done = this.#done
    if (done === undefined || head === undefined || body === undefined) return
    const { connection } = this
    const { isHttp2, certificate } = connection
    const timings = this.#timings(at)
    if (this.#isHeld) connection.release()
    this.#connections.giveBack(connection)
    this.#done = undefined
    this.#watch.delete(this)
    const { status, statusText, headers } = head
    const response = { status, statusText, headers, body }
    const isPlain = !isHttp2 && certificate === undefined && this.#trailers.length === 0
    done({
      ok: true,
      response: isPlain ? response : withMore(response, { isHttp2, certificate }, this.#trailers),
      timings,
    })
  }

  /** Sends the request again, of which nothing had come back. */
  #repeat(): void {
    this.#sentAt = undefined
    this.connection = this.#connections.open(this.#request.origin, this.#request.route)
    this.connection.send(this.#request, this)
  }

  #stage(): Fault['stage'] {
    if (this.#head !== undefined) return 'body'
    if (this.#firstByteAt !== undefined) return 'headers'
    if (this.#sentAt === undefined) return 'connecting'
    return this.connection.isWritten ? 'waiting' : 'sending'
  }

  /** The length that the head of the answer names. */
  #announced(): number | undefined {
    const length = Number(headerValue(this.#head?.headers ?? none, 'content-length') ?? NaN)
    return Number.isNaN(length) ? undefined : length
  }

  #timings(endedAt: number): Timings {
    const { times } = this.connection
    const sentAt = this.#sentAt
    const firstByteAt = this.#firstByteAt
    const phases =
      times === undefined && sentAt !== undefined && firstByteAt !== undefined
        ? { firstByte: firstByteAt - sentAt, download: endedAt - firstByteAt }
        : phasesOf(this.#start, times, sentAt, firstByteAt, endedAt)
    const timings = { startedAt: this.#startedAt, duration: endedAt - this.#start, phases }
    return this.#repeats === 0 ? timings : { ...timings, repeats: this.#repeats }
  }
}

const none: HeaderList = []

/** The answer with what few have. */
function withMore(
  response: WireResponse,
  { isHttp2, certificate }: Pick<Connection, 'isHttp2' | 'certificate'>,
  trailers: HeaderList,
): WireResponse {
  return {
    ...response,
    ...(isHttp2 ? { httpVersion: '2' } : {}),
    ...(certificate === undefined ? {} : { certificate }),
    ...(trailers.length === 0 ? {} : { trailers }),
  }
}

/**
 * True where sending it twice does no more than sending it once (RFC 9110 section 9.2.2): only then may it be sent again
 * after the server closed a connection at the moment it was used again.
 */
function isIdempotent({ method }: WireRequest): boolean {
  return !unrepeatableMethods.has(method)
}
