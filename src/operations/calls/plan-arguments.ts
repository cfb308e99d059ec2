import path from 'node:path'
import { readParsed } from '../../load/read-suite.ts'
import { distinctProblems } from '../../check/distinct-problems.ts'
import type { YamlSource } from '../../document/index.ts'
import type { LoadedSetup } from '../opening/setup.ts'
import type { LoadOptions } from '../../load/load-options.ts'
import { checkRead, type Loaded } from '../suites/check-read.ts'
import { isGivenBy, withoutSetup } from '../suites/load-suites.ts'
import type { Configuration } from '../../model/configuration.ts'
import type { JsonObject } from '../../model/json.ts'
import { type Problem, type Result, isError } from '../../model/problem.ts'
import type { Suite } from '../../model/suite.ts'
import { type Argument, argumentSource } from '../../parse/argument-source.ts'
import { rowLimit } from '../../parse/data-rows/row-limit.ts'
import { buildWithFiles } from '../../parse/parse-suite.ts'
import type { Plan } from '../../plan/plan.ts'
import { planRun, planSetup } from '../../plan/plan-run.ts'
import { environmentOf } from '../opening/outer-options.ts'
import { behindSetup, projectOptions } from '../opening/project-options.ts'
import type { ResolvedInput } from '../opening/resolve-scope.ts'
import type { ScopeInput } from '../input-keys.ts'
import { defined } from '../../util/defined.ts'

/** The plan of a suite that arguments make, and what is to be told of it. */
export interface PlannedArguments {
  readonly plan: Plan
  readonly warnings: readonly Problem[]
}

/**
 * Checks a suite that was given in arguments by the rules of suites, and plans it, with the setup in front where it needs a variable
 * that the setup gives. Paths of `given` begin in the suite. Problems name the argument they are in.
 */
export async function planArguments(
  suite: JsonObject,
  given: readonly Argument[],
  input: ScopeInput & { readonly setup?: boolean | undefined },
  resolved: ResolvedInput,
): Promise<Result<PlannedArguments>> {
  const source = argumentSource(suite, given, path.join(input.workingFolder, 'command line'))
  const { loaded, setup } = await checkArguments(source, input, resolved)
  const problems = [
    ...given.flatMap(({ warning }) => warning ?? []),
    ...loaded.problems.map(problem => atArgument(problem, source.file, given)),
  ]
  if (problems.some(isError)) return { ok: false, problems }
  const { configuration } = resolved
  const options = {
    workingFolder: input.workingFolder,
    configuration,
    environmentOf: (one: Suite) => environmentOf(one, input, configuration),
    commandLine: input.variables,
    settings: {},
    selection: { tags: [] },
  }
  const plan = planRun(loaded.suites, { ...options, configuration: withoutScripts(configuration) })
  if (!plan.ok) return plan
  const before = setup?.loaded && planSetup(setup.loaded, plan.value.suites, options)
  return { ok: true, value: { plan: { ...plan.value, ...defined({ setup: before }) }, warnings: problems } }
}

/** Everything wrong with arguments, and the setup that has to run before them. */
async function checkArguments(
  source: YamlSource,
  input: Parameters<typeof planArguments>[2],
  resolved: ResolvedInput,
): Promise<{ readonly loaded: Loaded; readonly setup?: LoadedSetup }> {
  const alone = { ...resolved, configuration: withoutMocks(resolved.configuration) }
  const options = projectOptions(alone, input, { rowLimit: rowLimit.usual })
  const check = async (within: LoadOptions): Promise<Loaded> =>
    checkRead(await readParsed(await buildWithFiles(source), within), within)
  const loaded = await check(options)
  if (!loaded.problems.some(({ code }) => code === 'unknown-variable')) return { loaded }
  const { setup, options: behind } = await behindSetup(alone, input, [], options)
  const { given, problems } = setup
  if (!loaded.problems.some(problem => isGivenBy(problem, given))) {
    // An entry that cannot be read gives nothing that is known.
    const broken = input.setup === false ? [] : problems.filter(isError)
    return { loaded: { ...loaded, problems: distinctProblems([...broken, ...loaded.problems]) } }
  }
  if (input.setup === false) return { loaded: { ...loaded, problems: withoutSetup(loaded.problems, given) } }
  const { suites, problems: own } = await check(behind)
  return { loaded: { suites, problems: distinctProblems([...problems, ...own]) }, setup }
}

/** A problem with the argument in front of its message. Where that may hold a secret only the option's name is told. */
export function atArgument(problem: Problem, file: string, given: readonly Argument[]): Problem {
  const { span, sourceLine, ...others } = problem
  if (span?.file !== file) return problem
  const [option = ''] = (given[span.start.line - 1]?.text ?? '').split(' ')
  const argument = sourceLine ?? option
  return argument === '' ? others : { ...others, message: `${argument}: ${problem.message}` }
}

/** Shared mocks run with suites: their addresses have no value here. */
function withoutMocks(configuration: Configuration): Configuration {
  const services = configuration.services.map(({ mock: _, ...service }) => service)
  return { ...configuration, mocks: [], services }
}

/** Scripts belong to the requests of suites, which their tests are about. */
function withoutScripts(configuration: Configuration): Configuration {
  const { scripts: _, ...settings } = configuration.settings
  return { ...configuration, settings }
}
