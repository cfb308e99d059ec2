import path from 'node:path'
import { loadParsed } from '../load/load-suites.ts'
import type { Configuration } from '../model/configuration.ts'
import type { JsonObject } from '../model/json.ts'
import type { Problem, Result } from '../model/problem.ts'
import { type Argument, argumentSource } from '../parse/argument-source.ts'
import { rowLimit } from '../parse/data-rows/row-limit.ts'
import { buildSuite } from '../parse/parse-suite.ts'
import { optional } from '../parse/read-values.ts'
import { planRun } from '../plan/plan-run.ts'
import type { PreparedRun } from './prepare-run.ts'
import {
  environmentNames,
  environmentOf,
  outerVariables,
  resolveSurroundings,
  type SuiteInput,
} from './suite-input.ts'

/** A step that is in no suite. */
export interface CalledStep {
  /** The step as a suite would hold it; file names count from the working folder. */
  readonly step: JsonObject
  /** What the step was made of; paths begin in the step. */
  readonly given: readonly Argument[]
}

/** A call that is in no suite. */
export interface CallInput extends Omit<SuiteInput, 'paths'>, CalledStep {
  /** What must be done first: the listener is opened that the call collects from. */
  readonly before?: CalledStep
  /** Whether the call is kept in the call history; as the configuration says when absent. */
  readonly history?: boolean
}

/** Checks a call by the rules of suites, and plans it as a suite of its own. Problems name the argument they are in. */
export async function prepareCall(input: CallInput): Promise<Result<PreparedRun>> {
  const suiteInput: SuiteInput = { ...input, paths: [] }
  const resolved = await resolveSurroundings(suiteInput)
  if (!resolved.ok) return resolved
  const { configuration, configurationSource, processEnvironment } = resolved.value
  const steps = [...(input.before === undefined ? [] : [input.before]), input]
  const given = steps.flatMap((step, index) =>
    step.given.map(argument => ({ ...argument, path: ['steps', index, ...argument.path] })),
  )
  const source = argumentSource(
    { suite: 'One call', steps: steps.map(({ step }) => step) },
    given,
    path.join(input.workingFolder, 'command line'),
  )
  const loaded = await loadParsed(
    { source, suite: buildSuite(source) },
    {
      rowLimit: rowLimit.usual,
      outerVariables: outerVariables(suiteInput, configuration, false),
      ...environmentNames(suiteInput, configuration),
      processEnvironment: new Set(Object.keys(processEnvironment)),
      ...optional('configuration', configurationSource),
    },
  )
  const problems = loaded.problems.map(problem => atArgument(problem, source.file, given))
  if (problems.some(({ severity }) => severity === 'error')) return { ok: false, problems }
  const plan = planRun(loaded.suites, {
    workingFolder: input.workingFolder,
    configuration: withoutScripts(configuration),
    environmentOf: suite => environmentOf(suite, suiteInput, configuration),
    commandLine: input.variables,
    settings: {},
    selection: { tags: [] },
  })
  if (!plan.ok) return plan
  return { ok: true, value: { plan: plan.value, configuration, processEnvironment, warnings: problems } }
}

/** A problem with the argument in front of its message. Where that may hold a secret only the option's name is told. */
function atArgument(problem: Problem, file: string, given: readonly Argument[]): Problem {
  const { span, sourceLine, ...rest } = problem
  if (span?.file !== file) return problem
  const [option = ''] = (given[span.start.line - 1]?.text ?? '').split(' ')
  return { ...rest, message: `${sourceLine ?? option}: ${problem.message}` }
}

/** Scripts belong to the requests of suites, which their tests are about. */
function withoutScripts(configuration: Configuration): Configuration {
  const { scripts: _, ...settings } = configuration.settings
  return { ...configuration, settings }
}
