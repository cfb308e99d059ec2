import type { LoadFigures, LoadMetric, LoadSecond, StopCondition } from '../model/load-test.ts'
import { Counter } from './counter.ts'
import { holds } from '../parse/load/threshold.ts'

/** The measurements of a thread since it was last asked. */
export interface Interval {
  readonly figures: LoadFigures
  /** How many it began. */
  readonly iterations: number
  /** The most callers that were at work at once. */
  readonly callers: number
}

/** The measurements of all threads, second by second. */
export class Timeline {
  readonly seconds: LoadSecond[] = []
  /** All so far. */
  readonly all = new Counter()
  iterations = 0
  readonly #second = new Counter()

  /** Takes what one of them measured. */
  add({ figures, iterations }: Interval): void {
    this.all.merge(figures)
    this.#second.merge(figures)
    this.iterations += iterations
  }

  /** Ends a second, so many milliseconds from the beginning, with so many callers at work. */
  end(at: number, callers: number): void {
    const { requests, errors, latency } = this.#second
    this.seconds.push({ at, requests, errors, ...latency.percentiles, callers })
    this.#second.reset()
  }

  /** True where what a condition says was so in each of the last seconds that it is about. */
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
