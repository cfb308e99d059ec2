import type { StepResult } from '../model/result.ts'
import type { DataRow } from '../model/suite.ts'
import type { PlannedStep } from '../plan/plan.ts'
import { attemptStep } from './attempt.ts'
import { unmetCondition } from './conditions.ts'
import { nothingToCleanUp } from './nothing-to-clean-up.ts'
import type { Pass } from './pass.ts'
import { withRetries } from './retry.ts'
import { renderName } from './render-name.ts'
import { finishedStep, skippedStep } from './step-result.ts'

/** Runs one step: whether it applies, its attempts, its result. */
export async function runStep(planned: PlannedStep, pass: Pass, stepRow?: DataRow): Promise<StepResult> {
  const { step } = planned
  const scope = pass.scope(stepRow)
  const unmet = (await unmetCondition(step, scope)) ?? nothingToCleanUp(step, scope)
  if (unmet !== undefined) return skippedStep(step, unmet)
  const startedAt = Date.now()
  const started = performance.now()
  const signal = pass.signalFor(step)
  const { attempt, attempts } = await withRetries(step.retry, signal, () =>
    attemptStep({ planned, pass, scope, signal, row: stepRow ?? pass.row }),
  )
  return finishedStep(step, attempt, pass.planned.loaded.lineText, {
    name: renderName(step.name, scope),
    attempts,
    startedAt,
    duration: performance.now() - started,
  })
}
