/** The most times that there can be more threads, each of which is a time and a number of threads. */
const mostGrowths = 16

/**
 * Which thread carries out what: callers and iterations are numbered, and with n threads, thread i has the numbers i, i + n, i + 2n.
 * It lies in memory that all threads share, so that no number is ever of two of them.
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

  /** When threads were added the last time, in milliseconds from the beginning; 0 where none were. */
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

  /** The thread, from 0, that carries out a number. */
  owner(number: number, at: number): number {
    return number % this.threads(at)
  }

  /** True where there can be no more threads. */
  get isFull(): boolean {
    return Atomics.load(this.#growths, 0) === mostGrowths
  }

  /** From that time on there are so many threads; the time must lie ahead, so that every thread has seen it before. */
  grow(threads: number, from: number): void {
    if (this.isFull) throw new Error('Threads were added more often than there is memory for.')
    const index = Atomics.load(this.#growths, 0) + 1
    Atomics.store(this.#growths, 2 * index - 1, Math.ceil(from))
    Atomics.store(this.#growths, 2 * index, threads)
    Atomics.store(this.#growths, 0, index)
  }
}
