import path from 'node:path'
import { anyName } from '../check/scripts/script-facts.ts'
import type { LoadedSuite, SetupSuite } from '../load/loaded-suite.ts'
import { type Configuration, type Environment, environmentName } from '../model/configuration.ts'
import { isOf } from '../model/in-environments.ts'
import type { JsonObject } from '../model/json.ts'
import { errorProblem, type Problem, type Result, asWarning } from '../model/problem.ts'
import { didYouMean, suggesting } from '../util/did-you-mean.ts'
import { defined } from '../util/defined.ts'
import { isSuiteOfFile } from '../util/suite-of-file.ts'
import type { LeftOut, Shard } from '../model/result.ts'
import { possibleVariables } from '../template/member-path.ts'
import { partOf } from './part-of.ts'
import { shuffled } from './shuffled.ts'
import type { Settings } from '../model/settings.ts'
import { type Step, type Suite, withGrouped } from '../model/suite.ts'
import type { Plan, PlannedSuite } from './plan.ts'
import { mergeSettings, planSuite } from './plan-suite.ts'
import { lineProblems, linesOfParts, type Selection, selectSteps } from './select.ts'

/** The options that the user set for a run, beyond the suites themselves. */
export interface PlanOptions {
  readonly workingFolder: string
  readonly configuration: Configuration
  /** The environment a suite runs in. */
  environmentOf(suite: Suite): Environment
  readonly commandLine: JsonObject
  /** Settings of the command line. */
  readonly settings: Settings
  readonly selection: Selection
  /** The failures of the last run, when only those are to run: by absolute path, with the numbers of the rows. */
  readonly lastFailed?: ReadonlyMap<string, readonly number[]>
  /** This machine's part: number `index` of `count`, from 1. */
  readonly shard?: Pick<Shard, 'index' | 'count'>
  /** How long files took in an earlier run, by name: parts are made by it. */
  readonly durations?: ReadonlyMap<string, number>
  /** The seed for another order of files and rows. */
  readonly shuffle?: number
}

/** The suites of a project that are to be planned, and its setup. */
export interface ProjectSuites {
  readonly loaded: readonly LoadedSuite[]
  readonly setup?: SetupSuite | undefined
  readonly options: PlanOptions
}

/** Plans a run of one project. */
export function planRun(
  loaded: readonly LoadedSuite[],
  options: PlanOptions,
  setup?: SetupSuite,
): Result<Plan> {
  const plans = planProjects([{ loaded, options, setup }])
  if (!plans.ok) return plans
  const [plan = noPlan] = plans.value
  return { ok: true, value: plan }
}

const noPlan: Plan = { suites: [], steps: 0, leftOut: [] }

/**
 * Plans a run of several projects, each with a plan of its own, which has no suites where nothing of it is chosen. What is chosen,
 * and which part of the files, is one for all. A selection that chooses nothing is a problem: a run of nothing must not pass.
 */
export function planProjects(given: readonly ProjectSuites[]): Result<readonly Plan[]> {
  const [first] = given
  if (first === undefined) return { ok: true, value: [] }
  const all = given.flatMap(({ loaded }) => loaded)
  const selection = withLinesOfSteps(first.options.selection, all)
  const projects = given.map(one => ({ ...one, options: { ...one.options, selection } }))
  const unknown = unknownTags(all, selection)
  const astray = all.flatMap(({ suite }) => lineProblems(suite, selection.lines?.get(suite.file) ?? []))
  if (unknown.length + astray.length > 0) return { ok: false, problems: [...unknown, ...astray] }
  const chosen = projects.map(({ loaded, options }) =>
    loaded.filter(({ suite }) => runsAlone(suite, options)).flatMap(suite => planFile(suite, options)),
  )
  const files = chosen.flat()
  if (files.length === 0) {
    const inputsOnly = projects.flatMap(({ loaded, options }) =>
      loaded.filter(({ suite }) => !runsAlone(suite, options)),
    )
    return { ok: false, problems: [nothingSelected(first.options, inputsOnly.length)] }
  }
  const { shard, durations } = first.options
  const part = shard === undefined ? undefined : partOf(files, shard, durations)
  if (part?.suites.length === 0) return { ok: false, problems: [emptyShard(first.options, files.length)] }
  const isInPart = new Set(part?.suites ?? files)
  const plans = projects.map((project, index) =>
    planOf(
      project,
      (chosen[index] ?? []).filter(suite => isInPart.has(suite)),
      part?.shard,
    ),
  )
  return { ok: true, value: plans }
}

function planOf(
  { loaded, setup, options }: ProjectSuites,
  chosen: readonly PlannedSuite[],
  shard: Shard | undefined,
): Plan {
  const { shuffle } = options
  const suites = shuffle === undefined ? chosen : shuffled(chosen, shuffle)
  return defined({
    suites,
    steps: suites.reduce((sum, suite) => sum + stepsOf(suite), 0),
    leftOut: leftOut(loaded, options, setup),
    setup: setup && planSetup(setup, suites, options),
    shard,
    shuffle,
  })
}

/** The setup, whatever was chosen to run after it: in every environment in which something does. */
export function planSetup(
  { entries: environmentsOf, ...loaded }: SetupSuite,
  suites: readonly PlannedSuite[],
  options: Pick<PlanOptions, 'workingFolder' | 'configuration' | 'commandLine' | 'settings'>,
): readonly PlannedSuite[] {
  const { configuration, commandLine, settings } = options
  const { suite } = loaded
  const environments = [...new Set(suites.map(({ values }) => values.environment))]
  return environments.flatMap((environment, index) => {
    const name = environmentName(configuration, environment)
    const entries = suite.steps.filter((_, entry) => isOf(environmentsOf[entry] ?? {}, name))
    if (entries.length === 0) return []
    const note = environments.length > 1 ? ` (environment ${name ?? 'none'})` : ''
    const named = { ...suite, name: `${suite.name}${note}` }
    const file = `${nameOf(named, options)}${index === 0 ? '' : note}`
    const context = { configuration, environment, commandLine, settings }
    return [{ ...planSuite({ ...loaded, suite: named }, file, entries, context), role: 'setup' as const }]
  })
}

