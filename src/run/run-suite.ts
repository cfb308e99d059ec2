import type { UsedSuite } from '../actions/action.ts'
import { isOnce } from '../actions/index.ts'
import type { JsonValue } from '../model/json.ts'
import type { RowLabel, RowResult, StepResult } from '../model/result.ts'
import type { SuiteStarted } from '../model/run-event.ts'
import type { DataRow } from '../model/suite.ts'
import type { PlannedSuite } from '../plan/plan.ts'
import { planUsedSuite } from '../plan/plan-suite.ts'
import {
  Iteration,
  type IterationListener,
  type Measure,
  type Start,
  type Turn,
  type UseSuite,
} from './iteration.ts'
import { openMocks } from './open-mocks.ts'
import { overtimeOf, type RunContext } from './run-context.ts'
import { runIteration, runUsedIteration } from './run-iteration.ts'
import { withRow } from './step-result.ts'
import { OutcomeCounter } from './tally.ts'
import { defined } from '../util/defined.ts'
import { monotonicTime } from '../util/monotonic-time.ts'

/**
 * Runs one file, once or several times in a row; with retries again until it passes. `begin` is told of each iteration before
 * its first step. Setup is done once, and not tried again.
 */
export async function runSuite(
  planned: PlannedSuite,
  run: RunContext,
  begin?: (iteration: Iteration) => void,
): Promise<void> {
  if ((run.retries ?? 0) === 0 || planned.role !== undefined) return runOnce(planned, run, { begin })
  const { runWithRetries } = await import('./run-with-retries.ts')
  return runWithRetries(run, (own, attempt) => runOnce(planned, own, { attempt }))
}

/** The same run, in which a file that runs again writes over what it saved before; where only the last run counts, snapshots, too. */
function savingAnew(run: RunContext, pass: number, isRetried: boolean): RunContext {
  const { saved, snapshots } = run
  const anew = isRetried ? { taken: new Map() } : { pass }
  return {
    ...run,
    ...(saved === undefined ? {} : { saved: { ...saved, owners: new Map() } }),
    ...(snapshots === undefined ? {} : { snapshots: { ...snapshots, ...anew } }),
  }
}

/** A turn at a file, and who is told of each iteration. */
interface Begun extends Turn {
  readonly begin?: ((iteration: Iteration) => void) | undefined
}

/** Runs one file: once, or once per data row, and all of it as often as is asked for. */
async function runOnce(planned: PlannedSuite, run: RunContext, { attempt, begin }: Begun): Promise<void> {
  const { suite } = planned.loaded
  const { rows, role } = planned
  // A suite that is left out is told once.
  const repeat = suite.skip === undefined && role === undefined ? run.repeat : undefined
  const startedAt = Date.now()
  const started = monotonicTime()
  const steps = new OutcomeCounter()
  const rowCounts = new OutcomeCounter()
  run.emit(suiteStarted(planned, repeat))
  for (let number = 1; number <= (repeat ?? 1); number++) {
    const isRetried = (attempt ?? 1) > 1
    const own = number === 1 && !isRetried ? run : savingAnew(run, number, isRetried)
    for (const row of rows ?? [undefined]) {
      const turn = defined({
        begin,
        attempt,
        pass: repeat === undefined ? undefined : { number, of: repeat },
      })
      const result = await runRow(planned, row, own, steps, turn)
      if (result === undefined) continue
      rowCounts.add(result)
      run.tally.rows.add(result)
      run.emit({ type: 'row-finished', file: planned.file, result })
    }
  }
  if (role === undefined) run.tally.suites.add({ outcome: steps.outcome })
  else run.tally.addBeside({ outcome: steps.outcome })
  run.emit({
    type: 'suite-finished',
    file: planned.file,
    result: {
      file: planned.file,
      name: suite.name,
      tags: suite.tags,
      outcome: steps.outcome,
      startedAt,
      duration: monotonicTime() - started,
      steps: steps.counts,
      ...(rows === undefined && repeat === undefined ? {} : { rows: rowCounts.counts }),
      ...(role === undefined ? {} : { role }),
    },
  })
}

function suiteStarted(
  { file, loaded: { suite }, rows, steps, after, role }: PlannedSuite,
  repeat: number | undefined,
): SuiteStarted {
  return defined({
    type: 'suite-started',
    file,
    name: suite.name,
    tags: suite.tags,
    steps: steps.length + after.length,
    rows: repeat === undefined ? (rows?.length ?? 0) : (rows?.length ?? 1) * repeat,
    repeat,
    role,
  })
}

