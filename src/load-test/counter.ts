import type { LoadFigures } from '../model/load-test.ts'
import { Latencies } from './latencies.ts'

/** Counts requests, in memory that does not grow with them. What several counted can be added. */
export class Counter {
  requests = 0
  errors = 0
  /** How often requests went out again by themselves. */
  repeats = 0
  readonly latency = new Latencies()
  readonly #service = new Latencies()
  readonly #statuses = new Map<string, number>()

  /** One that took so many milliseconds, before which it waited for others, and was answered like that. */
  add(wait: number, service: number, status: string): void {
    this.requests++
    this.latency.add(wait + service)
    this.#service.add(service)
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
  }

  /** One that failed; `isUncounted` where it was not even sent. */
  fail(isUncounted: boolean): void {
    this.errors++
    if (isUncounted) this.requests++
  }

  /** Adds the figures of another counter. */
  merge({ requests, errors, latency, service, statuses, repeats = 0 }: LoadFigures): void {
    this.requests += requests
    this.repeats += repeats
    this.errors += errors
    this.latency.merge(latency)
    this.#service.merge(service)
    for (const [status, count] of Object.entries(statuses))
      this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + count)
  }

  /** All of it, which so many seconds went by for. */
  figures(seconds: number): LoadFigures {
    const { requests, errors } = this
    return {
      requests,
      ok: requests - errors,
      errors,
      errorRate: requests === 0 ? 0 : errors / requests,
      throughput: seconds > 0 ? requests / seconds : 0,
      latency: this.latency.distribution,
      service: this.#service.distribution,
      statuses: Object.fromEntries([...this.#statuses].toSorted(([one], [other]) => (one < other ? -1 : 1))),
      ...(this.repeats === 0 ? {} : { repeats: this.repeats }),
    }
  }

  /** Begins anew. */
  reset(): void {
    this.requests = 0
    this.errors = 0
    this.repeats = 0
    this.latency.reset()
    this.#service.reset()
    this.#statuses.clear()
  }
}