/** Tags to leave out that nothing has: what was to be left out may run. */
export function idleTags(loaded: readonly LoadedSuite[], tags: readonly string[]): readonly Problem[] {
  const unwanted = tags.filter(tag => tag.startsWith('!')).map(tag => tag.slice(1))
  if (unwanted.length === 0) return []
  const known = tagsOf(loaded)
  return unwanted
    .filter(tag => !known.has(tag))
    .map(tag =>
      asWarning(
        errorProblem({
          code: 'nothing-selected',
          message: `--tags !${tag} leaves nothing out, since no step has that tag`,
          hint: didYouMean(tag, known),
        }),
      ),
    )
}

function tagsOf(loaded: readonly LoadedSuite[]): ReadonlySet<string> {
  return new Set(
    loaded.flatMap(({ suite }) => [...suite.tags, ...withGrouped(suite.steps).flatMap(({ tags }) => tags)]),
  )
}

/** Tags that nothing has, beside others: the run would seem to have run them, too. */
function unknownTags(loaded: readonly LoadedSuite[], selection: Selection): readonly Problem[] {
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
  const steps = selectSteps(loaded, file, options.selection, () => ({
    settings: mergeSettings(configuration.settings, loaded.suite.settings),
    definitions: [loaded.suite, environment, configuration].flatMap(({ variables, secrets }) => [
      variables,
      secrets,
    ]),
  }))
  if (steps.length === 0) return []
  const context = { configuration, environment, commandLine, settings }
  const planned = planSuite(withRows(loaded, failedRows), file, steps, context)
  return [steps === loaded.suite.steps ? planned : { ...planned, leftOut: leftOutOf(loaded, steps) }]
}

function leftOutOf({ suite, leaves }: LoadedSuite, chosen: readonly Step[]): PlannedSuite['leftOut'] {
  const others = suite.steps.filter(step => !chosen.includes(step))
  return name =>
    [...possibleVariables(name), anyName]
      .map(variable => others.find(step => leaves(step).includes(variable))?.name)
      .find(step => step !== undefined)
}

function nameOf({ file }: Suite, { workingFolder }: Pick<PlanOptions, 'workingFolder'>): string {
  // A collection in files may be the folder itself.
  return path.relative(workingFolder, file).replaceAll(path.sep, '/') || '.'
}

/** A line above a step that is its dash, its title or a comment stands for the step. */
function withLinesOfSteps(selection: Selection, loaded: readonly LoadedSuite[]): Selection {
  const { lines } = selection
  if (lines === undefined) return selection
  const suites = new Map(loaded.map(one => [one.suite.file, one]))
  const moved = [...lines].flatMap(([file, all]): readonly [string, readonly number[]][] => {
    const parts = loaded.filter(({ suite }) => isSuiteOfFile(suite.file, file)).map(({ suite }) => suite)
    if (parts.length > 0) return linesOfParts(parts, all)
    const suite = suites.get(file)
    return [[file, suite === undefined ? all : all.map(line => lineBelow(line, suite))]]
  })
  return { ...selection, lines: new Map(moved) }
}

/** The line of the step that a dash, a title or a comment above it stands for; for any other line itself. */
function lineBelow(line: number, { suite, lineText }: LoadedSuite): number {
  if (/^\s*-\s*(?:#.*)?$/.test(lineText(line))) return line + 1
  const next = suite.steps.find(({ span }) => span.start.line > line)?.span.start.line
  if (next === undefined || !/^\s*(?:#|\/\/)/.test(lineText(line))) return line
  const between = Array.from({ length: next - line - 1 }, (_, index) => lineText(line + 1 + index))
  return between.every(text => /^\s*(?:#|\/\/|@|$)/.test(text)) ? next : line
}

function runsAlone(suite: Suite, options: PlanOptions): boolean {
  return !suite.onlyUsed && missingInputs(suite, options).length === 0
}

function missingInputs({ inputs }: Suite, { commandLine }: PlanOptions): readonly string[] {
  return inputs.filter(name => !Object.hasOwn(commandLine, name))
}

/** Files that want inputs and that no other file uses, either; of no interest when only a part was asked for. */
function leftOut(
  loaded: readonly LoadedSuite[],
  options: PlanOptions,
  setup: LoadedSuite | undefined,
): readonly LeftOut[] {
  const { tags, grep, lines } = options.selection
  if (tags.length > 0 || grep !== undefined || options.lastFailed !== undefined || lines !== undefined)
    return []
  const users = setup === undefined ? loaded : [...loaded, setup]
  const used = new Set(users.flatMap(({ uses }) => [...uses.keys()]))
  return loaded
    .filter(({ suite }) => !used.has(suite.file) && !runsAlone(suite, options))
    .map(({ suite }) => ({ file: nameOf(suite, options), inputs: missingInputs(suite, options) }))
}

/** Only the rows with these numbers; all of them when no row is named, or none of the named ones is left. */
function withRows(loaded: LoadedSuite, numbers: readonly number[] = []): LoadedSuite {
  const chosen = loaded.rows?.filter(row => numbers.includes(row.number)) ?? []
  return chosen.length === 0 ? loaded : { ...loaded, rows: chosen }
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
