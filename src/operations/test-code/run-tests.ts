import { factsOf } from '../../actions/index.ts'
import path from 'node:path'
import type { ExportedTests } from '../../formats/test-code/export-tests.ts'
import type { Framework, Runner, TestOutcome } from '../../formats/test-code/framework.ts'
import { errorProblem, type Problem, type Result, refusal } from '../../model/problem.ts'
import type { StepResult } from '../../model/result.ts'
import type { RunEvent } from '../../model/run-event.ts'
import { outerScope } from '../../run/iteration.ts'
import type { RunContext } from '../../run/run-context.ts'
import { runPlan } from '../../run/run-plan.ts'
import type { SharedMocks } from '../../run/shared-mocks.ts'
import { renderVariable } from '../../template/render.ts'
import { defined } from '../../util/defined.ts'
import { valueAt } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { Host } from '../operation.ts'
import { unaskedChanges } from '../production.ts'
import { prepareRun } from '../suites/prepare-run.ts'
import type { RunInput } from '../suites/run-input.ts'
import { SecretReader } from '../opening/secret-commands.ts'
import { inSurroundings } from '../opening/surroundings.ts'
import { type ComparedCase, compareRuns, isSame, outcomesByLine, type StepOutcome } from './compare-runs.ts'
import { markedLines } from './generated-file.ts'
import { type FrameworkEnd, runFramework } from './run-framework.ts'
import type { PreparedRun } from '../opening/prepared-run.ts'

/** Tests that were written, and where. */
export interface WrittenFiles {
  readonly tests: ExportedTests
  readonly framework: Framework
  /** Absolute. */
  readonly outputFolder: string
  /** Absolute path of the project that has the framework. */
  readonly projectFolder: string
}

/** A test beside its step, and what is known of a difference. */
export interface JudgedCase extends Omit<ComparedCase, 'isStopped' | 'isUnset'> {
  readonly verdict: (typeof caseVerdicts)[number]
}

/**
 * `same`; `flaky`: another run ended otherwise; `environment`: something is missing here; `lost`: the test has not all that the
 * step has, as was told; `unset`: the step could not begin without what an earlier one leaves; `stopped`: the framework runs no more after a test that failed;
 * `different`: otherwise every time.
 */
export const caseVerdicts = ['same', 'flaky', 'environment', 'lost', 'unset', 'stopped', 'different'] as const

/** The outcomes of the tests, and of the steps that they were made of. */
export interface TestsRun {
  readonly cases: readonly JudgedCase[]
  /** Hints about what the tests lack on this machine, and how to get it. */
  readonly hints: readonly string[]
}

/**
 * Runs steps by apitest and the tests that were made of them by their framework, with the services of the configuration and the
 * same variables, and pairs their ends. Where they differ both run once more, in the other order, to tell an unsteady API from a wrong test.
 */
export async function runTests(
  given: RunInput,
  written: WrittenFiles,
  host: Host,
): Promise<Result<TestsRun>> {
  const input: RunInput = { ...given, stopOnFailure: false, history: false }
  const prepared = await prepareRun(input, host)
  if (!prepared.ok) return prepared
  const unasked = unaskedChanges(prepared.value, input)
  if (unasked.length > 0) return { ok: false, problems: unasked }
  const filled = await new SecretReader(host.interrupt, input).fill(prepared.value, true)
  if (!filled.ok) return filled
  const steps = new StepRecorder()
  const emit = (event: RunEvent): void => {
    steps.observe(event)
    host.emit?.(event)
  }
  const surrounded = await inSurroundings(filled.value, input, { ...host, emit }, run =>
    inTurns(filled.value, written, { run, steps, host }),
  )
  if (!surrounded.ok) return surrounded
  const { secrets } = prepared.value
  const { value } = surrounded
  return value.ok
    ? { ok: true, value: secrets.maskDeep(value.value) }
    : { ok: false, problems: secrets.maskDeep(value.problems) }
}

/** Records how steps end. */
class StepRecorder {
  #outcomes = new Map<string, StepOutcome[]>()
  #cleaning: StepOutcome[] = []

  observe(event: RunEvent): void {
    if (event.type !== 'step-finished') return
    const found = outcomesOf(event.result, event.suite)
    if (event.result.phase === 'after') this.#cleaning.push(...found)
    else this.#outcomes.set(event.file, [...(this.#outcomes.get(event.file) ?? []), ...found])
  }

