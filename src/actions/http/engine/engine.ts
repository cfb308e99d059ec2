import { performance } from 'node:perf_hooks'
import type { Timings } from '../../../model/exchange.ts'
import { unrepeatableMethods } from '../../../model/request-methods.ts'
import { onInterruption } from '../../../util/interruptions.ts'
import type { RunResources } from '../../resources.ts'
import { Attempt, type AttemptEnd } from './attempt.ts'
import type { Connection } from './connection.ts'
import { Connections } from './connections.ts'
import { Deadlines } from './deadlines.ts'
import { EngineError } from './engine-error.ts'
import type { WireAnswer, WireRequest } from './wire.ts'

/** The engine of a run, made when it is first asked for. */
export function engineOf(resources: RunResources): HttpEngine {
  return resources.get('http', () => {
    const engine = new HttpEngine()
    return {
      value: engine,
      close: () => {
        engine.close()
        return Promise.resolve()
      },
    }
  })
}

/** Sends HTTP requests over connections that are kept open and used again. */
export class HttpEngine {
  readonly #connections = new Connections()
  readonly #deadlines = new Deadlines()

  /** Sends a request and waits for the whole answer. Never rejects: what goes wrong is a fault in the answer. */
  send(request: WireRequest): Promise<WireAnswer> {
    return new Promise(resolve => {
      this.start(request, resolve)
    })
  }

  /** Sends a request; `done` is called once, with the whole answer or the fault that kept it from coming. */
  start(request: WireRequest, done: (answer: WireAnswer) => void): void {
    new Sending(this.#connections, this.#deadlines, request, done).begin()
  }

  /** Closes every connection. */
  close(): void {
    this.#connections.close()
  }
}

/** One request on its way, in one attempt or two. */
class Sending {
  readonly #connections: Connections
  readonly #request: WireRequest
  readonly #done: (answer: WireAnswer) => void
  readonly #startedAt = Date.now()
  readonly #start = performance.now()
  readonly #endDeadline: () => void
  readonly #endInterruption: () => void
  #connection: Connection
  #attempt: Attempt
  #isRepeated = false

  constructor(
    connections: Connections,
    deadlines: Deadlines,
    request: WireRequest,
    done: (answer: WireAnswer) => void,
  ) {
    this.#connections = connections
    this.#request = request
    this.#done = done
    this.#connection = connections.take(request.origin, request.route)
    this.#attempt = this.#attemptBy(this.#connection)
    this.#endDeadline = deadlines.add(request.timeout, () => {
      this.#attempt.stop(new EngineError('TIMEOUT'))
    })
    this.#endInterruption = onInterruption(request.signal, () => {
      this.#attempt.stop(new EngineError('INTERRUPTED'))
    })
  }

  begin(): void {
    this.#attempt.begin()
  }

  #attemptBy(connection: Connection): Attempt {
    return new Attempt(connection, this.#request, this.#start, end => {
      this.#end(end)
    })
  }

  #end(end: AttemptEnd): void {
    if (end.ok) this.#connections.giveBack(this.#connection)
    else this.#connections.drop(this.#connection)
    if (!end.ok && end.stale && !this.#isRepeated && isIdempotent(this.#request)) this.#repeat()
    else this.#answer(end)
  }

  #repeat(): void {
    this.#isRepeated = true
    this.#connection = this.#connections.open(this.#request.origin, this.#request.route)
    this.#attempt = this.#attemptBy(this.#connection)
    this.#attempt.begin()
  }

  #answer(end: AttemptEnd): void {
    this.#endDeadline()
    this.#endInterruption()
    const duration = performance.now() - this.#start
    const timings: Timings = { startedAt: this.#startedAt, duration, phases: end.phases }
    this.#done(
      end.ok ? { ok: true, response: end.response, timings } : { ok: false, fault: end.fault, timings },
    )
  }
}

/**
 * Whether sending it twice does no more than sending it once (RFC 9110 section 9.2.2): only then may it be sent again
 * after the server closed a connection at the moment it was used again.
 */
function isIdempotent(request: WireRequest): boolean {
  return !unrepeatableMethods.has(request.method)
}
