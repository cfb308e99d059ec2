import { distinctProblems } from '../../check/distinct-problems.ts'
import { problemsOfSuites, setupIn } from './load-suites.ts'
import { rowLimit } from '../../parse/data-rows/row-limit.ts'
import { createSchemaLibrary } from '../../validations/index.ts'
import { operation } from '../operation.ts'
import { problemsSchema } from '../problems-schema.ts'
import { object, whole } from '../schema.ts'
import { collectionFacts } from './collection-facts.ts'
import { outerOptions } from './outer-options.ts'
import { resolveInput, sharedMocks } from './resolve-input.ts'
import { placed, suiteKeys } from '../input-keys.ts'
import { defined } from '../../util/defined.ts'

/** Checks suites against schema and rules, without traffic: the pre-commit hook. */
export const checkSuites = operation({
  name: 'check-suites',
  permission: 'read',
  summary: 'Checks suites against the schema and the rules of the language, without sending anything.',
  input: object(suiteKeys),
  answer: object({ files: whole('How many suites were checked'), problems: problemsSchema }),
  async run(given, host) {
    const input = placed(given, host)
    const resolved = await resolveInput(input)
    if (!resolved.ok) return resolved
    const { files, texts, configuration, configurationSource, warnings, hide } = resolved.value
    const options = defined({
      rowLimit: rowLimit.many,
      schemas: createSchemaLibrary(),
      texts,
      ...outerOptions(input, configuration, true),
      collections: collectionFacts,
      configuration: configurationSource,
      sharedMocks: sharedMocks(configuration),
    })
    const setup = await setupIn(configurationSource, files, options)
    const outer = outerOptions(input, configuration, true, setup.given)
    const own = await problemsOfSuites(files, { ...options, ...outer })
    const problems = distinctProblems([...setup.problems, ...own])
    return { ok: true, value: { files: files.length, problems: [...warnings, ...hide(problems)] } }
  },
})
