import type { Distribution, LoadMetric, LoadSecond, StopCondition } from '../model/load-test.ts'
import { Latencies } from './latencies.ts'
import { holds } from './thresholds.ts'

/** What a thread measured since it was last asked. */
export interface Interval {
  readonly requests: number
  readonly errors: number
  readonly latency: Pick<Distribution, 'buckets' | 'max'>
  /** Who is calling now. */
  readonly callers: number
}

/** Counts what a thread measures, until it is asked. */
export class IntervalCounter {
  readonly #latency = new Latencies()
  #requests = 0
  #errors = 0

  answered(latency: number): void {
    this.#requests++
    this.#latency.add(latency)
  }

  failed(isUncounted: boolean): void {
    this.#errors++
    if (isUncounted) this.#requests++
  }

  /** What there was since the last time. */
  take(callers: number): Interval {
    const interval = {
      requests: this.#requests,
      errors: this.#errors,
      latency: this.#latency.distribution,
      callers,
    }
    this.#requests = 0
    this.#errors = 0
    this.#latency.reset()
    return interval
  }
}

/** What all threads measured, second by second. */
export class Timeline {
  readonly seconds: LoadSecond[] = []
  /** All so far. */
  readonly all = { requests: 0, errors: 0, latency: new Latencies() }
  readonly #second = { requests: 0, errors: 0, latency: new Latencies() }

  /** Takes what one of them measured. */
  add({ requests, errors, latency }: Interval): void {
    for (const sum of [this.all, this.#second]) {
      sum.requests += requests
      sum.errors += errors
      sum.latency.merge(latency)
    }
  }

  /** Ends a second, so many milliseconds from the beginning, with so many callers at work. */
  end(at: number, callers: number): void {
    const { requests, errors, latency } = this.#second
    this.seconds.push({ at, requests, errors, ...latency.percentiles, callers })
    this.#second.requests = 0
    this.#second.errors = 0
    latency.reset()
  }

  /** Whether what a condition says was so in each of the last seconds that it is about. */
  fits({ threshold, over }: StopCondition): boolean {
    const count = Math.ceil(over / 1000)
    const last = this.seconds.slice(-count)
    return (
      last.length === count &&
      last.every(second => {
        const value = valueIn(second, threshold.metric)
        return value !== undefined && holds(value, threshold)
      })
    )
  }
}

/** Undefined where a second has none: nobody answered. */
function valueIn(second: LoadSecond, metric: LoadMetric): number | undefined {
  const { requests, errors } = second
  if (metric === 'throughput') return requests
  if (metric === 'errors') return errors
  if (requests === 0) return undefined
  if (metric === 'error-rate') return errors / requests
  return second[metric]
}