  /** Returns the outcomes recorded since the last time, file by file. */
  take(): { readonly steps: readonly StepOutcome[]; readonly cleaning: readonly StepOutcome[] } {
    const files = [...this.#outcomes].toSorted(([one], [other]) => (one < other ? -1 : 1))
    const taken = { steps: files.flatMap(([, outcomes]) => outcomes), cleaning: this.#cleaning }
    this.#outcomes = new Map()
    this.#cleaning = []
    return taken
  }
}

function outcomesOf(result: StepResult, above: string): readonly StepOutcome[] {
  const where = `${above} / ${result.writtenName ?? result.name}`
  const inner = factsOf(result.action).runsSuite === true ? (result.steps ?? []) : []
  if (inner.length > 0) return inner.flatMap(step => outcomesOf(step, where))
  const [failure] = result.failures
  const reason = failure?.message ?? result.skipReason
  return [defined({ where, outcome: result.outcome, reason, code: failure?.code })]
}

interface Turn {
  readonly run: RunContext
  readonly steps: StepRecorder
  readonly host: Host
}

async function inTurns(prepared: PreparedRun, written: WrittenFiles, turn: Turn): Promise<Result<TestsRun>> {
  const first = await once(prepared, written, turn, 'steps first')
  if (!first.ok) return first
  const { lacking } = first.value
  const hints = [...missingParts(first.value.output, written), ...lacking.map(({ hint }) => hint)]
  const lacks = (one: ComparedCase): boolean =>
    missingParts(first.value.output, written).length > 0 ||
    lacking.some(({ cases }) => cases.some(where => isIn(one, where)))
  const different = first.value.cases.filter(one => !isSame(one))
  if (different.every(one => lacks(one) && one.there !== 'passed'))
    return {
      ok: true,
      value: {
        cases: first.value.cases.map(one => judged(one, isSame(one) ? 'same' : 'environment')),
        hints,
      },
    }
  // In the other order, so that an API that answers each second call otherwise is not taken for a fault of the tests.
  const again = await once(prepared, written, turn, 'tests first')
  if (!again.ok) return again
  const cases = first.value.cases.map((one, index): JudgedCase => {
    if (isSame(one)) return judged(one, 'same')
    // A test that passed lacks nothing.
    if (lacks(one) && one.there !== 'passed') return judged(one, 'environment')
    const other = again.value.cases[index]
    const isSteady = other?.here === one.here && other.there === one.there
    return judged(one, isSteady ? differenceOf(one, written.tests) : 'flaky')
  })
  return { ok: true, value: { cases, hints } }
}

function judged(
  { isStopped: _, isUnset: __, ...one }: ComparedCase,
  verdict: JudgedCase['verdict'],
): JudgedCase {
  return { ...one, verdict }
}

/** Why a step ends otherwise than its test every time. */
function differenceOf(one: ComparedCase, { report }: ExportedTests): JudgedCase['verdict'] {
  if (one.isStopped === true) return 'stopped'
  if (one.there === 'passed' && one.here === 'errored' && one.isUnset === true) return 'unset'
  return report.losses.some(({ where }) => isIn(one, where)) ? 'lost' : 'different'
}

/** True where a case was made of this step, with one of its rows. */
function isIn(one: ComparedCase, where: string): boolean {
  return one.case === where || one.case.startsWith(`${where}, row `)
}

/** The outcome of one run of both. */
interface OneRun {
  readonly cases: readonly ComparedCase[]
  readonly output: string
  /** The tests of files for which variables are missing. */
  readonly lacking: readonly { readonly hint: string; readonly cases: readonly string[] }[]
}

/** Which of both runs first. */
type Order = 'steps first' | 'tests first'

/** One run of both. */
async function once(
  prepared: PreparedRun,
  written: WrittenFiles,
  { run, steps, host }: Turn,
  order: Order,
): Promise<Result<OneRun>> {
  const { plan, processEnvironment, configuration } = prepared
  const { tests, framework, outputFolder, projectFolder } = written
  const environment = {
    ...processEnvironment,
    ...givenVariables(plan, tests, processEnvironment, run.sharedMocks),
  }
  const runSteps = (): Promise<unknown> => runPlan(plan, run, configuration.environment)
  if (order === 'steps first') await runSteps()
  if (isOver(host)) return refusal(interrupted)
  const ended: FrameworkEnd = await runFramework({
    runner: framework.runner,
    projectFolder,
    files: tests.files.map(({ name }) => relativeName(projectFolder, outputFolder, name)),
    environment,
    interrupt: host.interrupt,
  })
  if (order === 'tests first' && !isOver(host)) await runSteps()
  if (isOver(host)) return refusal(interrupted)
  if ('missing' in ended) return refusal(notInstalled(ended.missing, framework))
  const cases = compared(written, ended.outcomes, steps.take())
  if (cases.every(one => one.there === 'not run')) return refusal(nothingRan(ended.output, framework))
  return { ok: true, value: { cases, output: ended.output, lacking: lackingVariables(tests, environment) } }
}

function compared(
  { tests, framework, outputFolder, projectFolder }: WrittenFiles,
  outcomes: ReadonlyMap<string, readonly TestOutcome[]>,
  { steps, cleaning }: ReturnType<StepRecorder['take']>,
): readonly ComparedCase[] {
  const there = new Map(
    tests.files.map(file => {
      const found = outcomes.get(relativeName(projectFolder, outputFolder, file.name)) ?? []
      const isOne = framework.runner.isOneTest === true
      return [file.name, isOne ? outcomesByLine(file, found, markedLines) : found]
    }),
  )
  const uncleaned = cleaning.filter(({ outcome }) => outcome === 'failed' || outcome === 'errored')
  return [
    ...compareRuns(tests.files, steps, there),
    // Frameworks tell of what cleans up in ways of their own.
    ...uncleaned.map(({ where, outcome, reason }): ComparedCase => ({
      ...{ case: `${where} (after)`, here: outcome, there: 'failed' },
      ...defined({ reason }),
    })),
  ]
}

function lackingVariables(
  { files }: ExportedTests,
  environment: Readonly<Record<string, string | undefined>>,
): OneRun['lacking'] {
  return files.flatMap(({ name, runs, environment: read }) => {
    const missing = read.filter(one => one.isNeeded && environment[one.environment] === undefined)
    if (missing.length === 0) return []
    const hint = `${name} reads ${missing.map(one => one.environment).join(', ')}, which nothing gives.`
    return [{ hint, cases: runs }]
  })
}

function relativeName(projectFolder: string, outputFolder: string, name: string): string {
  return path.relative(projectFolder, path.join(outputFolder, name)).replaceAll(path.sep, '/')
}

/** The variables that tests read from the environment, with the values that steps see: those of shared mocks are known as these run. */
function givenVariables(
  plan: PreparedRun['plan'],
  { files }: ExportedTests,
  processEnvironment: PreparedRun['processEnvironment'],
  { variables: mocks }: Pick<SharedMocks, 'variables'> = { variables: {} },
): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const planned of plan.suites) {
    const scope = outerScope(planned, processEnvironment, () => undefined)
    for (const { environment, name } of files.flatMap(file => file.environment)) {
      if (found[environment] !== undefined) continue
      const shared = valueAt({ mocks }, name.split('.'))
      const value =
        shared === undefined ? renderVariable(name, scope) : ({ ok: true, value: shared } as const)
      if (value.ok) found[environment] = valueText(value.value)
    }
  }
  return found
}

