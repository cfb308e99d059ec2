import { problemsOfSuites } from '../../load/load-suites.ts'
import type { Problem } from '../../model/problem.ts'
import { rowLimit } from '../../parse/data-rows/row-limit.ts'
import { optional } from '../../parse/read-values.ts'
import { createSchemaLibrary } from '../../validations/index.ts'
import type { Operation } from '../operation.ts'
import { environmentNames, outerVariables, resolveInput, type SuiteInput } from './suite-input.ts'

/** How many suites were checked and everything found wrong. */
export interface CheckAnswer {
  readonly files: number
  readonly problems: readonly Problem[]
}

/** Checks suites against schema and rules, without traffic: the pre-commit hook. */
export const checkSuites: Operation<SuiteInput, CheckAnswer> = {
  name: 'check',
  permission: 'read',
  description: 'Checks suites without sending anything.',
  async run(input) {
    const resolved = await resolveInput(input)
    if (!resolved.ok) return { files: 0, problems: resolved.problems }
    const { files, texts, configuration, configurationSource, warnings, hide } = resolved.value
    const problems = await problemsOfSuites(files, {
      rowLimit: rowLimit.maximum,
      schemas: createSchemaLibrary(),
      texts,
      outerVariables: outerVariables(input, configuration, true),
      ...environmentNames(input, configuration),
      ...optional('configuration', configurationSource),
    })
    return { files: files.length, problems: [...warnings, ...hide(problems)] }
  },
}
