import type { Timings } from '../../../model/exchange.ts'
import { unrepeatableMethods } from '../../../model/request-methods.ts'
import type { RunResources } from '../../resources.ts'
import { Attempt, type AttemptEnd } from './attempt.ts'
import type { Connection } from './connection.ts'
import { Connections } from './connections.ts'
import { Deadlines } from './deadlines.ts'
import { EngineError, type EngineErrorCode } from './engine-error.ts'
import { onInterruption } from '../../../util/interruptions.ts'
import type { WireAnswer, WireRequest } from './wire.ts'

/** The engine of a run, made when it is first asked for. */
export function engineOf(resources: RunResources): HttpEngine {
  return resources.get('http', () => {
    const engine = new HttpEngine()
    return { value: engine, close: () => engine.close() }
  })
}

/** Sends HTTP requests over connections that are kept open and used again. */
export class HttpEngine {
  readonly #connections = new Connections()
  readonly #deadlines = new Deadlines()

  /** Sends a request and waits for the whole answer. Never rejects: what goes wrong is a fault in the answer. */
  async send(request: WireRequest): Promise<WireAnswer> {
    const startedAt = Date.now()
    const start = performance.now()
    const end = await this.#attemptInTime(request, start)
    const timings: Timings = { startedAt, duration: performance.now() - start, phases: end.phases }
    return end.ok ? { ok: true, response: end.response, timings } : { ok: false, fault: end.fault, timings }
  }

  /** Closes every connection. */
  async close(): Promise<void> {
    await this.#connections.close()
  }

  async #attemptInTime(request: WireRequest, start: number): Promise<AttemptEnd> {
    let connection = this.#connections.take(request.origin, request.route)
    let attempt = new Attempt(connection, request, start)
    const stop = (code: EngineErrorCode): void => {
      attempt.stop(new EngineError(code))
    }
    const endDeadline = this.#deadlines.add(request.timeout, () => {
      stop('TIMEOUT')
    })
    const endInterruption = onInterruption(request.signal, () => {
      stop('INTERRUPTED')
    })
    let end = await attempt.end
    if (!end.ok && end.stale && isIdempotent(request)) {
      this.#connections.drop(connection)
      connection = this.#connections.open(request.origin, request.route)
      attempt = new Attempt(connection, request, start)
      end = await attempt.end
    }
    endDeadline()
    endInterruption()
    this.#leave(connection, end)
    return end
  }

  #leave(connection: Connection, end: AttemptEnd): void {
    if (end.ok) this.#connections.giveBack(connection)
    else this.#connections.drop(connection)
  }
}

/**
 * Whether sending it twice does no more than sending it once (RFC 9110 section 9.2.2): only then may it be sent again
 * after the server closed a connection at the moment it was used again.
 */
function isIdempotent(request: WireRequest): boolean {
  return !unrepeatableMethods.has(request.method)
}
