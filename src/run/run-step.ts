import type { StepResult } from '../model/result.ts'
import type { DataRow, Step } from '../model/suite.ts'
import type { PlannedStep } from '../plan/plan.ts'
import type { Scope } from '../template/scope.ts'
import type { Attempt } from './attempt.ts'
import { attemptStep, unrendered } from './attempt-step.ts'
import { evaluateConditions } from './conditions.ts'
import { nothingToCleanUp } from './nothing-to-clean-up.ts'
import type { Pass } from './pass.ts'
import { renderName } from './render-name.ts'
import { withRetries } from './retry.ts'
import { setVariables } from './set-variables.ts'
import { sourceLine } from './source-line.ts'
import { finishedStep, skippedStep } from './step-result.ts'

/** How a step ended, and the name of the step that its scripts want to be the next; null for none. */
export interface RanStep {
  readonly result: StepResult
  readonly next?: string | null
}

/** Runs one step: whether it applies, its attempts, its result. */
export async function runStep(planned: PlannedStep, pass: Pass, stepRow?: DataRow): Promise<RanStep> {
  const { step } = planned
  const scope = pass.scope(stepRow)
  const conditions = await evaluateConditions(step, scope)
  if ('reason' in conditions) return { result: skippedStep(step, conditions.reason) }
  const ofVariables = 'problems' in conditions ? [] : setVariables(step, pass, scope)
  const reason = nothingToCleanUp(step, scope, ofVariables)
  if (reason !== undefined) return { result: skippedStep(step, reason) }
  const problems = 'problems' in conditions ? conditions.problems : ofVariables
  const startedAt = Date.now()
  const started = performance.now()
  const { attempt, attempts } =
    problems.length > 0
      ? { attempt: unrendered(problems), attempts: 1 }
      : await attemptAll(planned, pass, scope, stepRow)
  const result = finishedStep(step, attempt, span => sourceLine(pass, span), {
    ...namesOf(step, scope),
    attempts,
    startedAt,
    duration: performance.now() - started,
  })
  return { result, ...(attempt.next === undefined ? {} : { next: attempt.next }) }
}

function namesOf({ name: written }: Step, scope: Scope): Pick<StepResult, 'name' | 'writtenName'> {
  const name = renderName(written, scope)
  return name === written ? { name } : { name, writtenName: written }
}

function attemptAll(
  planned: PlannedStep,
  pass: Pass,
  scope: Scope,
  stepRow: DataRow | undefined,
): Promise<{ readonly attempt: Attempt; readonly attempts: number }> {
  const signal = pass.signalFor(planned.step)
  return withRetries(planned.step.retry, signal, () =>
    attemptStep({ planned, pass, scope, signal, row: stepRow ?? pass.row }),
  )
}
