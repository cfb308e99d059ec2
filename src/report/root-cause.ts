import type { Failure, StepResult } from '../model/result.ts'
import { roundName } from './step-name.ts'

/** The first reason a step did not pass, looked for in the steps below a `use` step first. */
export interface RootCause {
  readonly failure: Failure
  /** Names from the step down to the one the reason belongs to. */
  readonly names: readonly string[]
}

/** Why a step did not pass, in one reason; nothing when it passed or was skipped. */
export function rootCause({ name: own, round, steps, failures }: StepResult): RootCause | undefined {
  const failure = failures[0]
  if (failure === undefined) return undefined
  const name = round === undefined ? own : roundName(own, round)
  for (const step of steps ?? []) {
    const below = rootCause(step)
    if (below !== undefined) return { failure: below.failure, names: [name, ...below.names] }
  }
  return { failure, names: [name] }
}
