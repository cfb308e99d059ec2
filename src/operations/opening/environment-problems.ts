import path from 'node:path'
import { environmentHint } from '../../check/rules/known-environment.ts'
import type { Configuration } from '../../model/configuration.ts'
import type { JsonObject } from '../../model/json.ts'
import { errorProblem, type Problem } from '../../model/problem.ts'
import { placeholdersIn } from '../../template/placeholders-in.ts'
import { environmentVariable } from '../../template/scope.ts'
import type { SuiteInput } from '../input-keys.ts'
import { environmentOf } from './outer-options.ts'

/** An environment that is asked for, and that is not there. */
export function unknownEnvironment(
  {
    environment: given,
    configurationFile,
    workingFolder,
  }: Pick<SuiteInput, 'environment' | 'configurationFile' | 'workingFolder'>,
  {
    environment: configured,
    environments,
    ownEnvironments = new Map(),
    file,
    directory,
  }: Pick<Configuration, 'environment' | 'ownEnvironments' | 'file' | 'directory'> & {
    readonly environments: object
  },
  files: readonly string[] = [],
): readonly Problem[] {
  const name = given ?? configured
  // Suites have the environments of the configuration alone, whatever comes with files of other tools beside them.
  const isForeign = files.length > 0 && files.every(one => ownEnvironments.has(one))
  const all = isForeign ? [environments, ...ownEnvironments.values()] : [environments]
  if (name === undefined || all.some(one => Object.hasOwn(one, name))) return []
  const known = [...new Set(all.flatMap(Object.keys))]
  const where =
    configurationFile === undefined ? '' : ` in ${path.relative(workingFolder, configurationFile)}`
  const message = `there is no environment "${name}"${where}`
  const [foreign] = [...ownEnvironments].find(([, own]) => Object.hasOwn(own, name)) ?? []
  const hint =
    foreign === undefined
      ? environmentHint(name, known, file === undefined ? directory : undefined)
      : `Only ${path.relative(workingFolder, foreign) || '.'} has it. The suites that run beside it need one under \`environments:\` of apitest.config.yaml, which may have no variables.`
  return [errorProblem({ code: 'environment-unknown', message, hint })]
}

/** Refuses the process environment variables that an imported environment reads and may not. */
export function refusedEnvironment(input: SuiteInput, configuration: Configuration): readonly Problem[] {
  const { imported, variables, secrets } = environmentOf({}, input, configuration)
  if (imported === undefined) return []
  const allowed = new Set([...imported.allow, ...(input.allow ?? [])])
  return environmentReads([variables, secrets])
    .filter(name => !allowed.has(name))
    .map(name => {
      const message = `the imported environment "${input.environment ?? ''}" reads the environment variable ${name.slice(4)}, which is not allowed yet`
      const { collection } = imported
      const always =
        collection === undefined ? `import it again` : `allow it for the collection ${collection}`
      const hint = `Allow it with --allow ${name} for one run, or ${always} (apitest ${collection === undefined ? 'import --allow' : 'collections allow'}).`
      return errorProblem({ code: 'import-not-allowed', message, hint })
    })
}

/** The variables of the process environment that values are made of: `env.NAME`. */
export function environmentReads(values: readonly JsonObject[]): readonly string[] {
  const names = placeholdersIn(values).map(({ name }) => name)
  return [...new Set(names)].filter(name => environmentVariable(name) !== undefined)
}
