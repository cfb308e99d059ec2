import { existsSync } from 'node:fs'
import path from 'node:path'
import type { ApiDescription } from '../../api-description/api-description.ts'
import { distinctProblems } from '../../check/distinct-problems.ts'
import type { RunContract } from '../../contract/run-contract.ts'
import type { Configuration } from '../../model/configuration.ts'
import { type InEnvironments, isOf } from '../../model/in-environments.ts'
import {
  errorProblem,
  type Problem,
  type Result,
  usageRefusal,
  isError,
  asWarning,
  problemsIn,
} from '../../model/problem.ts'
import { compilePattern, PatternTimeout } from '../../patterns/index.ts'
import { type Plan, withSetup } from '../../plan/plan.ts'
import { idleTags, type PlanOptions, planProjects } from '../../plan/plan-run.ts'
import type { Selection } from '../../plan/select.ts'
import { hideOuterSecrets } from '../../run/hide-outer-secrets.ts'
import { Secrets } from '../../secrets/index.ts'
import { type FailedFiles, isLastRunBroken, readLastRun } from '../../store/last-run.ts'
import { randomSeed } from '../../template/seed.ts'
import { defined } from '../../util/defined.ts'
import { whenLoaded } from '../../util/lazy-part.ts'
import { createSchemaLibrary, type SchemaLibrary } from '../../validations/index.ts'
import type { Host } from '../operation.ts'
import { inputProblems, updateProblems } from './input-problems.ts'
import { type LoadedProject, loadProject } from '../opening/load-project.ts'
import { ofAllSuites } from './load-suites.ts'
import { ofSeveral } from '../opening/load-configuration.ts'
import { namedLines } from './named-lines.ts'
import { environmentNames, environmentOf } from '../opening/outer-options.ts'
import { type PreparedProjects, type PreparedRun, withSuites } from '../opening/prepared-run.ts'
import { type InProject, resolveProjects } from '../opening/resolve-input.ts'
import type { RunInput } from './run-input.ts'
import { unnamedInEnvironments, unnamedVariables } from './unnamed-variables.ts'

/**
 * Everything before the first request: suites are found, parsed, checked and planned, each in its project. Nothing is sent while a
 * problem stands; a description at a URL is read, which an interrupt ends.
 */
export async function prepareProjects(
  input: RunInput,
  host: Pick<Host, 'interrupt'>,
  known: readonly Problem[] = [],
): Promise<Result<PreparedProjects>> {
  const { paths, lines } = namedLines(input)
  const refused = inputProblems(input, lines.size > 0)
  if (refused.length > 0) return { ok: false, problems: refused }
  const found = await resolveProjects({ ...input, paths })
  if (!found.ok) return found
  const unwritable = updateProblems(input, input.processEnvironment)
  if (unwritable.length > 0) return { ok: false, problems: unwritable }
  const projects: ReadProject[] = []
  for (const one of found.value) {
    const schemas = createSchemaLibrary({}, source => descriptionAt(one.input, source, host))
    projects.push({ ...one, schemas, loaded: await loadProject(input, one, schemas) })
  }
  const selection = await selectionOf(input, lines)
  const problems = [...known, ...problemsOf(input, projects), ...problemsIn(selection)]
  if (problems.some(isError) || !selection.ok) return { ok: false, problems }
  const lastFailed = input.lastFailed === true ? lastFailures(projects) : undefined
  if (typeof lastFailed === 'string')
    return prepareProjects({ ...input, lastFailed: false }, host, [noLastRun(lastFailed)])
  const contract = await contractOf(input, host)
  const durations = input.shard === undefined ? undefined : await knownDurations(projects)
  const unread = problemsIn(contract, durations)
  if (unread.length > 0) return { ok: false, problems: [...problems, ...unread] }
  const plans = planWithin(input, projects, {
    selection: selection.value,
    ...defined({ lastFailed, durations: valueOf(durations) }),
  })
  if (!plans.ok) return { ok: false, problems: [...problems, ...plans.problems] }
  const judging = valueOf(contract)
  const warnings = [...problems, ...(judging?.warnings ?? [])]
  return { ok: true, value: preparedOf(projects, plans.value, warnings, judging) }
}

/** The same for what works in one project. */
export async function prepareRun(
  input: RunInput,
  host: Pick<Host, 'interrupt'>,
): Promise<Result<PreparedRun>> {
  const prepared = await prepareProjects(input, host)
  if (!prepared.ok) return prepared
  const running = withSuites(prepared.value)
  const [only, ...others] = running
  if (only !== undefined && others.length === 0) return { ok: true, value: only }
  return ofSeveral(
    running.map(({ configuration }) => configuration.file),
    input.workingFolder,
  )
}

/** A project, and what was read of it. */
interface ReadProject extends InProject<RunInput> {
  readonly loaded: LoadedProject
  readonly schemas: SchemaLibrary
}