/** Packages that a framework says it lacks, with the command that installs them. */
function missingParts(output: string, { framework }: Pick<WrittenFiles, 'framework'>): readonly string[] {
  const { runner } = framework
  const lacking = runner.packages.filter(name => isMissing(output, name.replace(/(?<=.)@.*$/, '')))
  return lacking.length === 0 ? [] : [`The project lacks ${lacking.join(', ')}: ${runner.install(lacking)}.`]
}

const missingWords =
  /cannot find module|cannot find package|no module named|could not (?:determine executable|resolve)|npx canceled|no required module|unresolved import|package .* does not exist|use of (?:undeclared|unresolved)|can't find crate/i

function isMissing(output: string, name: string): boolean {
  const short = name.replace(/^.*\//, '')
  return output
    .split('\n')
    .some(line => missingWords.test(line) && (line.includes(name) || line.includes(short)))
}

function isOver({ interrupt }: Host): boolean {
  return interrupt.aborted
}

/** Nobody waits for an answer any more. */
const interrupted = errorProblem({ code: 'tests-not-run', message: 'the tests were interrupted' })

function notInstalled(program: string, { title, runner }: WrittenFiles['framework']): Problem {
  return errorProblem({
    code: 'tests-not-run',
    message: `the tests cannot be run by ${title}: ${program} is not installed, or not on the PATH`,
    hint: `The tests are written. Install it${needed(runner, ', and what they need: ', '')}.`,
  })
}

function nothingRan(output: string, { title, runner }: WrittenFiles['framework']): Problem {
  const last = output.trim().split('\n').slice(-8).join('\n')
  return errorProblem({
    code: 'tests-not-run',
    message: `not a single test was run by ${title}${last === '' ? '' : `:\n${last}`}`,
    hint: `The tests are written. Is what they need installed${needed(runner, ' (', ')')}?`,
  })
}

/** How to install what tests need, between these, if they need anything. */
function needed({ packages, install }: Runner, before: string, after: string): string {
  return packages.length === 0 ? '' : `${before}${install(packages)}${after}`
}
