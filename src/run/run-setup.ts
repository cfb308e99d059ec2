import type { Environment } from '../model/configuration.ts'
import type { RunEvent } from '../model/run-event.ts'
import type { PlannedSuite } from '../plan/plan.ts'
import type { RunContext, SetupGiven } from './run-context.ts'
import { runSuite } from './run-suite.ts'
import { copyOf } from '../util/copy-of.ts'
import { mapValues } from '../util/map-values.ts'

/**
 * Runs the setup in every environment, and notes in `given` what it gives there, which later entries of it see as well. Answers
 * with why no suite is to start, if so; its own steps tell the cause.
 */
export async function runSetup(
  setup: readonly PlannedSuite[],
  run: RunContext,
  given: Map<Environment, SetupGiven>,
): Promise<string | undefined> {
  let reason: string | undefined
  const emit = (event: RunEvent): void => {
    if (event.type === 'step-finished' && event.result.failures.length > 0) reason = 'the setup did not pass'
    run.emit(event)
  }
  for (const planned of setup) {
    const { environment } = planned.values
    await runSuite(planned, { ...run, emit }, ({ extracted, session }) => {
      given.set(environment, { planned, values: extracted, session })
    })
    const { values = {}, session } = given.get(environment) ?? {}
    // No other suite sees the changes that a suite makes to a value.
    if (session !== undefined) given.set(environment, { planned, values: mapValues(values, copyOf), session })
    if (reason !== undefined) return reason
  }
  return undefined
}
