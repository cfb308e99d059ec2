import type { Distribution, LoadFailure, LoadFigures, StepFigures } from '../model/load-test.ts'
import { Counter } from './counter.ts'
import { Latencies } from './latencies.ts'

/** Figures of several added: of parts that ran side by side, or, with `seconds`, of all that was measured in this time. */
export function mergeFigures(parts: readonly LoadFigures[], seconds?: number): LoadFigures {
  const all = new Counter()
  for (const part of parts) all.merge(part)
  const figures = all.figures(seconds ?? 0)
  return seconds === undefined ? { ...figures, throughput: sum(parts, part => part.throughput) } : figures
}

/** Percentiles of all that several measured: those of each cannot be added, what they are made of can. */
export function mergeDistributions(parts: readonly Distribution[]): Distribution {
  const all = new Latencies()
  for (const part of parts) all.merge(part)
  return all.distribution
}

/** Steps by file and name, in the order in which they come first. */
export function mergeSteps(all: readonly StepFigures[], seconds?: number): readonly StepFigures[] {
  return grouped(all, ({ file, step }) => JSON.stringify([file, step])).map(([{ step, file }, same]) => ({
    step,
    file,
    ...mergeFigures(same, seconds),
  }))
}

/** Ways to fail, what happened most often first. */
export function mergeFailures(all: readonly LoadFailure[]): readonly LoadFailure[] {
  return grouped(all, ({ step, reason, first }) => JSON.stringify([step, reason, first.span.file]))
    .map(([first, same]) => ({ ...first, count: sum(same, one => one.count) }))
    .toSorted((one, other) => other.count - one.count)
}

function grouped<One>(
  all: readonly One[],
  keyOf: (one: One) => string,
): readonly (readonly [first: One, all: readonly One[]])[] {
  const groups = new Map<string, [One, One[]]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group === undefined) groups.set(keyOf(one), [one, [one]])
    else group[1].push(one)
  }
  return [...groups.values()]
}

/** The sum of what each has. */
export function sum<One>(all: readonly One[], of: (one: One) => number): number {
  return all.reduce((total, one) => total + of(one), 0)
}
