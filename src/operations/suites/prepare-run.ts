import { existsSync } from 'node:fs'
import path from 'node:path'
import { loadSuites, setupIn, withoutSetup } from './load-suites.ts'
import type { Loaded } from './check-read.ts'
import type { Configuration, Environment } from '../../model/configuration.ts'
import { type InEnvironments, isOf } from '../../model/in-environments.ts'
import { errorProblem, type Problem, type Result, usageRefusal } from '../../model/problem.ts'
import type { DataRow, Suite } from '../../model/suite.ts'
import { firstRows } from '../../parse/data-rows/raw-rows.ts'
import { readDataRows } from '../../parse/data-rows/read-data-rows.ts'
import { distinctProblems } from '../../check/distinct-problems.ts'
import type { LoadedSuite } from '../../load/loaded-suite.ts'
import { hasSetup } from '../../parse/setup-source.ts'
import { type Plan, withSetup } from '../../plan/plan.ts'
import type { RunContract } from '../../contract/run-contract.ts'
import { idleTags, planRun } from '../../plan/plan-run.ts'
import type { Selection } from '../../plan/select.ts'
import { isLastRunBroken, readLastRun } from '../../store/last-run.ts'
import { hideOuterSecrets } from '../../run/hide-outer-secrets.ts'
import { Secrets } from '../../secrets/index.ts'
import { compilePattern, PatternTimeout } from '../../patterns/index.ts'
import { whenLoaded } from '../../util/lazy-part.ts'
import { defined } from '../../util/defined.ts'
import { createSchemaLibrary, type SchemaLibrary } from '../../validations/index.ts'
import { namedLines } from './named-lines.ts'
import { randomSeed } from '../../template/seed.ts'
import { inputProblems, updateProblems } from './input-problems.ts'
import type { RunInput } from './run-input.ts'
import { requestedRows } from './requested-rows.ts'
import { collectionFacts } from './collection-facts.ts'
import { environmentNames, environmentOf, outerOptions } from './outer-options.ts'
import { type ResolvedInput, resolveInput, sharedMocks } from './resolve-input.ts'
import { unnamedInEnvironments, unnamedVariables } from './unnamed-variables.ts'
import type { PreparedRun } from './prepared-run.ts'

/**
 * Everything before the first request: suites are found, parsed, checked and planned. Nothing is sent while a problem stands.
 */
export async function prepareRun(
  input: RunInput,
  known: readonly Problem[] = [],
): Promise<Result<PreparedRun>> {
  const { paths, lines } = namedLines(input)
  const refused = inputProblems(input, lines.size > 0)
  if (refused.length > 0) return { ok: false, problems: refused }
  const found = await resolveInput({ ...input, paths })
  if (!found.ok) return found
  const unwritable = updateProblems(input, found.value.processEnvironment)
  if (unwritable.length > 0) return { ok: false, problems: unwritable }
  const schemas = createSchemaLibrary()
  const loaded = await loadAll(input, found.value, schemas)
  const selection = await selectionOf(input, lines)
  const problems = [...known, ...problemsOf(input, found.value, loaded), ...problemsIn(selection)]
  if (problems.some(problem => problem.severity === 'error') || !selection.ok) return { ok: false, problems }
  const { configuration, processEnvironment } = found.value
  const lastFailed = input.lastFailed === true ? readLastRun(configuration.directory) : undefined
  if (lastFailed?.size === 0) {
    const reason = isLastRunBroken(configuration.directory)
      ? '.tool/last-run.json cannot be read'
      : 'nothing failed in the last run'
    return prepareRun({ ...input, lastFailed: false }, [noLastRun(reason)])
  }
  const contract = await contractOf(input)
  if (contract?.ok === false) return { ok: false, problems: [...problems, ...contract.problems] }
  const durations = input.shard === undefined ? undefined : await knownDurations(configuration.directory)
  if (durations?.ok === false) return { ok: false, problems: [...problems, ...durations.problems] }
  const options = {
    ...planOptions(input, configuration, selection.value, lastFailed),
    ...defined({ durations: durations?.value, setupEnvironments: loaded.setupEnvironments }),
  }
  const plan = planWithin(input, loaded.suites, options, loaded.setup)
  if (!plan.ok) return { ok: false, problems: [...problems, ...plan.problems] }
  const warnings = [...problems, ...(contract?.value.warnings ?? [])]
  const secrets = secretsOf(plan.value, processEnvironment)
  const started = startedFor(plan.value, configuration)
  const prepared = {
    plan: plan.value,
    configuration: started,
    processEnvironment,
    warnings,
    secrets,
    schemas,
  }
  return { ok: true, value: { ...prepared, ...defined({ contract: contract?.value }) } }
}

