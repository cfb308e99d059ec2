import { monotonicTime } from '../util/monotonic-time.ts'
import { Latencies } from './latencies.ts'

/** Milliseconds between two looks at how late the thread is. */
const lookInterval = 10

/** How late a thread of a load test is: which is its own fault, and not that of who is asked. */
export class Lag {
  readonly #beginnings = new Latencies()
  readonly #looks = new Latencies()
  #due = monotonicTime() + lookInterval
  readonly #looking = setInterval(() => {
    const now = monotonicTime()
    // Where it was held up for long, all the looks that were due meanwhile would have been late.
    let late = Math.max(0, now - this.#due)
    do this.#looks.add(late)
    while ((late -= lookInterval) > 0)
    this.#due = now + lookInterval
  }, lookInterval)

  /** An iteration began so many milliseconds after its time. */
  began(late: number): void {
    this.#beginnings.add(late)
  }

  end(): void {
    clearInterval(this.#looking)
  }

  /** To begin late and to read answers late are two sides of one thing: the worse counts. */
  get worse(): Latencies {
    return this.#beginnings.percentile(99) > this.#looks.percentile(99) ? this.#beginnings : this.#looks
  }
}
