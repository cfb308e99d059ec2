import path from 'node:path'
import type { Environment } from '../model/configuration.ts'
import type { StepResult } from '../model/result.ts'
import type { RunEvent } from '../model/run-event.ts'
import { type Plan, type PlannedSuite, withSetup } from '../plan/plan.ts'
import { OnceRuns } from './once.ts'
import type { RunContext, SetupGiven } from './run-context.ts'
import { runSuite } from './run-suite.ts'
import { OutcomeCounter } from './tally.ts'
import { copyOf } from '../util/copy-of.ts'
import { mapValues } from '../util/map-values.ts'

/**
 * Runs the setup of a plan, then what needs what it gives, and at last what is under the `after` of the suites that ran once for
 * all. Where the setup did not pass, the run that `work` gets is blocked.
 */
export async function afterSetup<Value>(
  plan: Pick<Plan, 'setup' | 'suites'>,
  run: RunContext,
  work: (run: RunContext) => Promise<Value>,
): Promise<Value> {
  const { setup = [] } = plan
  const { workingFolder = path.dirname(run.toolFolder) } = run
  const once = new OnceRuns(workingFolder, withSetup(plan))
  const given = new Map(run.setup)
  const own = { ...run, once, setup: given }
  try {
    const blocked = setup.length === 0 ? undefined : await runSetup(setup, own, given)
    return await work(blocked === undefined ? own : { ...own, blocked })
  } finally {
    const names = new Map<string, number>()
    await once.end((planned, results) => {
      tellCleanup(planned, results, names, run)
    })
  }
}

/** Why no suite starts after a setup that did not pass. */
export const setupFailed = 'the setup did not pass'

/**
 * Runs the setup in every environment, and notes in `given` what it gives there, which later entries of it see as well. Answers
 * with why no suite is to start, if so; its own steps tell the cause.
 */
async function runSetup(
  setup: readonly PlannedSuite[],
  run: RunContext,
  given: Map<Environment, SetupGiven>,
): Promise<string | undefined> {
  let reason: string | undefined
  const emit = (event: RunEvent): void => {
    if (event.type === 'step-finished' && event.result.failures.length > 0) reason = setupFailed
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

/** Tells what was under the `after` of a suite that ran once for all, as a suite of its own: those that used it are over. */
function tellCleanup(
  { loaded: { suite }, file: own }: PlannedSuite,
  results: readonly StepResult[],
  names: Map<string, number>,
  run: RunContext,
): void {
  const count = (names.get(own) ?? 0) + 1
  names.set(own, count)
  const { name, tags } = suite
  const role = 'cleanup'
  const file = `${own} (after${count === 1 ? '' : ` ${count}`})`
  const steps = new OutcomeCounter()
  run.emit({ type: 'suite-started', file, name, tags, steps: results.length, rows: 0, role })
  for (const result of results) {
    steps.add(result)
    run.tally.steps.add(result)
    run.emit({ type: 'step-finished', file, suite: name, result })
  }
  const { outcome } = steps
  run.tally.addBeside({ outcome })
  const startedAt = Math.min(...results.map(result => result.startedAt))
  const duration = results.reduce((sum, result) => sum + result.duration, 0)
  const ended = { file, name, tags, outcome, startedAt, duration, steps: steps.counts, role } as const
  run.emit({ type: 'suite-finished', file, result: ended })
}
