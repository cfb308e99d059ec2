import type { StepResult } from '../model/result.ts'
import type { PlannedStep, PlannedSuite } from '../plan/plan.ts'
import type { Pass } from './pass.ts'
import { runStep } from './run-step.ts'
import { rowLabel, withRow } from './row-label.ts'
import { skippedStep } from './step-result.ts'

/** Who wants to know what a pass does. */
export interface PassListener {
  started(name: string): void
  finished(result: StepResult): void
}

/**
 * Runs the steps in order. After one that did not pass the rest is skipped, unless `stop-on-failure` is off; what is
 * under `after` runs in any case, once anything ran.
 */
export async function runPass(planned: PlannedSuite, pass: Pass, listener: PassListener): Promise<void> {
  let failed = false
  let ran = false
  for (const step of planned.steps) {
    const reason = failed ? 'an earlier step failed' : undefined
    const outcomes = await runPlannedStep(step, pass, listener, reason)
    ran ||= outcomes.some(outcome => outcome !== 'skipped')
    failed ||= planned.settings.stopOnFailure !== false && outcomes.some(isUnsuccessful)
  }
  for (const step of planned.after)
    await runPlannedStep(step, pass, listener, ran ? undefined : 'no step ran before it')
}

function isUnsuccessful(outcome: StepResult['outcome']): boolean {
  return outcome === 'failed' || outcome === 'errored'
}

/** A step, once or once per row of its own; skipped when there is a reason. */
async function runPlannedStep(
  planned: PlannedStep,
  pass: Pass,
  listener: PassListener,
  reason: string | undefined,
): Promise<readonly StepResult['outcome'][]> {
  const outcomes: StepResult['outcome'][] = []
  for (const stepRow of planned.rows ?? [undefined]) {
    const why = pass.stopReason(planned.step) ?? reason
    if (why === undefined) listener.started(planned.step.name)
    const result = why === undefined ? await runStep(planned, pass, stepRow) : skippedStep(planned.step, why)
    outcomes.push(result.outcome)
    listener.finished(withRow(result, rowLabel(stepRow)))
  }
  return outcomes
}
