import {
  type AnswerTaker,
  type Connection,
  mostRefusals,
  type Reach,
} from '../../actions/http/engine/connection.ts'
import { Connections } from '../../actions/http/engine/connections.ts'
import { EngineError, isLoss } from '../../actions/http/engine/engine-error.ts'
import type { AnswerHead, Fault } from '../../actions/http/engine/wire.ts'
import type { Route } from '../../actions/transport/route.ts'
import type { HeaderList } from '../../model/exchange.ts'
import { unrepeatableMethods } from '../../model/request-methods.ts'

/** A request as it is handed on. */
export interface ForwardedRequest {
  readonly origin: string
  /** Path and query. */
  readonly path: string
  readonly method: string
  readonly headers: HeaderList
  readonly body: Buffer
  readonly route: Route | undefined
}

/** The head of an answer, with its body as it comes. */
export interface ForwardedAnswer {
  readonly status: number
  readonly headers: HeaderList
  readonly body: AsyncIterable<Buffer>
}

/** Error that kept a response from coming. */
export class ForwardError extends Error {
  readonly fault: Fault
  readonly reach: Reach | undefined

  constructor(fault: Fault, reach?: Reach) {
    super(fault.error.message)
    this.fault = fault
    this.reach = reach
  }
}

/** Bytes of a body that wait for a slow client; until they are taken, no more is read. */
const mostWaiting = 256 * 1024

/** Sends requests on, over connections that are kept and used again; bodies stay as they are on the wire. */
export class Forwarding {
  readonly #connections = new Connections()

  /**
   * Resolves with the head of the answer, and rejects with a ForwardError where none comes. The signal ends it at any point, also when
   * the body is on its way, which then rejects.
   */
  async send(request: ForwardedRequest, signal: AbortSignal): Promise<ForwardedAnswer> {
    const { origin, route, method } = request
    let connection = this.#connections.take(origin, route)
    for (let refusals = 0; ;) {
      try {
        return await this.#sendBy(connection, request, signal)
      } catch (error) {
        if (!(error instanceof ForwardError) || signal.aborted) throw error
        // The server may have closed it at the moment it was used again.
        const mayRepeat =
          error.reach === undefined
            ? isStale(connection, error) && !unrepeatableMethods.has(method)
            : refusals++ < mostRefusals
        if (!mayRepeat) throw error
        connection = this.#connections.open(origin, route)
      }
    }
  }

  #sendBy(connection: Connection, request: ForwardedRequest, signal: AbortSignal): Promise<ForwardedAnswer> {
    return new ForwardHandler(connection, request, signal, isUsable => {
      this.#leave(connection, isUsable)
    }).answer
  }

  close(): void {
    this.#connections.close()
  }

  #leave(connection: Connection, isUsable: boolean): void {
    if (isUsable) this.#connections.giveBack(connection)
    else this.#connections.drop(connection)
  }
}

function isStale({ times }: Connection, { fault }: ForwardError): boolean {
  return times === undefined && fault.stage === 'waiting' && isLoss(fault.error)
}

/** One request on one connection. */
class ForwardHandler implements AnswerTaker {
  readonly answer: Promise<ForwardedAnswer>
  readonly #connection: Connection
  readonly #signal: AbortSignal
  readonly #leave: (isUsable: boolean) => void
  #settle: { readonly resolve: (answer: ForwardedAnswer) => void; readonly reject: (error: Error) => void }
  #stage: Fault['stage'] = 'connecting'
  #received = 0
  readonly #pieces: Buffer[] = []
  #waiting = 0
  #end: 'complete' | Error | undefined
  #wake: (() => void) | undefined

  constructor(
    connection: Connection,
    request: ForwardedRequest,
    signal: AbortSignal,
    leave: (isUsable: boolean) => void,
  ) {
    this.#connection = connection
    this.#signal = signal
    this.#leave = leave
    this.#settle = { resolve: () => undefined, reject: () => undefined }
    this.answer = new Promise((resolve, reject) => (this.#settle = { resolve, reject }))
    signal.addEventListener('abort', this.#onGone)
    const { path, method, headers, body } = request
    connection.send({ path, method, headers: headers.flat(), body }, this)
    if (signal.aborted) this.#onGone()
  }

  readonly #onGone = (): void => {
    this.failed(new EngineError('INTERRUPTED'))
  }

  sending(): void {
    this.#stage = 'waiting'
  }

  begun(): void {
    this.#stage = 'headers'
  }

  interim(): void {
    // Is between this connection and the server.
  }

  head({ status, headers }: AnswerHead): void {
    this.#stage = 'body'
    this.#settle.resolve({ status, headers, body: this.#body() })
  }

  piece(bytes: Buffer, start: number, end: number): void {
    this.#received += end - start
    this.#waiting += end - start
    this.#pieces.push(Buffer.from(bytes.subarray(start, end)))
    if (this.#waiting > mostWaiting) this.#connection.hold()
    this.#wake?.()
  }

  ended(): void {
    this.#finish('complete')
  }

  answered(head: AnswerHead, body: string): void {
    const bytes = Buffer.from(body, 'latin1')
    this.head(head)
    this.piece(bytes, 0, bytes.length)
    this.ended()
  }

  failed(error: Error, reach?: Reach): void {
    this.#finish(new ForwardError({ error, stage: this.#stage, received: this.#received }, reach))
  }

  #finish(end: 'complete' | ForwardError): void {
    if (this.#end !== undefined) return
    this.#end = end
    this.#signal.removeEventListener('abort', this.#onGone)
    this.#connection.release()
    if (end !== 'complete') this.#settle.reject(end)
    this.#leave(end === 'complete')
    this.#wake?.()
  }

  async *#body(): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        const piece = this.#pieces.shift()
        if (piece !== undefined) {
          this.#waiting -= piece.length
          if (this.#waiting < mostWaiting / 2) this.#connection.release()
          yield piece
        } else if (this.#end === undefined) await new Promise<void>(resolve => (this.#wake = resolve))
        else if (this.#end === 'complete') return
        else throw this.#end
      }
    } finally {
      // A reader that stops needs no more of it.
      this.#onGone()
    }
  }
}
