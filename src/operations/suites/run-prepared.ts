import { worstExitCode } from '../../model/exit-code.ts'
import type { Problem, Result } from '../../model/problem.ts'
import type { RunSummary } from '../../model/result.ts'
import type { LoadedSuite } from '../../load/loaded-suite.ts'
import type { Suite } from '../../model/suite.ts'
import { namedLines } from './named-lines.ts'
import { defined } from '../../util/defined.ts'
import type { RunContext } from '../../run/run-context.ts'
import type { Plan } from '../../plan/plan.ts'
import { runPlan } from '../../run/run-plan.ts'
import { randomSeed } from '../../template/seed.ts'
import type { Host } from '../operation.ts'
import { unaskedChanges } from '../production.ts'
import { exitCodeOf, failsOnFlaky } from './exit-code.ts'
import { rejectIfNothingHeld, rejectIfNothingRan } from './nothing-ran.ts'
import { rejectedRun } from './rejected-run.ts'
import type { RunInput } from './run-input.ts'
import { RunWatch } from './run-watch.ts'
import { unaskedRounds } from './unasked-rounds.ts'
import { SecretReader } from '../secret-commands.ts'
import { inSurroundings } from './surroundings.ts'
import type { PreparedRun } from './prepared-run.ts'

/** The caller of a run: takes its events, and may interrupt it. The signals are read when it begins. */
type RunHost = Pick<Host, 'interrupt' | 'insist' | 'program' | 'session'> &
  Required<Pick<Host, 'emit'>> &
  Pick<RunContext, 'showsBegins'>

/** Runs what was prepared. The last event is always `run-finished`. */
export async function runPrepared(
  prepared: Result<PreparedRun>,
  input: RunInput,
  host: RunHost,
): Promise<RunSummary> {
  if (!prepared.ok) return finish(host, input, rejectedRun(prepared.problems, host))
  const { contract, configuration, secrets } = prepared.value
  const unasked = [
    ...secrets.maskDeep(unaskedChanges(prepared.value.plan, input)),
    ...unaskedRounds(prepared.value.plan, input),
  ]
  if (unasked.length > 0) return finish(host, input, rejectedRun(unasked, host))
  const filled = await new SecretReader(input, host.interrupt).fill(prepared.value, true)
  if (!filled.ok) return finish(host, input, rejectedRun(secrets.maskDeep(filled.problems), host))
  const { plan } = filled.value
  const watch = new RunWatch(filled.value, input, host.emit)
  const { seed = randomSeed() } = input
  const surrounded = await inSurroundings(
    filled.value,
    { ...input, seed },
    { ...host, emit: watch.emit },
    async run => {
      const ran = await runPlan(plan, run, input.environment ?? configuration.environment)
      const summary = run.seed?.isUsed === true ? { ...ran, seed } : ran
      return contract === undefined ? summary : { ...summary, coverage: contract.coverage }
    },
  )
  const ended = surrounded.ok
    ? withUnanswered(surrounded.value, surrounded.unanswered, host)
    : { ...rejectedRun(surrounded.problems, host), exitCode: 3, interrupted: host.interrupt.aborted }
  watch.tell(await watch.keep())
  if (input.updateSnapshots === true && isWhole(input)) watch.tell(await cleared(plan, watch.passed))
  const overdue = withOvertime(ended, input, watch.late)
  const ran = rejectIfNothingRan(overdue, watch.seen)
  const summary = input.shard === undefined ? rejectIfNothingHeld(ran) : ran
  if (summary !== overdue) watch.tell(summary.problems)
  return finish(host, input, {
    ...summary,
    ...defined({ shard: plan.shard, failsOnFlaky: failsOnFlaky(summary, input) ? true : undefined }),
    exitCode: exitCodeOf(summary, input),
  })
}

/** Deletes the snapshots that files which passed do not name, and tells of each. */
async function cleared({ suites }: Plan, passed: ReadonlySet<string>): Promise<readonly Problem[]> {
  const { removeObsolete } = await import('./obsolete-snapshots.ts')
  const whole = suites.filter(({ file }) => passed.has(file)).map(({ loaded }) => loaded)
  const problems = await Promise.all(withUsed(whole).map(suite => removeObsolete(suite)))
  return problems.flat()
}

/** Steps that did not begin in time have proven nothing. */
function withOvertime(ended: RunSummary, { maxTime }: RunInput, steps: number): RunSummary {
  return maxTime === undefined || steps === 0
    ? ended
    : { ...ended, outcome: 'errored', overtime: { maxTime, steps } }
}

/** True where all steps of the suites run. */
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
