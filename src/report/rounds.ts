import type { StepResult } from '../model/result.ts'

/** True where a round has no more to show than that it passed. */
export function isPlainRound({ round, outcome, flaky, steps, files }: StepResult): boolean {
  const wrote = files?.some(({ kind }) => kind === 'snapshot') === true
  return round !== undefined && outcome === 'passed' && !flaky && steps === undefined && !wrote
}

/** True where two results are of the same step. */
export function isSameStep(one: StepResult | undefined, { index, phase }: StepResult): boolean {
  return one !== undefined && one.index === index && one.phase === phase
}

/** Steps in the order they ran, the plain rounds of one, one after the other, together. */
export function groupRounds(steps: readonly StepResult[]): readonly (readonly StepResult[])[] {
  const groups: StepResult[][] = []
  for (const step of steps) {
    const group = groups.at(-1)
    const first = group?.[0]
    const isNext =
      isSameStep(first, step) && [first, step].every(one => one !== undefined && isPlainRound(one))
    if (isNext) group?.push(step)
    else groups.push([step])
  }
  return groups
}

/** Rounds that are counted only, and how long they took. */
export interface MoreRounds {
  readonly count: number
  readonly duration: number
}

export const noMore: MoreRounds = { count: 0, duration: 0 }

/** Rounds as one step, `Page 1 … Page 4 [4 rounds]`, with the time of all of them; one round as it is. */
export function foldedRounds(rounds: readonly StepResult[], more = noMore): StepResult | undefined {
  const first = rounds[0]
  const last = rounds.at(-1)
  const count = rounds.length + more.count
  if (first === undefined || last === undefined || count === 1) return first
  const { round: _, ...others } = last
  const end = more.count > 0 ? '' : last.name
  const names = first.name === end ? end : `${first.name} … ${end}`.trimEnd()
  const name = `${names} [${count} rounds]`
  return { ...others, name, duration: rounds.reduce((sum, { duration }) => sum + duration, more.duration) }
}
