import path from 'node:path'
import type { LoadedSuite } from '../load/loaded-suite.ts'
import type { Configuration, Environment } from '../model/configuration.ts'
import type { JsonObject } from '../model/json.ts'
import { errorProblem, type Problem, type Result } from '../model/problem.ts'
import { didYouMean, suggesting } from '../util/did-you-mean.ts'
import type { LeftOut } from '../model/result.ts'
import type { Settings } from '../model/settings.ts'
import { type Suite, withGrouped } from '../model/suite.ts'
import type { Plan, PlannedSuite } from './plan.ts'
import { mergeSettings, planSuite } from './plan-suite.ts'
import { lineProblems, type Selection, selectSteps } from './select.ts'

/** What the user said about a run, beyond the suites themselves. */
export interface PlanOptions {
  readonly workingFolder: string
  readonly configuration: Configuration
  /** The environment a suite runs in. */
  environmentOf(suite: Suite): Environment
  readonly commandLine: JsonObject
  /** Settings of the command line. */
  readonly settings: Settings
  readonly selection: Selection
  /** What failed last time, when only that is to run: by absolute path, with the numbers of the rows. */
  readonly lastFailed?: ReadonlyMap<string, readonly number[]>
  /** This machine's part: files number `index` of every `count`, from 1. */
  readonly shard?: { readonly index: number; readonly count: number }
}

/** What will run. A selection that chooses nothing is a problem: a run of nothing must not pass. */
export function planRun(loaded: readonly LoadedSuite[], options: PlanOptions): Result<Plan> {
  const whole = loaded.filter(({ suite }) => runsAlone(suite, options))
  const inputsOnly = loaded.length - whole.length
  const unknown = unknownTags(loaded, options)
  const astray = loaded.flatMap(({ suite }) =>
    lineProblems(suite, options.selection.lines?.get(suite.file) ?? []),
  )
  if (unknown.length + astray.length > 0) return { ok: false, problems: [...unknown, ...astray] }
  const chosen = whole.flatMap(suite => planFile(suite, options))
  const problem = nothingSelected(options, inputsOnly)
  if (chosen.length === 0) return { ok: false, problems: [problem] }
  const suites = inShard(chosen, options.shard)
  if (suites.length === 0) return { ok: false, problems: [emptyShard(options, chosen.length)] }
  const steps = suites.reduce((sum, suite) => sum + stepsOf(suite), 0)
  return { ok: true, value: { suites, steps, leftOut: leftOut(loaded, options) } }
}

/** Tags to leave out that nothing has: what was to be left out may run. */
export function idleTags(loaded: readonly LoadedSuite[], tags: readonly string[]): readonly Problem[] {
  const unwanted = tags.filter(tag => tag.startsWith('!')).map(tag => tag.slice(1))
  if (unwanted.length === 0) return []
  const known = tagsOf(loaded)
  return unwanted
    .filter(tag => !known.has(tag))
    .map(tag => ({
      ...errorProblem({
        code: 'nothing-selected',
        message: `--tags !${tag} leaves nothing out, since no step has that tag`,
        hint: didYouMean(tag, known),
      }),
      severity: 'warning',
    }))
}

function tagsOf(loaded: readonly LoadedSuite[]): ReadonlySet<string> {
  return new Set(
    loaded.flatMap(({ suite }) => [...suite.tags, ...withGrouped(suite.steps).flatMap(({ tags }) => tags)]),
  )
}

/** Tags that nothing has, beside others: the run would seem to have run them, too. */
function unknownTags(loaded: readonly LoadedSuite[], { selection }: PlanOptions): readonly Problem[] {
  const wanted = selection.tags.filter(tag => !tag.startsWith('!'))
  if (wanted.length < 2) return []
  const known = tagsOf(loaded)
  if (!wanted.some(tag => known.has(tag))) return []
  return wanted
    .filter(tag => !known.has(tag))
    .map(tag =>
      errorProblem({
        code: 'nothing-selected',
        message: `--tags ${tag} selects no step`,
        hint: suggesting(tag, known, 'See what there is with --list.'),
      }),
    )
}

