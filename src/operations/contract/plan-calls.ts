import path from 'node:path'
import type { OperationCall } from '../../contract/live/build-call.ts'
import { loadParsed } from '../../load/load-suites.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Problem, Result } from '../../model/problem.ts'
import { argumentSource } from '../../parse/argument-source.ts'
import { rowLimit } from '../../parse/data-rows/row-limit.ts'
import { buildSuite } from '../../parse/parse-suite.ts'
import { optional } from '../../parse/read-values.ts'
import type { PlannedSuite } from '../../plan/plan.ts'
import { planRun } from '../../plan/plan-run.ts'
import { environmentNames, environmentOf, outerVariables, type ResolvedInput } from '../suite-input.ts'
import type { CheckContractInput } from './prepare-contract-check.ts'

/** The suite of some calls, and what is to be told of it. */
export interface PlannedCalls {
  readonly planned?: PlannedSuite
  readonly warnings: readonly Problem[]
}

/** Checks the steps of calls by the rules of suites and plans them as one suite. Problems name the argument they are in. */
export async function planCalls(
  input: CheckContractInput,
  { configuration, configurationSource, processEnvironment }: ResolvedInput,
  calls: readonly OperationCall[],
): Promise<Result<PlannedCalls>> {
  if (calls.length === 0) return { ok: true, value: { warnings: [] } }
  const suiteInput = { ...input, paths: [] }
  const given = input.given.map(argument => ({ ...argument, path: ['settings', ...argument.path] }))
  const file = path.join(input.workingFolder, 'command line')
  const source = argumentSource(suiteOf(input, calls), given, file)
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
  const problems = loaded.problems.map(({ span, sourceLine, ...problem }) => {
    if (span?.file !== file)
      return { ...problem, ...optional('span', span), ...optional('sourceLine', sourceLine) }
    const [option = ''] = (given[span.start.line - 1]?.text ?? '').split(' ')
    return option === '' ? problem : { ...problem, message: `${option}: ${problem.message}` }
  })
  if (problems.some(({ severity }) => severity === 'error')) return { ok: false, problems }
  const { scripts: _, ...settings } = configuration.settings
  const plan = planRun(loaded.suites, {
    workingFolder: input.workingFolder,
    // Scripts belong to the requests of suites, which their tests are about.
    configuration: { ...configuration, settings },
    environmentOf: suite => environmentOf(suite, suiteInput, configuration),
    commandLine: input.variables,
    settings: {},
    selection: { tags: [] },
  })
  if (!plan.ok) return plan
  const [planned] = plan.value.suites
  return { ok: true, value: { warnings: problems, ...(planned === undefined ? {} : { planned }) } }
}

function suiteOf({ settings }: CheckContractInput, calls: readonly OperationCall[]): JsonObject {
  return {
    suite: 'Contract check',
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
    steps: calls.map(({ step }) => step),
  }
}
