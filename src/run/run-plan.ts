import type { RunSummary } from '../model/result.ts'
import type { Plan } from '../plan/plan.ts'
import { stepsOf } from '../plan/plan-run.ts'
import { PortTurns } from './port-turns.ts'
import type { RunContext } from './run-context.ts'
import { afterSetup } from './run-setup.ts'
import { runSuite } from './run-suite.ts'
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
  const extent = extentOf(plan, run.repeat)
  run.emit(defined({ type: 'run-started', startedAt, ...extent, workers: run.workers, environment }))
  const isExclusive = ({ loaded }: Plan['suites'][number]): boolean => loaded.suite.exclusive
  const turns = new PortTurns()
  await afterSetup(plan, run, async own => {
    await withWorkers(
      run.workers,
      plan.suites.filter(suite => !isExclusive(suite)),
      suite => turns.run(suite, () => runSuite(suite, own)),
    )
    await withWorkers(1, plan.suites.filter(isExclusive), suite => runSuite(suite, own))
  })
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

/** How much a plan runs, its setup among it. */
export function extentOf(
  { suites, steps, setup = [] }: Plan,
  repeat = 1,
): { readonly suites: number; readonly steps: number } {
  return {
    suites: suites.length + setup.length,
    steps: setup.reduce((sum, suite) => sum + stepsOf(suite), steps * repeat),
  }
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
