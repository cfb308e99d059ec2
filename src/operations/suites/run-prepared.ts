import { hasSecretCommands } from '../../model/configuration.ts'
import { worstExitCode } from '../../model/exit-code.ts'
import { allOf, type Problem, type Result } from '../../model/problem.ts'
import type { RunSummary } from '../../model/result.ts'
import { withUsed } from '../../load/loaded-suite.ts'
import { defined } from '../../util/defined.ts'
import { parseDuration } from '../../util/duration.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'
import { mergeSummaries } from '../../model/merge-summaries.ts'
import type { RunContract } from '../../contract/run-contract.ts'
import type { Exemption } from '../../model/exemption.ts'
import type { RunContext } from '../../run/run-context.ts'
import type { Plan, PlannedSuite } from '../../plan/plan.ts'
import { extentOf, runPlan } from '../../run/run-plan.ts'
import { randomSeed } from '../../template/seed.ts'
import type { Host } from '../operation.ts'
import { unaskedChanges } from '../production.ts'
import { exitCodeOf, failsOnFlaky } from './exit-code.ts'
import { rejectIfNothingHeld, rejectIfNothingRan, type Seen } from './nothing-ran.ts'
import { rejectedRun } from './rejected-run.ts'
import type { RunInput } from './run-input.ts'
import { namedLines } from './named-lines.ts'
import { notStarted, RunWatch } from './run-watch.ts'
import { unaskedRounds } from './unasked-rounds.ts'
import { inSurroundings, type SurroundingsInput } from '../opening/surroundings.ts'
import { type PreparedProjects, type PreparedRun, withSuites } from '../opening/prepared-run.ts'

/** The caller of a run: takes its events, and may interrupt it. The signals are read when it begins. */
type RunHost = Pick<Host, 'interrupt' | 'insist' | 'program' | 'session'> &
  Required<Pick<Host, 'emit'>> &
  Pick<RunContext, 'showsBegins'>

/** Runs what was prepared, one project after another. The last event is always `run-finished`. */
export async function runPrepared(
  prepared: Result<PreparedProjects>,
  input: RunInput,
  host: RunHost,
): Promise<RunSummary> {
  if (!prepared.ok) return finish(host, input, rejectedRun(prepared.problems, host))
  const { projects } = prepared.value
  const unasked = projects.flatMap(one => [...unaskedChanges(one, input), ...unaskedRounds(one.plan, input)])
  if (unasked.length > 0) return finish(host, input, rejectedRun(unasked, host))
  const deadline = deadlineOf(input)
  const filled = await withSecrets(withSuites(prepared.value), input, host)
  if (!filled.ok) return finish(host, input, rejectedRun(filled.problems, host))
  const running = filled.value
  const emit = running.length > 1 ? asOneRun(running, input, host.emit) : host.emit
  const seen: Seen = { hasTested: false }
  const { seed = randomSeed() } = input
  const shared = { ...input, seed, owners: new Map(), ...defined({ deadline }) }
  const summaries: RunSummary[] = []
  for (const project of running) {
    const unsuccessful = summaries.reduce((sum, { steps }) => sum + steps.failed + steps.errored, 0)
    summaries.push(
      await runProject(project, { ...shared, unsuccessful }, { ...host, emit }, seen, running.length === 1),
    )
  }
  return judged(joined(summaries, projects), running, input, host, seen)
}

/** The projects with the secrets that commands give. */
async function withSecrets(
  projects: readonly PreparedRun[],
  input: RunInput,
  { interrupt }: RunHost,
): Promise<Result<readonly PreparedRun[]>> {
  if (!projects.some(({ configuration }) => hasSecretCommands(configuration)))
    return { ok: true, value: projects }
  const { SecretReader } = await import('../opening/secret-commands.ts')
  const reader = new SecretReader(interrupt, input)
  const filled = await Promise.all(projects.map(one => reader.fill(one, true)))
  return allOf(filled)
}

/** Tells what only the end of a run shows, and how it ended. */
function judged(
  ended: RunSummary,
  running: readonly PreparedRun[],
  input: RunInput,
  host: RunHost,
  seen: Seen,
): RunSummary {
  const ran = rejectIfNothingRan(ended, seen)
  const summary = input.shard === undefined ? rejectIfNothingHeld(ran) : ran
  const [first] = running
  const suites = running.flatMap(({ plan }) => plan.suites)
  const idle = idleExemptions(first?.contract, suites, input, summary)
  for (const problem of [
    ...(first?.secrets.maskDeep(idle) ?? idle),
    ...(summary === ended ? [] : summary.problems),
  ])
    host.emit({ type: 'problem', problem })
  return finish(host, input, {
    ...summary,
    ...defined({
      shard: first?.plan.shard,
      failsOnFlaky: failsOnFlaky(summary, input) ? true : undefined,
    }),
    exitCode: exitCodeOf(summary, input),
  })
}

/** Runs the suites of a project in its surroundings. Where the run is over before, or these cannot be made, they are told as skipped. */
async function runProject(
  prepared: PreparedRun,
  input: RunInput & Required<Pick<SurroundingsInput, 'seed'>> & SurroundingsInput,
  host: RunHost,
  seen: Seen,
  isAlone: boolean,
): Promise<RunSummary> {
  const { plan } = prepared
  const watch = new RunWatch(prepared, input, host.emit, seen)
  const heard = { ...host, emit: watch.emit }
  const isOver = !isAlone && isOverBefore(input, host)
  const surrounded = await runWithin(isOver ? withoutStart(prepared) : prepared, input, heard)
  const ran = surrounded.ok
    ? withUnanswered(surrounded.value, surrounded.unanswered, host)
    : { ...rejectedRun(surrounded.problems, host), exitCode: 3 }
  const left =
    surrounded.ok || isAlone ? undefined : await runWithin(withoutStart(prepared), input, heard, notStarted)
  const ended = left?.ok === true ? mergeSummaries([ran, left.value]) : ran
  watch.tell(await watch.keep())
  if (input.updateSnapshots === true && isWhole(input)) watch.tell(await cleared(plan, watch.passed))
  return withOvertime(ended, input, watch.late)
}

