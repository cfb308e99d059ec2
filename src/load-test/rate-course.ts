import { durationOf } from '../check/load-profile.ts'
import type { LoadProfile } from '../model/load-test.ts'
import type { Iterations, Turn } from './iterations.ts'
import { begunBy, intendedTime } from './schedule.ts'

/** Milliseconds after which who waits for a caller of another thread asks again. */
export const retryInterval = 5

/** So many iterations wait for a caller at most; those beyond are never served. */
const mostWaiting = 1_000_000

/** The thread that carries out a course. */
export interface RateThread {
  /** The time as it knows it: milliseconds since the load test began, and whether nothing more begins. */
  readonly part: { readonly elapsed: number; readonly isOver: boolean }
  /** Milliseconds from the beginning until it had its share, 0 in the first thread. */
  readonly since: number
  /** True where an iteration, by its number, is its own. */
  isOwn(number: number, at: number): boolean
  /** Waits for a time since the beginning, or for the end. */
  waitUntil(time: number): Promise<void>
  /** Begins an iteration whose caller was waited for, and calls `ended` when it is over. */
  begin(turn: Turn, waited: number, ended: () => void): void
  /** An iteration is looked at so many milliseconds after its time. */
  noteLag(late: number): void
}

/** The open model: iterations begin at their time, or as soon as a caller is free. */
export class RateCourse {
  readonly #profile: LoadProfile
  readonly #iterations: Iterations
  readonly #thread: RateThread
  /** The times since which iterations wait for a caller, the longest first. */
  #waiting: number[] = []
  #next = 0
  #beyond = 0

  constructor(profile: LoadProfile, iterations: Iterations, thread: RateThread) {
    this.#profile = profile
    this.#iterations = iterations
    this.#thread = thread
  }

  /** Iterations that no caller has been free for. */
  get unserved(): number {
    return this.#iterations.isDone ? 0 : this.#waitingCount + this.#beyond
  }

  /** Begins one after the other, until the course is over and none waits any more. */
  async run(): Promise<void> {
    const thread = this.#thread
    const { stages } = this.#profile
    const first = Math.max(0, Math.floor(begunBy(stages, thread.since)) - 1)
    for (let number = first; !this.#iterations.isDone && !this.#isOver; number++) {
      const intended = intendedTime(stages, number)
      if (intended !== undefined && !thread.isOwn(number, intended)) continue
      // The course goes on to its end, though nothing begins any more.
      await this.#waitUntil(intended ?? durationOf(stages))
      if (intended === undefined) break
      // It may have become that of another thread meanwhile.
      if (thread.isOwn(number, intended)) this.#take(intended)
    }
    while (this.#waitingCount > 0 && !this.#iterations.isDone && !this.#isOver)
      await this.#waitUntil(thread.part.elapsed + retryInterval)
  }

  /** The time of an iteration has come: it begins, or waits. */
  #take(intended: number): void {
    if (this.#isOver) return
    const now = this.#thread.part.elapsed
    this.#thread.noteLag(now - intended)
    this.#beginWaiting()
    if (this.#waitingCount === 0 && this.#begin(now)) return
    if (this.#waitingCount < mostWaiting) this.#waiting.push(now)
    else this.#beyond++
  }

  /** Begins an iteration that has waited since then; false where no caller is free. */
  #begin(since: number): boolean {
    const iterations = this.#iterations
    if (!iterations.enter(this.#profile.callers)) return false
    const turn = this.#isOver ? undefined : iterations.next()
    if (turn === undefined) iterations.leave()
    else
      this.#thread.begin(turn, Math.max(0, this.#thread.part.elapsed - since), () => {
        iterations.leave()
        this.#beginWaiting()
      })
    return true
  }

  #beginWaiting(): void {
    for (let since = this.#waiting[this.#next]; since !== undefined; since = this.#waiting[this.#next]) {
      if (this.#isOver || !this.#begin(since)) return
      this.#next++
      // The front of a long list is cut off now and then, since to cut it off each time moves all of the rest.
      if (this.#next > 1000 && this.#next * 2 > this.#waiting.length) {
        this.#waiting = this.#waiting.slice(this.#next)
        this.#next = 0
      }
    }
  }

  get #isOver(): boolean {
    return this.#thread.part.isOver
  }

  get #waitingCount(): number {
    return this.#waiting.length - this.#next
  }

  /** Meanwhile a caller of another thread may become free, which nobody tells. */
  async #waitUntil(time: number): Promise<void> {
    const thread = this.#thread
    while (this.#waitingCount > 0 && !this.#isOver && thread.part.elapsed + retryInterval < time) {
      await thread.waitUntil(thread.part.elapsed + retryInterval)
      this.#beginWaiting()
    }
    await thread.waitUntil(time)
    this.#beginWaiting()
  }
}