/** One iteration over the steps; the row's result when there is a row. */
async function runRow(
  planned: PlannedSuite,
  row: DataRow | undefined,
  run: RunContext,
  steps: OutcomeCounter,
  { begin, ...turn }: Begun,
): Promise<RowResult | undefined> {
  const started = monotonicTime()
  const counter = new OutcomeCounter()
  let reason: string | undefined
  const iteration = newIteration(planned, row, run, { turn })
  begin?.(iteration)
  const { label } = iteration
  const count = (result: StepResult): void => {
    steps.add(result)
    run.tally.steps.add(result)
    if (label === undefined) return
    counter.add(result)
    reason ??= result.failures[0]?.message
  }
  const listener = stepListener(planned, label, run, count)
  await runIteration(iteration, listener, await openMocks(iteration, listener))
  if (label === undefined) return undefined
  return defined({
    row: label,
    outcome: counter.outcome,
    flaky: counter.outcome === 'passed' && counter.counts.flaky > 0,
    duration: monotonicTime() - started,
    reason,
  })
}

/** An iteration over the steps of a suite that has not begun. */
export function newIteration(
  planned: PlannedSuite,
  row: DataRow | undefined,
  run: RunContext,
  more: { readonly measure?: Measure | undefined; readonly turn?: Turn } = {},
): Iteration {
  return new Iteration(planned, run, {
    ...{ row, useSuite: runUsedSuite, ...more },
    ...(planned.role === undefined ? {} : { secretNames: run.once?.secretNames ?? new Set() }),
    ...(run.session === undefined ? {} : { session: run.session }),
  })
}

/**
 * Tells of the row's steps as they begin, only of the first where nobody looks at the others, and end; `count` is called at
 * each end before the event is emitted.
 */
function stepListener(
  { file, loaded }: PlannedSuite,
  label: RowLabel | undefined,
  run: RunContext,
  count: (result: StepResult) => void,
): IterationListener {
  const { showsBegins = true } = run
  let tellsBegins = showsBegins || label !== undefined
  const started = (name: string): void => {
    if (!tellsBegins) return
    tellsBegins = showsBegins
    run.emit(
      label === undefined
        ? { type: 'step-started', file, name }
        : { type: 'step-started', file, name, row: label },
    )
  }
  const finished = (result: StepResult): void => {
    const labelled = withRow(result, label)
    count(labelled)
    run.emit({ type: 'step-finished', file, suite: loaded.suite.name, result: labelled })
  }
  return { started, finished }
}

/**
 * Runs the suite that a `use` step names, with the caller's environment and the variables it hands over. With data rows
 * it runs once per row, and of what several rows leave the last counts.
 */
const runUsedSuite: UseSuite = async (file, given, use) => {
  const { iteration: caller, step, cleansUp } = use
  const { run } = caller
  const planned = planUsedSuite(file, caller.planned)
  if (run.once === undefined || !isOnce(step)) return runUsed(planned, run, { given, cleansUp, caller })
  const used = await run.once.take(planned, given, use, (once, start) =>
    runUsed(once, run, { given, cleansUp, useSuite: runUsedSuite, ...start }),
  )
  return caller.planned.role === 'setup' && used.steps.every(isSkipped)
    ? { ...used, passed: false, reason: 'setup did nothing' }
    : used
}

async function runUsed(planned: PlannedSuite, run: RunContext, start: Start): Promise<UsedSuite> {
  const steps: StepResult[] = []
  const variables: Record<string, JsonValue> = {}
  let stopped = false
  for (const row of planned.rows ?? [undefined]) {
    const iteration = new Iteration(planned, run, { row, ...start })
    const listener: IterationListener = {
      finished: result => {
        steps.push(withRow(result, iteration.label))
      },
    }
    const mocks = await openMocks(iteration, listener)
    iteration.cleanups.push(async last => mocks.close(last))
    await runUsedIteration(planned, iteration, listener, mocks.missing)
    await mocks.leave()
    Object.assign(variables, iteration.extracted)
    stopped ||= isStopped(planned, iteration)
  }
  const passed = steps.every(isFine) && !(stopped && steps.some(isSkipped))
  return { steps, passed, variables, overtime: overtimeOf(run, steps) }
}

/** True where the run ends: what is missing because of that has proven nothing. */
function isStopped({ steps }: PlannedSuite, iteration: Iteration): boolean {
  return steps.some(({ step }) => iteration.stopReason(step) !== undefined)
}

function isFine({ outcome }: StepResult): boolean {
  return outcome === 'passed' || outcome === 'skipped'
}

function isSkipped({ outcome }: StepResult): boolean {
  return outcome === 'skipped'
}
