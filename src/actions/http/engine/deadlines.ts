import { performance } from 'node:perf_hooks'
import { longestTimer } from '../../../util/duration.ts'

/** Something that has to end by a time on the clock of `performance.now()`. */
interface Deadline {
  readonly at: number
  readonly expire: () => void
}

/**
 * Time limits of many requests, kept by one timer: starting and stopping a timer for each costs more than all the rest
 * of keeping it. The timer holds the process only while something is waited for: a connection alone may not, once the
 * other side has broken the rules of its protocol.
 */
export class Deadlines {
  readonly #pending = new Set<Deadline>()
  #timer: NodeJS.Timeout | undefined
  #firesAt = Infinity

  /** Calls `expire` in that many milliseconds, unless the returned function is called before. */
  add(milliseconds: number, expire: () => void): () => void {
    const deadline = { at: performance.now() + milliseconds, expire }
    this.#pending.add(deadline)
    if (deadline.at < this.#firesAt) this.#fireAt(deadline.at)
    else this.#timer?.ref()
    return () => {
      this.#pending.delete(deadline)
      if (this.#pending.size === 0) this.#timer?.unref()
    }
  }

  #fireAt(time: number): void {
    clearTimeout(this.#timer)
    this.#firesAt = time
    const wait = Math.min(Math.ceil(time - performance.now()), longestTimer)
    this.#timer = setTimeout(() => {
      this.#fire()
    }, wait)
  }

  #fire(): void {
    const now = performance.now()
    let next = Infinity
    this.#firesAt = Infinity
    const due: Deadline[] = []
    for (const deadline of this.#pending)
      if (deadline.at <= now) due.push(deadline)
      else next = Math.min(next, deadline.at)
    // Several are due when the process was busy; they still end in the order of their times.
    for (const deadline of due.sort((one, other) => one.at - other.at))
      if (this.#pending.delete(deadline)) deadline.expire()
    if (next < this.#firesAt) this.#fireAt(next)
  }
}
