import type { LoadMetric, LoadSecond, StopCondition } from '../model/load-test.ts'
import { Latencies } from './latencies.ts'
import { holds } from './thresholds.ts'

/** What was measured second by second. */
export class Timeline {
  readonly seconds: LoadSecond[] = []
  readonly #latency = new Latencies()
  #requests = 0
  #errors = 0

  answered(latency: number): void {
    this.#requests++
    this.#latency.add(latency)
  }

  failed(): void {
    this.#errors++
  }

  /** Ends a second, so many milliseconds from the beginning, with so many callers at work. */
  end(at: number, callers: number): void {
    const { percentiles } = this.#latency
    this.seconds.push({ at, requests: this.#requests, errors: this.#errors, ...percentiles, callers })
    this.#requests = 0
    this.#errors = 0
    this.#latency.reset()
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