function preparedOf(
  projects: readonly ReadProject[],
  plans: readonly Plan[],
  warnings: readonly Problem[],
  contract: RunContract | undefined,
): PreparedProjects {
  // A service that cannot start may print its password, and a server may tell one file or project the password of another.
  const secrets = new Secrets()
  const telling = plans.findIndex(({ suites }) => suites.length > 0)
  const prepared = projects.flatMap((project, index): readonly PreparedRun[] => {
    const plan = plans[index]
    if (plan === undefined) return []
    const { processEnvironment, schemas } = project
    for (const planned of withSetup(plan)) hideOuterSecrets(planned, processEnvironment, secrets)
    const configuration = startedFor(plan, project.configuration)
    const own = { plan, configuration, processEnvironment, secrets, schemas, ...defined({ contract }) }
    return [{ ...own, warnings: index === telling ? warnings : [] }]
  })
  const configured = [projects[0]?.home, ...projects.map(({ configuration }) => configuration)]
  const reporters = configured.map(one => one?.reporters ?? []).find(names => names.length > 0)
  return { projects: prepared, ...defined({ reporters }) }
}

/** The configuration with the services and mocks of the environments that a plan runs in alone. */
function startedFor(plan: Plan, configuration: Configuration): Configuration {
  const names = environmentNames(plan, configuration)
  const isStarted = (one: InEnvironments): boolean => names.some(name => isOf(one, name))
  const { services, mocks } = configuration
  return { ...configuration, services: services.filter(isStarted), mocks: mocks.filter(isStarted) }
}

/** Everything wrong with the configurations, the suites and what the command line says of them. */
function problemsOf(input: RunInput, projects: readonly ReadProject[]): readonly Problem[] {
  const suites = projects.flatMap(({ loaded }) => loaded.suites)
  const all = [...projects.flatMap(({ loaded: { setup } }) => setup ?? []), ...suites]
  const hasErrors = projects.some(({ loaded }) => loaded.problems.some(isError))
  const ofFiles = projects.map(({ loaded, hide }) => hide(loaded.problems))
  return distinctProblems([
    ...projects.flatMap(({ warnings }) => warnings),
    ...(input.data === undefined ? ofFiles.flat() : ofAllSuites(ofFiles)),
    // The variables that a suite with an error names are not known.
    ...(hasErrors
      ? []
      : unnamedVariables(
          Object.keys(input.variables),
          all,
          projects.map(({ configuration }) => configuration),
        )),
    ...projects.flatMap(({ loaded, configuration, configurationSource }) =>
      unnamedInEnvironments(
        loaded.suites,
        configuration,
        suite => environmentOf(suite, input, configuration),
        configurationSource,
        loaded.setup === undefined ? [] : [loaded.setup],
      ),
    ),
    ...idleTags(suites, input.tags ?? []),
  ])
}

function valueOf<Value>(result: Result<Value> | undefined): Value | undefined {
  return result?.ok === true ? result.value : undefined
}

/** The failures of the last run in all projects; or why there are none. */
function lastFailures(projects: readonly ReadProject[]): FailedFiles | string {
  const folders = projects.map(({ configuration }) => configuration.directory)
  const failed = new Map(folders.flatMap(folder => [...readLastRun(folder)]))
  if (failed.size > 0) return failed
  return folders.some(isLastRunBroken)
    ? '.tool/last-run.json cannot be read'
    : 'nothing failed in the last run'
}

/** Plans the projects; an expression of --grep that takes too long on some name is a problem. */
function planWithin(
  input: RunInput,
  projects: readonly ReadProject[],
  chosen: Pick<PlanOptions, 'selection' | 'lastFailed' | 'durations'>,
): Result<readonly Plan[]> {
  const { workingFolder, variables: commandLine, stopOnFailure, shard, shuffle } = input
  const shared = {
    ...chosen,
    workingFolder,
    commandLine,
    settings: defined({ stopOnFailure }),
    ...defined({ shard, shuffle: shuffle === 0 ? 1 + (randomSeed() % 1_000_000) : shuffle }),
  }
  try {
    return planProjects(
      projects.map(({ loaded: { suites, setup }, configuration }) => ({
        loaded: suites,
        setup,
        options: {
          ...shared,
          configuration,
          environmentOf: suite => environmentOf(suite, input, configuration),
        },
      })),
    )
  } catch (error) {
    if (!(error instanceof PatternTimeout)) throw error
    const message = `--grep ${input.grep ?? ''} cannot be used: ${error.message}`
    return usageRefusal(message, 'Write an expression without repetitions inside repetitions.')
  }
}

/**
 * Reads the contract that the exchanges are checked against. The code that reads descriptions is loaded only for runs
 * that name one.
 */
async function contractOf(
  input: RunInput,
  host: Pick<Host, 'interrupt'>,
): Promise<Result<RunContract> | undefined> {
  const { spec, coverageThresholds } = input
  if (spec === undefined) return undefined
  const { loadRunContract } = await import('../contract/load-run-contract.ts')
  return loadRunContract({ ...input, spec }, coverageThresholds, host.interrupt)
}

/** The description at a URL, which validations ask for. */
async function descriptionAt(
  input: RunInput,
  source: string,
  { interrupt }: Pick<Host, 'interrupt'>,
): Promise<Result<ApiDescription>> {
  const { loadSpec } = await import('../contract/load-spec.ts')
  return loadSpec({ ...input, source, interrupt })
}

/** How long files took in the run whose JSON report is kept for that; who wants no such parts has none there. */
async function knownDurations([first]: readonly ReadProject[]): Promise<Result<ReadonlyMap<string, number>>> {
  const file = path.join(first?.home.directory ?? '', '.tool', 'durations.json')
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
  return asWarning(errorProblem({ code: 'nothing-selected', message }))
}
