import path from 'node:path'
import type { RunSummary, StepResult } from '../model/result.ts'
import type { Environment } from '../model/configuration.ts'
import { type Plan, type PlannedSuite, withSetup } from '../plan/plan.ts'
import { stepsOf } from '../plan/plan-run.ts'
import { OnceRuns } from './once.ts'
import { PortTurns } from './port-turns.ts'
import type { RunContext, SetupGiven } from './run-context.ts'
import { runSetup } from './run-setup.ts'
import { runSuite } from './run-suite.ts'
import { OutcomeCounter } from './tally.ts'
import { defined } from '../util/defined.ts'
import { hearSignals } from '../util/interruptions.ts'
import { monotonicTime } from '../util/monotonic-time.ts'

/**
 * Runs everything planned: files side by side on `workers`, then the exclusive ones one by one. Every request of a run
 * is sent in here.
 */
export async function runPlan(plan: Plan, run: RunContext, environment?: string): Promise<RunSummary> {
  const startedAt = Date.now()
  const started = monotonicTime()
  const { setup = [] } = plan
  run.emit(
    defined({
      type: 'run-started',
      startedAt,
      suites: plan.suites.length + setup.length,
      steps: setup.reduce((sum, suite) => sum + stepsOf(suite), plan.steps * (run.repeat ?? 1)),
      workers: run.workers,
      environment,
    }),
  )
  const isExclusive = ({ loaded }: Plan['suites'][number]): boolean => loaded.suite.exclusive
  const turns = new PortTurns()
  const once = new OnceRuns(path.dirname(run.toolFolder), withSetup(plan))
  const given = new Map<Environment, SetupGiven>()
  try {
    const early = { ...run, once, setup: given }
    const blocked = setup.length === 0 ? undefined : await runSetup(setup, early, given)
    const own = blocked === undefined ? early : { ...early, blocked }
    await withWorkers(
      run.workers,
      plan.suites.filter(suite => !isExclusive(suite)),
      suite => turns.run(suite, () => runSuite(suite, own)),
    )
    await withWorkers(1, plan.suites.filter(isExclusive), suite => runSuite(suite, own))
  } finally {
    const names = new Map<string, number>()
    await once.end((planned, results) => {
      tellCleanup(planned, results, names, run)
    })
  }
  const duration = monotonicTime() - started
  await hearSignals()
  const summary = summarize(run, startedAt, duration)
  const { leftOut, shuffle } = plan
  const standIns = run.sharedMocks?.standIns ?? []
  const told = defined({
    ...{ repeat: run.repeat, shuffle },
    leftOut: leftOut.length === 0 ? undefined : leftOut,
    standIns: standIns.length === 0 ? undefined : standIns,
  })
  return { ...summary, ...told }
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

/** Works on all items, at most `count` at a time, in their order. */
async function withWorkers<Item>(
  count: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(count, items.length) }, worker))
}

function summarize({ tally, interrupt }: RunContext, startedAt: number, duration: number): RunSummary {
  return {
    outcome: tally.outcome,
    interrupted: interrupt.aborted,
    exitCode: 0,
    startedAt,
    duration,
    suites: tally.suites.counts,
    steps: tally.steps.counts,
    rows: tally.rows.counts,
    requests: tally.requests,
    ...(tally.repeats === 0 ? {} : { repeats: tally.repeats }),
    problems: [],
  }
}