function planFile(loaded: LoadedSuite, options: PlanOptions): readonly PlannedSuite[] {
  const file = nameOf(loaded.suite, options)
  const failedRows = options.lastFailed?.get(loaded.suite.file)
  if (options.lastFailed !== undefined && failedRows === undefined) return []
  const { configuration, commandLine, settings } = options
  const environment = options.environmentOf(loaded.suite)
  const steps = selectSteps(loaded.suite, file, options.selection, () => ({
    settings: mergeSettings(configuration.settings, loaded.suite.settings),
    definitions: [loaded.suite, environment, configuration].flatMap(({ variables, secrets }) => [
      variables,
      secrets,
    ]),
  }))
  if (steps.length === 0) return []
  const context = { configuration, environment, commandLine, settings }
  return [planSuite(withRows(loaded, failedRows), file, steps, context)]
}

function nameOf({ file }: Suite, { workingFolder }: PlanOptions): string {
  return path.relative(workingFolder, file).replaceAll(path.sep, '/')
}

function runsAlone(suite: Suite, options: PlanOptions): boolean {
  return !suite.onlyUsed && missingInputs(suite, options).length === 0
}

function missingInputs({ inputs }: Suite, { commandLine }: PlanOptions): readonly string[] {
  return inputs.filter(name => !Object.hasOwn(commandLine, name))
}

/** Files that want inputs and that no other file uses, either; of no interest when only a part was asked for. */
function leftOut(loaded: readonly LoadedSuite[], options: PlanOptions): readonly LeftOut[] {
  const { tags, grep, lines } = options.selection
  if (tags.length > 0 || grep !== undefined || options.lastFailed !== undefined || lines !== undefined)
    return []
  const used = new Set(loaded.flatMap(({ uses }) => [...uses.keys()]))
  return loaded
    .filter(({ suite }) => !used.has(suite.file) && !runsAlone(suite, options))
    .map(({ suite }) => ({ file: nameOf(suite, options), inputs: missingInputs(suite, options) }))
}

/** Only the rows with these numbers; all of them when no row is named, or none of the named ones is left. */
function withRows(loaded: LoadedSuite, numbers: readonly number[] = []): LoadedSuite {
  const chosen = loaded.rows?.filter(row => numbers.includes(row.number)) ?? []
  return chosen.length === 0 ? loaded : { ...loaded, rows: chosen }
}

function inShard(suites: readonly PlannedSuite[], shard: PlanOptions['shard']): readonly PlannedSuite[] {
  return shard === undefined ? suites : suites.filter((_, index) => index % shard.count === shard.index - 1)
}

/** Steps times rows of one file. */
export function stepsOf(suite: PlannedSuite): number {
  const onePass = [...suite.steps, ...suite.after].reduce((sum, { rows }) => sum + (rows?.length ?? 1), 0)
  return onePass * (suite.rows?.length ?? 1)
}

function nothingSelected(options: PlanOptions, inputsOnly: number): Problem {
  const { tags, grep } = options.selection
  const reasons = [
    ...(tags.length > 0 ? [`--tags ${tags.join(',')}`] : []),
    ...(grep === undefined ? [] : [`--grep ${options.selection.expression ?? ''}`.trim()]),
    ...(options.lastFailed === undefined ? [] : ['--last-failed']),
  ]
  if (reasons.length > 0)
    return errorProblem({
      code: 'nothing-selected',
      message: `${reasons.join(' with ')} selects no step`,
      hint: 'See what there is with --list.',
    })
  return errorProblem({
    code: 'nothing-selected',
    message:
      inputsOnly === 1
        ? 'this suite has inputs, so it only runs through `use`'
        : 'these suites have inputs, so they only run through `use`',
    hint: 'Give every input with --var name=value to run it on its own.',
  })
}

function emptyShard({ shard }: PlanOptions, files: number): Problem {
  return errorProblem({
    code: 'nothing-selected',
    message: `shard ${String(shard?.index)}/${String(shard?.count)} is empty: there ${files === 1 ? 'is only one file' : `are only ${files} files`}`,
    hint: 'Use fewer shards.',
  })
}
