import { worstExitCode } from '../../model/exit-code.ts'
import type { Problem, Result } from '../../model/problem.ts'
import type { RunSummary } from '../../model/result.ts'
import type { LoadedSuite } from '../../load/loaded-suite.ts'
import type { Suite } from '../../model/suite.ts'
import type { RunEvent } from '../../model/run-event.ts'
import { namedLines } from './named-lines.ts'
import { maskEvent } from '../../run/mask-event.ts'
import { defined } from '../../util/defined.ts'
import { overtime, type RunContext } from '../../run/run-context.ts'
import { runPlan } from '../../run/run-plan.ts'
import { randomSeed } from '../../template/seed.ts'
import { HistoryRecorder } from '../../store/history-recorder.ts'
import { FailureRecorder, updateLastRun } from '../../store/last-run.ts'
import { RunRecorder } from '../../store/run-recorder.ts'
import type { Host } from '../operation.ts'
import { unaskedChanges } from '../production.ts'
import { exitCodeOf } from './exit-code.ts'
import { observeStep, rejectIfNothingHeld, rejectIfNothingRan, type Seen } from './nothing-ran.ts'
import type { PreparedRun } from './prepare-run.ts'
import { rejectedRun } from './rejected-run.ts'
import type { RunInput } from './run-input.ts'
import { inSurroundings } from './surroundings.ts'

/** Who asked for a run: takes what happens, and may interrupt it. The signals are read when it begins. */
type RunHost = Pick<Host, 'interrupt' | 'insist' | 'program'> &
  Required<Pick<Host, 'emit'>> &
  Pick<RunContext, 'showsBegins'>

/** Runs what was prepared. The last event is always `run-finished`. */
export async function runPrepared(
  prepared: Result<PreparedRun>,
  input: RunInput,
  host: RunHost,
): Promise<RunSummary> {
  if (!prepared.ok) return finish(host, input, rejectedRun(prepared.problems, host))
  const unasked = unaskedChanges(prepared.value.plan, input)
  if (unasked.length > 0) return finish(host, input, rejectedRun(unasked, host))
  const { warnings, configuration, secrets } = prepared.value
  const recorder = new FailureRecorder(input.workingFolder)
  const keepsHistory = input.history ?? configuration.history
  const history = keepsHistory ? new HistoryRecorder(configuration.directory) : undefined
  const runs = keepsHistory ? new RunRecorder(configuration.directory, input.workingFolder) : undefined
  const seen: Seen = { hasTested: false }
  /** The suites that were not asked for. */
  const beside = new Set<string>()
  const { maxTime } = input
  let late = 0
  const passed = new Set<string>()
  const emit = (event: RunEvent): void => {
    const masked = maskEvent(event, secrets)
    if (masked.type === 'suite-started' && masked.role !== undefined) beside.add(masked.file)
    else if (masked.type === 'step-finished') {
      if (!beside.has(masked.file)) observeStep(seen, masked.result)
      if (maxTime !== undefined && masked.result.skipReason === overtime(maxTime)) late++
      history?.observe(masked.result)
    } else if (masked.type === 'row-finished' || masked.type === 'suite-finished') {
      if (!beside.has(masked.file)) recorder.observe(masked)
    }
    if (event.type === 'suite-finished' && event.result.outcome === 'passed') passed.add(event.file)
    runs?.observe(masked)
    host.emit(masked)
    if (event.type === 'run-started') for (const problem of warnings) host.emit({ type: 'problem', problem })
  }
  const { plan, contract } = prepared.value
  const { seed = randomSeed() } = input
  const surrounded = await inSurroundings(
    prepared.value,
    { ...input, seed },
    { ...host, emit },
    async run => {
      const ran = await runPlan(plan, run, input.environment ?? configuration.environment)
      const summary = run.seed?.isUsed === true ? { ...ran, seed } : ran
      return contract === undefined ? summary : { ...summary, coverage: contract.coverage }
    },
  )
  const ended = surrounded.ok
    ? withUnanswered(surrounded.value, surrounded.unanswered, host)
    : { ...rejectedRun(surrounded.problems, host), exitCode: 3, interrupted: host.interrupt.aborted }
  const unwritten = await Promise.all([
    history?.finish() ?? [],
    runs?.finish() ?? [],
    updateLastRun(configuration.directory, recorder),
  ])
  for (const problem of unwritten.flat()) host.emit({ type: 'problem', problem })
  if (input.updateSnapshots === true && isWhole(input)) {
    const { removeObsolete } = await import('./obsolete-snapshots.ts')
    const whole = plan.suites.filter(({ file }) => passed.has(file)).map(({ loaded }) => loaded)
    for (const suite of withUsed(whole))
      for (const problem of await removeObsolete(suite)) host.emit({ type: 'problem', problem })
  }
  const overdue: RunSummary =
    maxTime === undefined || late === 0
      ? ended
      : { ...ended, outcome: 'errored', overtime: { maxTime, steps: late } }
  const ran = rejectIfNothingRan(overdue, seen)
  const summary = input.shard === undefined ? rejectIfNothingHeld(ran) : ran
  if (summary !== overdue) for (const problem of summary.problems) host.emit({ type: 'problem', problem })
  const { shard } = plan
  return finish(host, input, {
    ...summary,
    ...defined({ shard }),
    exitCode: exitCodeOf(summary, input),
  })
}

/** Whether all steps of the suites run. */
function isWhole(input: RunInput): boolean {
  const { tags = [], grep, lastFailed } = input
  return tags.length === 0 && grep === undefined && lastFailed !== true && namedLines(input).lines.size === 0
}

/** Suites and those that they use, each once. */
function withUsed(suites: readonly LoadedSuite[]): readonly Suite[] {
  const found = new Map<string, LoadedSuite>()
  const add = (one: LoadedSuite): void => {
    if (found.has(one.suite.file)) return
    found.set(one.suite.file, one)
    for (const used of one.uses.values()) add(used)
  }
  for (const one of suites) add(one)
  return [...found.values()].map(({ suite }) => suite)
}

function finish(host: RunHost, { shard }: RunInput, ended: RunSummary): RunSummary {
  const summary = { ...(shard === undefined ? {} : { shard }), ...ended }
  host.emit({ type: 'run-finished', summary })
  return summary
}

/** Calls that shared mocks could not answer fail the run. */
function withUnanswered(ended: RunSummary, unanswered: readonly Problem[], host: RunHost): RunSummary {
  if (unanswered.length === 0) return ended
  for (const one of unanswered) host.emit({ type: 'problem', problem: one })
  const { outcome, problems, exitCode } = ended
  return {
    ...ended,
    outcome: outcome === 'errored' ? outcome : 'failed',
    problems: [...problems, ...unanswered],
    exitCode: worstExitCode([exitCode, 1]),
  }
}