/** The configuration with the services and mocks of the environments that a plan runs in alone. */
function startedFor(plan: Plan, configuration: Configuration): Configuration {
  const names = environmentNames(plan, configuration)
  const isStarted = (one: InEnvironments): boolean => names.some(name => isOf(one, name))
  const { services, mocks } = configuration
  return { ...configuration, services: services.filter(isStarted), mocks: mocks.filter(isStarted) }
}

/**
 * The secrets of all files: a service that cannot start may print its password, and a server may tell one file the
 * password of another that comes later.
 */
function secretsOf(plan: Plan, processEnvironment: PreparedRun['processEnvironment']): Secrets {
  const secrets = new Secrets()
  for (const planned of withSetup(plan)) hideOuterSecrets(planned, processEnvironment, secrets)
  return secrets
}

/** Everything wrong with the configuration, the suites and what the command line says of them. */
function problemsOf(
  input: RunInput,
  { configuration, configurationSource, warnings, hide }: ResolvedInput,
  { suites, problems, setup }: LoadedRun,
): readonly Problem[] {
  const before = setup === undefined ? [] : [setup]
  const environmentFor = (suite: Suite): Environment => environmentOf(suite, input, configuration)
  return [
    ...warnings,
    ...hide(problems),
    // The variables that a suite with an error names are not known.
    ...(problems.some(({ severity }) => severity === 'error')
      ? []
      : unnamedVariables(Object.keys(input.variables), [...suites, ...before], configuration)),
    ...unnamedInEnvironments(suites, configuration, environmentFor, configurationSource, before),
    ...idleTags(suites, input.tags ?? []),
  ]
}

function problemsIn(result: Result<unknown>): readonly Problem[] {
  return result.ok ? [] : result.problems
}

function planOptions(
  input: RunInput,
  configuration: Configuration,
  selection: Selection,
  lastFailed: ReturnType<typeof readLastRun> | undefined,
): Parameters<typeof planRun>[1] {
  const { workingFolder, variables: commandLine, stopOnFailure, shard, shuffle } = input
  return {
    workingFolder,
    configuration,
    environmentOf: suite => environmentOf(suite, input, configuration),
    commandLine,
    settings: defined({ stopOnFailure }),
    selection,
    ...defined({ lastFailed, shard, shuffle: shuffle === 0 ? 1 + (randomSeed() % 1_000_000) : shuffle }),
  }
}

/**
 * Reads the contract that the exchanges are checked against. The code that reads descriptions is loaded only for runs
 * that name one.
 */
async function contractOf(input: RunInput): Promise<Result<RunContract> | undefined> {
  const { spec, coverageThresholds } = input
  if (spec === undefined) return undefined
  const { loadRunContract } = await import('../contract/load-run-contract.ts')
  return loadRunContract({ ...input, spec }, coverageThresholds)
}

/** A plan; an expression of --grep that takes too long on some name is a problem. */
function planWithin({ grep }: RunInput, ...planning: Parameters<typeof planRun>): ReturnType<typeof planRun> {
  try {
    return planRun(...planning)
  } catch (error) {
    if (!(error instanceof PatternTimeout)) throw error
    const message = `--grep ${grep ?? ''} cannot be used: ${error.message}`
    const hint = 'Write an expression without repetitions inside repetitions.'
    return usageRefusal(message, hint)
  }
}

