import type { StepResult } from '../../model/result.ts'
import { runPlan } from '../../run/run-plan.ts'
import type { PreparedRun } from '../opening/prepared-run.ts'
import { callContext } from './call-context.ts'

/**
 * Prepares every step of a plan as it would be sent, and sends nothing. One that needs values of answers, or of the setup, cannot be
 * prepared. Secrets are not masked.
 */
export async function rehearse(
  prepared: PreparedRun,
  interrupt: AbortSignal,
): Promise<readonly StepResult[]> {
  const results: StepResult[] = []
  const suites = prepared.plan.suites.map(suite => ({
    ...suite,
    settings: { ...suite.settings, stopOnFailure: false },
  }))
  const context = callContext(prepared, interrupt)
  try {
    await runPlan(
      { ...prepared.plan, suites, setup: [] },
      {
        ...context,
        emit: event => {
          if (event.type === 'step-finished') results.push(event.result)
        },
        rehearses: true,
      },
    )
  } finally {
    await context.resources.close()
  }
  return results
}
