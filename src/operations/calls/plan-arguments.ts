import path from 'node:path'
import { readParsed } from '../../load/read-suite.ts'
import { checkRead } from '../suites/check-read.ts'
import type { Configuration } from '../../model/configuration.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Problem, Result } from '../../model/problem.ts'
import { type Argument, argumentSource } from '../../parse/argument-source.ts'
import { rowLimit } from '../../parse/data-rows/row-limit.ts'
import { buildSuite } from '../../parse/parse-suite.ts'
import type { Plan } from '../../plan/plan.ts'
import { planRun } from '../../plan/plan-run.ts'
import { collectionFacts } from '../suites/collection-facts.ts'
import { environmentOf, outerOptions } from '../suites/outer-options.ts'
import type { ResolvedInput } from '../suites/resolve-input.ts'
import type { ScopeInput } from '../input-keys.ts'
import { defined } from '../../util/defined.ts'

/** The plan of a suite that arguments make, and what is to be told of it. */
export interface PlannedArguments {
  readonly plan: Plan
  readonly warnings: readonly Problem[]
}

/**
 * Checks a suite that was given in arguments by the rules of suites, and plans it. Paths of `given` begin in the suite.
 * Problems name the argument they are in.
 */
export async function planArguments(
  suite: JsonObject,
  given: readonly Argument[],
  input: ScopeInput,
  { configuration, configurationSource, processEnvironment, missingEnvironmentFile }: ResolvedInput,
): Promise<Result<PlannedArguments>> {
  const source = argumentSource(suite, given, path.join(input.workingFolder, 'command line'))
  const options = defined({
    rowLimit: rowLimit.usual,
    ...outerOptions(input, configuration, false),
    collections: collectionFacts,
    processEnvironment: new Set(Object.keys(processEnvironment)),
    missingEnvironmentFile,
    configuration: configurationSource,
  })
  const read = await readParsed({ source, suite: buildSuite(source) }, options)
  const loaded = await checkRead(read, options)
  const problems = [
    ...given.flatMap(({ warning }) => warning ?? []),
    ...loaded.problems.map(problem => atArgument(problem, source.file, given)),
  ]
  if (problems.some(({ severity }) => severity === 'error')) return { ok: false, problems }
  const plan = planRun(loaded.suites, {
    workingFolder: input.workingFolder,
    configuration: withoutScripts(configuration),
    environmentOf: one => environmentOf(one, input, configuration),
    commandLine: input.variables,
    settings: {},
    selection: { tags: [] },
  })
  return plan.ok ? { ok: true, value: { plan: plan.value, warnings: problems } } : plan
}

/** A problem with the argument in front of its message. Where that may hold a secret only the option's name is told. */
export function atArgument(problem: Problem, file: string, given: readonly Argument[]): Problem {
  const { span, sourceLine, ...others } = problem
  if (span?.file !== file) return problem
  const [option = ''] = (given[span.start.line - 1]?.text ?? '').split(' ')
  const argument = sourceLine ?? option
  return argument === '' ? others : { ...others, message: `${argument}: ${problem.message}` }
}

/** Scripts belong to the requests of suites, which their tests are about. */
function withoutScripts(configuration: Configuration): Configuration {
  const { scripts: _, ...settings } = configuration.settings
  return { ...configuration, settings }
}
