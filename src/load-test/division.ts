/** The most times that there can be more threads, each of which is a time and a number. */
const mostGrowths = 16

/**
 * Which thread carries out what: callers and iterations are numbered, and with so many threads each has every so manieth
 * number. It lies in memory that all threads share, so that no number is ever of two of them.
 */
export class Division {
  /** How many growths there were; of each the milliseconds since the beginning, and the number of threads from then on. */
  readonly #growths: Int32Array

  /** `memory` is that of another thread, absent in the first. */
  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer((1 + 2 * mostGrowths) * 4)) {
    this.#growths = new Int32Array(memory)
  }

  get memory(): SharedArrayBuffer {
    return this.#growths.buffer as SharedArrayBuffer
  }

  /** Milliseconds from the beginning until there were more threads the last time; 0 where there is one. */
  get latest(): number {
    const index = Atomics.load(this.#growths, 0)
    return index === 0 ? 0 : Atomics.load(this.#growths, 2 * index - 1)
  }

  /** How many threads there are so many milliseconds after the beginning, from 1. */
  threads(at: number): number {
    const growths = this.#growths
    for (let index = Atomics.load(growths, 0); index > 0; index--)
      if (Atomics.load(growths, 2 * index - 1) <= at) return Atomics.load(growths, 2 * index)
    return 1
  }

  /** The thread, from 0, that a number is of. */
  owner(number: number, at: number): number {
    return number % this.threads(at)
  }

  /** Has so many threads from then on, which must lie ahead, so that all of them see it before. */
  grow(threads: number, from: number): void {
    const index = Atomics.load(this.#growths, 0) + 1
    if (index > mostGrowths) return
    Atomics.store(this.#growths, 2 * index - 1, Math.ceil(from))
    Atomics.store(this.#growths, 2 * index, threads)
    Atomics.store(this.#growths, 0, index)
  }
}