/** The suites of a run, and the setup in front of them. */
interface LoadedRun extends Loaded {
  readonly setup?: LoadedSuite
  readonly setupEnvironments?: readonly InEnvironments[]
}

async function loadAll(
  input: RunInput,
  {
    files,
    texts,
    reads,
    configuration,
    configurationSource,
    processEnvironment,
    missingEnvironmentFile,
  }: ResolvedInput,
  schemas: SchemaLibrary,
): Promise<LoadedRun> {
  const limit = requestedRows(input.rows, input.allowMany === true)
  if (!limit.ok) return { suites: [], problems: limit.problems }
  const count = input.rows === undefined ? undefined : limit.value
  const given = await givenRows(input, count === undefined ? limit.value : Infinity)
  if (!given.ok) return { suites: [], problems: given.problems }
  const { rows, problems: left } =
    given.value === undefined ? { rows: undefined, problems: [] } : firstRows(given.value, count)
  const options = defined({
    rowLimit: limit.value,
    firstRows: count,
    schemas,
    texts,
    reads,
    ...outerOptions(input, configuration, false),
    collections: collectionFacts,
    processEnvironment: new Set(Object.keys(processEnvironment)),
    missingEnvironmentFile,
    configuration: configurationSource,
    sharedMocks: sharedMocks(configuration),
    rows,
  })
  const setup = await setupIn(configurationSource, files, options)
  if (input.setup === false && hasSetup(configurationSource)) {
    const { suites, problems } = await loadSuites(files, options)
    return { suites, problems: [...left, ...withoutSetup(problems, setup.given)] }
  }
  const outer = outerOptions(input, configuration, false, setup.given)
  const loaded = await loadSuites(files, { ...options, ...outer })
  const problems = distinctProblems([...left, ...setup.problems, ...loaded.problems])
  const { environments: setupEnvironments } = setup
  return { ...loaded, problems, setupEnvironments, ...defined({ setup: setup.loaded }) }
}

/** The rows of --data. */
async function givenRows(
  { data, workingFolder }: RunInput,
  limit: number,
): Promise<Result<readonly DataRow[] | undefined>> {
  return data === undefined
    ? { ok: true, value: undefined }
    : readDataRows(path.resolve(workingFolder, data), { limit, separator: 'any' })
}

/** How long files took in the run whose JSON report is kept for that; who wants no such parts has none there. */
async function knownDurations(directory: string): Promise<Result<ReadonlyMap<string, number>>> {
  const file = path.join(directory, '.tool', 'durations.json')
  if (!existsSync(file)) return { ok: true, value: new Map() }
  const { readReport } = await import('./read-report.ts')
  const report = readReport(file)
  if (!report.ok) {
    const hint = 'Remove the file, or write it again with merge-reports, on all machines.'
    return { ok: false, problems: report.problems.map(problem => ({ ...problem, hint })) }
  }
  return { ok: true, value: new Map(report.value.suites.map(one => [one.file, one.duration])) }
}

async function selectionOf(
  { tags = [], grep }: RunInput,
  lines: ReturnType<typeof namedLines>['lines'],
): Promise<Result<Selection>> {
  if (grep === undefined) return { ok: true, value: { tags, ...(lines.size === 0 ? {} : { lines }) } }
  const compiled = await whenLoaded(() => compilePattern(grep))
  if (compiled.ok)
    return { ok: true, value: { tags, grep: text => compiled.pattern.test(text), expression: grep } }
  return usageRefusal(`--grep ${grep} is not a regular expression: ${compiled.message}`)
}

/** All runs then: a run of nothing proves nothing, and one that is refused would stop who mends failures one by one. */
function noLastRun(reason: string): Problem {
  const message = `${reason}, so --last-failed runs everything`
  return { ...errorProblem({ code: 'nothing-selected', message }), severity: 'warning' }
}
