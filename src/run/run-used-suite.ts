import type { JsonValue } from '../model/json.ts'
import type { StepResult } from '../model/result.ts'
import type { PlannedSuite } from '../plan/plan.ts'
import { planUsedSuite } from '../plan/plan-suite.ts'
import { Pass, type UseSuite } from './pass.ts'
import { rowLabel, withRow } from './row-label.ts'
import { runUsedPass } from './run-pass.ts'

/**
 * Runs the suite that a `use` step names, with the caller's environment and the variables it hands over. With data rows
 * it runs once per row, and of what several rows leave the last counts.
 */
export const runUsedSuite: UseSuite = async (file, given, { pass: caller, cleansUp }) => {
  const planned = planUsedSuite(file, caller.planned)
  const steps: StepResult[] = []
  const variables: Record<string, JsonValue> = {}
  let stopped = false
  for (const row of planned.rows ?? [undefined]) {
    const label = rowLabel(row)
    const pass = new Pass(planned, caller.run, { row, given, cleansUp, caller })
    await runUsedPass(planned, pass, {
      started: () => undefined,
      finished: result => {
        steps.push(withRow(result, label))
      },
    })
    Object.assign(variables, pass.extracted)
    stopped ||= isStopped(planned, pass)
  }
  return { steps, passed: steps.every(isFine) && !(stopped && steps.some(isSkipped)), variables }
}

/** Whether the run ends: what is missing because of that has proven nothing. */
function isStopped({ steps }: PlannedSuite, pass: Pass): boolean {
  return steps.some(({ step }) => pass.stopReason(step) !== undefined)
}

function isFine({ outcome }: StepResult): boolean {
  return outcome === 'passed' || outcome === 'skipped'
}

function isSkipped({ outcome }: StepResult): boolean {
  return outcome === 'skipped'
}
