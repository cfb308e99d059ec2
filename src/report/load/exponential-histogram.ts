import type { Distribution } from '../../model/load-test.ts'

/** How long things took in seconds, in ranges that grow by the same share each, as OpenTelemetry wants them. */
export interface ExponentialHistogram {
  readonly count: number
  readonly sum: number
  /** Both absent where there is nothing. */
  readonly min?: number
  readonly max?: number
  /** How many took no time that could be measured. */
  readonly zeroCount: number
  /** A range reaches from `2 ** (index / 2 ** scale)`, which is not in it, to the same of the next index, which is. */
  readonly scale: number
  /** The index of the first range. */
  readonly offset: number
  readonly counts: readonly number[]
}

/** The finest ranges, each 2.2 % longer than the one before: ours are up to 0.8 %, and must not leave gaps between them. */
const finest = 5

/** Ranges at most: as many as the SDKs of OpenTelemetry have unless told otherwise. */
const mostRanges = 160

/**
 * Puts what was measured into such ranges, each of ours as a whole by its middle: into the finest that all of them have room
 * in. The ranges of a coarser scale are made of two each, so that all stay where they were when it becomes coarser.
 */
export function exponentialHistogram({ buckets, max }: Distribution): ExponentialHistogram {
  // The middle of the last bucket may lie beyond what was measured.
  const longest = max / 1000
  const values = buckets.map(([microseconds, count]) => ({
    seconds: Math.min(microseconds / 1e6, longest),
    count,
  }))
  const count = values.reduce((sum, one) => sum + one.count, 0)
  const sum = values.reduce((sum, one) => sum + one.seconds * one.count, 0)
  const positive = values.filter(({ seconds }) => seconds > 0)
  const indexes = positive.map(({ seconds }) => Math.ceil(Math.log2(seconds) * 2 ** finest) - 1)
  const [first = 0] = indexes
  const last = indexes.at(-1) ?? 0
  let coarser = 0
  while ((last >> coarser) - (first >> coarser) >= mostRanges) coarser++
  const offset = first >> coarser
  const counts = Array.from({ length: positive.length === 0 ? 0 : (last >> coarser) - offset + 1 }, () => 0)
  for (const [at, one] of positive.entries()) {
    const range = ((indexes[at] ?? 0) >> coarser) - offset
    counts[range] = (counts[range] ?? 0) + one.count
  }
  const zeroCount = count - positive.reduce((sum, one) => sum + one.count, 0)
  const [shortest] = values
  const bounds = shortest === undefined ? {} : { min: shortest.seconds, max: longest }
  return { count, sum, ...bounds, zeroCount, scale: finest - coarser, offset, counts }
}