/** Runs a plan in its surroundings; with the reason why no suite is to start, if so. */
function runWithin(
  prepared: PreparedRun,
  input: Parameters<typeof runProject>[1],
  host: RunHost,
  blocked?: string,
): ReturnType<typeof inSurroundings<RunSummary>> {
  const { plan, contract, configuration } = prepared
  return inSurroundings(prepared, input, host, async run => {
    const environment = input.environment ?? configuration.environment
    const ran = await runPlan(plan, { ...run, ...defined({ blocked }) }, environment)
    const summary = run.seed?.isUsed === true ? { ...ran, seed: input.seed } : ran
    return contract === undefined ? summary : { ...summary, coverage: contract.coverage }
  })
}

/** True where no step of a project would begin any more. */
function isOverBefore(
  { bail, unsuccessful = 0, deadline }: SurroundingsInput,
  { interrupt }: RunHost,
): boolean {
  if (interrupt.aborted || (bail !== undefined && unsuccessful >= bail)) return true
  return deadline !== undefined && monotonicTime() >= deadline.at
}

/** A project of which nothing is started: no service, no mock and no setup. */
function withoutStart({ plan, configuration, ...prepared }: PreparedRun): PreparedRun {
  return {
    ...prepared,
    plan: { ...plan, setup: [] },
    configuration: { ...configuration, services: [], mocks: [] },
  }
}

/** When nothing begins any more, where that is said. */
function deadlineOf({ maxTime }: RunInput): RunContext['deadline'] {
  return maxTime === undefined ? undefined : { at: monotonicTime() + (parseDuration(maxTime) ?? 0), maxTime }
}

/** The summary of a run of several projects. All of them are held against one description, so that the last one knows all that is covered. */
function joined(summaries: readonly RunSummary[], projects: readonly PreparedRun[]): RunSummary {
  const [only, ...others] = summaries
  if (only !== undefined && others.length === 0 && projects.length === 1) return only
  const whole = mergeSummaries(summaries.map(({ coverage: _, ...summary }) => summary))
  const leftOut = projects.flatMap(({ plan }) => plan.leftOut)
  return defined({
    ...whole,
    leftOut: leftOut.length === 0 ? undefined : leftOut,
    coverage: summaries.findLast(({ coverage }) => coverage !== undefined)?.coverage,
  })
}

/** Makes the events of several projects those of one run: it begins once, with all that they have. */
function asOneRun(
  projects: readonly PreparedRun[],
  { repeat }: RunInput,
  emit: RunHost['emit'],
): RunHost['emit'] {
  let hasStarted = false
  return event => {
    if (event.type !== 'run-started') emit(event)
    if (event.type !== 'run-started' || hasStarted) return
    hasStarted = true
    const extents = projects.map(({ plan }) => extentOf(plan, repeat))
    emit({
      ...event,
      suites: extents.reduce((sum, { suites }) => sum + suites, 0),
      steps: extents.reduce((sum, { steps }) => sum + steps, 0),
    })
  }
}

/** Deletes the snapshots that files which passed do not name, and tells of each. */
async function cleared({ suites }: Plan, passed: ReadonlySet<string>): Promise<readonly Problem[]> {
  const { removeObsolete } = await import('./obsolete-snapshots.ts')
  const whole = suites.filter(({ file }) => passed.has(file)).map(({ loaded }) => loaded)
  const problems = await Promise.all(withUsed(whole).map(({ suite }) => removeObsolete(suite)))
  return problems.flat()
}

/** Steps that did not begin in time have proven nothing. */
function withOvertime(ended: RunSummary, { maxTime }: RunInput, steps: number): RunSummary {
  return maxTime === undefined || steps === 0
    ? ended
    : { ...ended, outcome: 'errored', overtime: { maxTime, steps } }
}

/**
 * Warns of what is exempt from the description, and nothing in a run that passed needed it. Where only a part of the suites
 * ran, or a step did not, others may need what the settings say and what stands in suites that several use.
 */
function idleExemptions(
  contract: RunContract | undefined,
  suites: readonly PlannedSuite[],
  input: RunInput,
  { outcome, interrupted, overtime, steps }: RunSummary,
): readonly Problem[] {
  if (contract === undefined) return []
  const isEnded = outcome === 'passed' && !interrupted && overtime === undefined && input.rows === undefined
  const isOfAll = isEnded && isWhole(input) && input.shard === undefined && steps.skipped === 0
  const files = new Set(suites.map(({ loaded }) => loaded.suite.file))
  const isTold = ({ isOfStep, span }: Exemption): boolean =>
    isOfAll || (isEnded && isOfStep && files.has(span.file))
  return contract.idle(isTold, isOfAll)
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

/** True where all steps of the suites run. */
function isWhole(input: RunInput): boolean {
  const { tags = [], grep, lastFailed } = input
  return tags.length === 0 && grep === undefined && lastFailed !== true && namedLines(input).lines.size === 0
}
