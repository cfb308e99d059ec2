import type { RunResources } from '../../resources.ts'
import { Connections } from './connections.ts'
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

/** Sends HTTP requests over connections that are kept open and used again. */
export class HttpEngine {
  readonly #connections = new Connections()
  readonly #watch = new Watch()

  /** Sends a request and waits for the whole answer. Never rejects: what goes wrong is a fault in the answer. */
  send(request: WireRequest): Promise<WireAnswer> {
    return new Promise(resolve => {
      this.start(request, resolve)
    })
  }

  /** Sends a request; `done` is called once, with the whole answer or the fault that kept it from coming. */
  start(request: WireRequest, done: (answer: WireAnswer) => void): void {
    const exchange = new Exchange(this.#connections, this.#watch, request, done)
    // If not, it is about to be ended.
    if (this.#watch.add(exchange)) exchange.connection.send(request, exchange)
  }

  /** Closes every connection. */
  close(): void {
    this.#connections.close()
    this.#watch.close()
  }
}
