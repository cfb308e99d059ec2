import type { RunResources } from '../../resources.ts'
import { Connections } from './connections.ts'
import { EngineError } from './engine-error.ts'
import { Exchange } from './exchange.ts'
import { Watch } from './watch.ts'
import type { WireAnswer, WireRequest } from './wire.ts'

/** The engine of a run, made when it is first asked for. */
export function engineOf(resources: RunResources): HttpEngine {
  return resources.get('http', makeEngine)
}

function makeEngine(): { value: HttpEngine; close: () => Promise<void> } {
  const engine = new HttpEngine()
  return {
    value: engine,
    close: () => {
      engine.close()
      return Promise.resolve()
    },
  }
}

/**
 * So many requests are sent in a turn of the event loop. As long as 1024 connections have something to read, libuv reads from
 * them and gives nothing else a turn, forty times over: with thousands of callers timers would be seconds late.
 */
const mostInTurn = 1000

/** Sends HTTP requests over connections that are kept open and used again. */
export class HttpEngine {
  readonly #connections = new Connections()
  readonly #watch = new Watch()
  /** Why a request must not be sent, if so: asked of each one, also of those that redirects and credentials ask for. */
  refuse: ((request: WireRequest) => string | undefined) | undefined
  #inTurn = 0
  /** The requests that are sent in the next turn. */
  #waiting: (readonly [WireRequest, (answer: WireAnswer) => void])[] = []

  /** Sends nothing twice from now on that a server may have read: who counts answers has to know of each request. */
  countEach(): void {
    this.#connections.repeats = false
  }

  /** Sends a request and waits for the whole answer. Never rejects: what goes wrong is a fault in the answer. */
  send(request: WireRequest): Promise<WireAnswer> {
    return new Promise(resolve => {
      this.start(request, resolve)
    })
  }

  /** Sends a request; `done` is called once, with the whole answer or the fault that kept it from coming. */
  start(request: WireRequest, done: (answer: WireAnswer) => void): void {
    const reason = this.refuse?.(request)
    if (reason !== undefined) {
      const error = new EngineError('BAD_REQUEST', reason)
      const fault = { error, stage: 'connecting', received: 0 } as const
      done({ ok: false, fault, timings: { startedAt: Date.now(), duration: 0 } })
      return
    }
    if (this.#watch.count < mostInTurn || this.#countInTurn() <= mostInTurn) this.#begin(request, done)
    else this.#waiting.push([request, done])
  }

  #countInTurn(): number {
    if (this.#inTurn === 0)
      setImmediate(() => {
        const waiting = this.#waiting
        this.#inTurn = 0
        this.#waiting = []
        for (const [request, done] of waiting) this.start(request, done)
      })
    return ++this.#inTurn
  }

  #begin(request: WireRequest, done: (answer: WireAnswer) => void): void {
    const exchange = new Exchange(this.#connections, this.#watch, request, done)
    // If not, it is about to be ended.
    if (this.#watch.add(exchange)) exchange.connection.send(request, exchange)
  }

  /** Closes every connection. */
  close(): void {
    this.#waiting = []
    this.#connections.close()
    this.#watch.close()
  }
}
