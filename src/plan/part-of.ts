import { createHash } from 'node:crypto'
import type { Shard } from '../model/result.ts'
import type { PlannedSuite } from './plan.ts'

/**
 * The part of the files that one of several machines runs, and what the parts are made of. With the time that files took
 * before, each goes to the machine that has least to do so far, the longest first; else every so many-th file is taken.
 */
export function partOf(
  suites: readonly PlannedSuite[],
  { index, count }: Pick<Shard, 'index' | 'count'>,
  durations: ReadonlyMap<string, number> = new Map(),
): { readonly suites: readonly PlannedSuite[]; readonly shard: Shard } {
  const known = suites.flatMap(({ file }) => durations.get(file) ?? [])
  const isKnown = known.length > 0
  // Of a new file nobody knows more than that it is one of them.
  const usual = known.reduce((sum, one) => sum + one, 0) / known.length
  const times = suites.map(({ file }) => (isKnown ? (durations.get(file) ?? usual) : 0))
  const parts = isKnown ? byDuration(times, count) : times.map((_, position) => position % count)
  const made = suites.map(({ file }, position) => `${file} ${String(times[position])}`)
  const split = createHash('sha256').update(made.join('\n')).digest('hex').slice(0, 8)
  return {
    suites: suites.filter((_, position) => parts[position] === index - 1),
    shard: { index, count, by: isKnown ? 'durations' : 'index', split },
  }
}

/** The number of the part that each file is in; of two that have equally little to do, the one with fewer files. */
function byDuration(times: readonly number[], count: number): readonly number[] {
  const loads = Array.from({ length: count }, () => ({ time: 0, files: 0 }))
  const parts: number[] = []
  const longestFirst = times.map((time, position) => ({ time, position }))
  longestFirst.sort((left, right) => right.time - left.time || left.position - right.position)
  for (const { time, position } of longestFirst) {
    const least = loads.reduce((best, one) =>
      one.time < best.time || (one.time === best.time && one.files < best.files) ? one : best,
    )
    least.time += time
    least.files++
    parts[position] = loads.indexOf(least)
  }
  return parts
}
