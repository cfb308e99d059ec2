import type { LoadStage } from '../model/load-test.ts'

/**
 * Milliseconds from the beginning at which the iteration with a number from 0 is to begin, where the levels of the stages are
 * iterations in a second; undefined when the stages are over by then.
 */
export function intendedTime(stages: readonly LoadStage[], number: number): number | undefined {
  let begun = 0
  let start = 0
  for (const { from, to, over } of stages) {
    const count = ((from + to) / 2) * (over / 1000)
    if (number < begun + count) return start + timeWithin({ from, to, over }, number - begun)
    begun += count
    start += over
  }
  return undefined
}

/** How many iterations begin before a time, in milliseconds from the beginning. */
export function begunBy(stages: readonly LoadStage[], time: number): number {
  let begun = 0
  let start = 0
  for (const { from, to, over } of stages) {
    const within = Math.min(over, Math.max(0, time - start))
    const level = from + ((to - from) * within) / over
    begun += ((from + level) / 2) * (within / 1000)
    start += over
  }
  return begun
}

/** Milliseconds of a stage until so many iterations have begun: the area below a line is a square of the time. */
function timeWithin({ from, to, over }: LoadStage, count: number): number {
  const perMillisecond = from / 1000
  const growth = (to - from) / 1000 / over
  if (growth === 0) return count / perMillisecond
  return (2 * count) / (perMillisecond + Math.sqrt(perMillisecond ** 2 + 2 * growth * count)) || 0
}

/**
 * Milliseconds from the beginning, `now` at the earliest, at which the caller with a number from 0 may begin an iteration,
 * where the levels of the stages are callers; undefined when there are so many no more.
 */
export function callerTime(stages: readonly LoadStage[], number: number, now: number): number | undefined {
  let start = 0
  for (const { from, to, over } of stages) {
    const end = start + over
    const crossing = from === to ? start : start + ((number - from) / (to - from)) * over
    const [first, last] =
      from === to
        ? [start, number < to ? end : start]
        : from < to
          ? [Math.max(start, crossing), end]
          : [start, Math.min(end, crossing)]
    if (first < last && now < last) return Math.max(now, first)
    start = end
  }
  return undefined
}
