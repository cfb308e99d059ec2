import type { ActionFailure } from '../../model/exchange.ts'
import type { BrokerError } from './wire/broker-error.ts'

/** What keeps records from coming just now, by the node that has it, or `cluster`, and since when. */
export class Troubles {
  readonly #known = new Map<number | 'cluster', { readonly error: BrokerError; readonly since: number }>()

  get isEmpty(): boolean {
    return this.#known.size === 0
  }

  has(where: number | 'cluster'): boolean {
    return this.#known.has(where)
  }

  /** Notes an error; the failure when it is one that stays. How long others may last is for whoever waits to say. */
  note(where: number | 'cluster', error: BrokerError): ActionFailure | undefined {
    const since = this.#known.get(where)?.since ?? Date.now()
    this.#known.set(where, { error, since })
    return error.course === 'stays' ? error.failure : undefined
  }

  settle(where: number | 'cluster'): void {
    this.#known.delete(where)
  }

  /** Forgets nodes that no longer matter. */
  keepOnly(nodes: ReadonlySet<number>): void {
    for (const where of this.#known.keys())
      if (where !== 'cluster' && !nodes.has(where)) this.#known.delete(where)
  }

  /** The one that has lasted longest, as the failure of whoever waits. */
  get oldest(): ActionFailure | undefined {
    const [first] = [...this.#known.values()].sort((one, other) => one.since - other.since)
    if (first === undefined) return undefined
    const message = `nothing comes from the broker now: ${first.error.message}`
    const { course, failure } = first.error
    // What may be wrong with a broker that was never reached is of no use for one that was.
    const known = course === 'connection' ? undefined : failure.hint
    const hint = known ?? 'Once the broker is back, reading goes on where it stood.'
    return { ...first.error.failure, message, hint }
  }
}
