import type { Bucket, Distribution, Percentiles } from '../model/load-test.ts'

/** Microseconds up to which each has a bucket of its own; beyond them there are so many for each doubling. */
const exact = 256
const perDoubling = 128

/** Microseconds of the longest time that is told from longer ones: more than an hour. */
const longest = 2 ** 32 - 1

/**
 * How long things took, within 0.4 %, in the same memory however many there are. The buckets of two can be added, so that
 * what several measured is as if one had.
 */
export class Latencies {
  readonly #counts = new Uint32Array(exact + (32 - 8) * perDoubling)
  #count = 0
  #max = 0

  /** Adds one that took so many milliseconds. */
  add(milliseconds: number): void {
    const microseconds = Math.min(longest, Math.max(0, Math.round(milliseconds * 1000)))
    this.#put(microseconds, 1)
    if (microseconds > this.#max) this.#max = microseconds
  }

  /** Adds what others measured. */
  merge({ buckets, max }: Pick<Distribution, 'buckets' | 'max'>): void {
    for (const [microseconds, count] of buckets) this.#put(microseconds, count)
    this.#max = Math.max(this.#max, Math.round(max * 1000))
  }

  #put(microseconds: number, count: number): void {
    const bucket = bucketOf(microseconds)
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + count
    this.#count += count
  }

  /** Milliseconds within which so many of a hundred ended; 0 where there are none. */
  percentile(percent: number): number {
    const rank = Math.ceil((percent / 100) * this.#count)
    let seen = 0
    for (let index = 0; seen < rank && index < this.#counts.length; index++) {
      seen += this.#counts[index] ?? 0
      if (seen >= rank) return Math.min(middleOf(index), this.#max) / 1000
    }
    return this.#max / 1000
  }

  get percentiles(): Percentiles {
    return {
      p50: this.percentile(50),
      p90: this.percentile(90),
      p95: this.percentile(95),
      p99: this.percentile(99),
      max: this.#max / 1000,
    }
  }

  /** The same with the buckets that it was made of. */
  get distribution(): Distribution {
    const buckets: Bucket[] = []
    for (const [index, count] of this.#counts.entries())
      if (count > 0) buckets.push([Math.round(middleOf(index)), count])
    return { ...this.percentiles, buckets }
  }

  /** Forgets all of them. */
  reset(): void {
    this.#counts.fill(0)
    this.#count = 0
    this.#max = 0
  }
}

function bucketOf(microseconds: number): number {
  if (microseconds < exact) return microseconds
  const doubling = 31 - Math.clz32(microseconds)
  const within = (microseconds >>> (doubling - 7)) & (perDoubling - 1)
  return exact + (doubling - 8) * perDoubling + within
}

/** Microseconds in the middle of a bucket; they are of the same bucket. */
function middleOf(index: number): number {
  if (index < exact) return index
  const doubling = 8 + Math.floor((index - exact) / perDoubling)
  const within = (index - exact) % perDoubling
  const width = 2 ** (doubling - 7)
  return (perDoubling + within) * width + Math.floor(width / 2)
}
