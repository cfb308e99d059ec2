import { createHistogram } from 'node:perf_hooks'
import type { Percentiles } from '../model/load-test.ts'

/** Microseconds of the longest time that is told from longer ones: an hour. */
const longest = 3_600_000_000

/** How long things took, to three digits, in the same memory however many there are. */
export class Latencies {
  readonly #histogram = createHistogram({ lowest: 1, highest: longest, figures: 3 })

  /** Adds one that took so many milliseconds. */
  add(milliseconds: number): void {
    // The histogram takes whole numbers from 1.
    const microseconds = Math.round(milliseconds * 1000)
    this.#histogram.record(microseconds < 1 ? 1 : microseconds > longest ? longest : microseconds)
  }

  /** Milliseconds within which so many of a hundred ended; 0 where there are none. */
  percentile(percent: number): number {
    return this.#histogram.count === 0 ? 0 : this.#histogram.percentile(percent) / 1000
  }

  /** Forgets all of them. */
  reset(): void {
    this.#histogram.reset()
  }

  get percentiles(): Percentiles {
    return {
      p50: this.percentile(50),
      p90: this.percentile(90),
      p95: this.percentile(95),
      p99: this.percentile(99),
      max: this.#histogram.count === 0 ? 0 : this.#histogram.max / 1000,
    }
  }
}
