import type { Connection, MessageHandler } from '../../actions/http/engine/connection.ts'
import { Connections } from '../../actions/http/engine/connections.ts'
import { EngineError } from '../../actions/http/engine/engine-error.ts'
import { headerBytes, headerList } from '../../actions/http/engine/header-list.ts'
import type { Fault } from '../../actions/http/engine/wire.ts'
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

/** What kept an answer from coming. */
export class ForwardError extends Error {
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault.error.message)
    this.fault = fault
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
    const connection = this.#connections.take(origin, route)
    try {
      return await new ForwardHandler(connection, request, signal, isUsable => {
        this.#leave(connection, isUsable)
      }).head
    } catch (error) {
      // The server may have closed it at the moment it was used again.
      const mayRepeat = isStale(connection, error) && !unrepeatableMethods.has(method) && !signal.aborted
      if (!mayRepeat) throw error
      const other = this.#connections.open(origin, route)
      return new ForwardHandler(other, request, signal, isUsable => {
        this.#leave(other, isUsable)
      }).head
    }
  }

  async close(): Promise<void> {
    await this.#connections.close()
  }

  #leave(connection: Connection, isUsable: boolean): void {
    if (isUsable) this.#connections.giveBack(connection)
    else this.#connections.drop(connection)
  }
}

function isStale({ times }: Connection, error: unknown): boolean {
  return (
    times === undefined &&
    error instanceof ForwardError &&
    error.fault.stage === 'waiting' &&
    !(error.fault.error instanceof EngineError)
  )
}

/** One request on one connection: the handler that undici calls as the answer comes. */
class ForwardHandler implements MessageHandler {
  readonly head: Promise<ForwardedAnswer>
  readonly #connection: Connection
  readonly #signal: AbortSignal
  readonly #leave: (isUsable: boolean) => void
  #settle: { readonly resolve: (answer: ForwardedAnswer) => void; readonly reject: (error: Error) => void }
  #abort: ((error: Error) => void) | undefined
  #stage: Fault['stage'] = 'connecting'
  #status = 0
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
    this.head = new Promise((resolve, reject) => (this.#settle = { resolve, reject }))
    signal.addEventListener('abort', this.#onGone)
    const { path, method, headers, body } = request
    connection.dispatch(
      { path, method, headers: headerBytes(headers.flat()), body: body.length === 0 ? null : body },
      this,
    )
    if (signal.aborted) this.#onGone()
  }

  readonly #onGone = (): void => {
    this.onError(new EngineError('INTERRUPTED'))
  }

  onConnect(abort: (error?: Error) => void): void {
    this.#abort = abort
    this.#stage = 'waiting'
    if (this.#end !== undefined) abort()
  }

  onResponseStarted(): void {
    this.#stage = 'headers'
  }

  onHeaders(status: number, lines: Buffer[]): boolean {
    // Interim answers are between this connection and the server.
    if (status < 200) return true
    this.#stage = 'body'
    this.#status = status
    this.#settle.resolve({ status, headers: headerList(lines), body: this.#body() })
    return true
  }

  onData(chunk: Buffer): boolean {
    this.#received += chunk.length
    this.#waiting += chunk.length
    this.#pieces.push(chunk)
    if (this.#waiting > mostWaiting) this.#connection.hold()
    this.#wake?.()
    return true
  }

  onComplete(): void {
    this.#finish('complete')
  }

  onError(error: NodeJS.ErrnoException): void {
    // Undici waits for the length that an answer without a body may announce.
    const hasNoBody = this.#received === 0 && (this.#status === 204 || this.#status === 304)
    if (hasNoBody && error.code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
      this.#finish('complete')
      return
    }
    this.#finish(new ForwardError({ error, stage: this.#stage, received: this.#received }))
  }

  #finish(end: 'complete' | ForwardError): void {
    if (this.#end !== undefined) return
    this.#end = end
    this.#signal.removeEventListener('abort', this.#onGone)
    this.#connection.release()
    if (end !== 'complete') {
      this.#abort?.(end)
      this.#settle.reject(end)
    }
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
      // Who stops reading needs no more of it.
      this.#onGone()
    }
  }
}
