import { type Result, usageProblem, usageRefusal } from '../model/problem.ts'
import type { ObjectOf } from '../operations/schema.ts'
import { suiteKeys } from '../operations/input-keys.ts'
import { defined } from '../util/defined.ts'
import type { Given, Option, OptionTable } from './command.ts'

/** Options of every command that reads suites. */
export const suiteOptions = {
  env: {
    alias: 'e',
    describe: suiteKeys.environment.description,
  },
  var: {
    alias: 'v',
    array: true,
    describe: 'A variable, name=value; repeatable',
  },
  'env-file': { describe: suiteKeys.environmentFile.description },
  config: {
    alias: 'c',
    describe: suiteKeys.configurationFile.description,
  },
} as const satisfies OptionTable

/** That production is meant, of commands that may change data where they send something. */
export const productionOption = {
  boolean: true,
  describe: suiteKeys.production.description,
} as const satisfies Option

/** The entries that imported collections may read, for this run only. */
export const allowOption = {
  array: true,
  describe: `${suiteKeys.allow.description}; repeatable`,
} as const satisfies Option

/** The paths that a command that reads suites takes without an option. */
export const suitePaths = {
  paths: { array: true, describe: suiteKeys.paths.description },
} as const satisfies OptionTable

/** The arguments of every command that reads suites. */
export type SuiteArguments = Given<typeof suiteOptions & typeof suitePaths>

type SuiteKeys = ObjectOf<typeof suiteKeys>

/** Translates the arguments of a command that reads suites into the input of its operation. */
export function toSuiteInput(given: SuiteArguments): Result<SuiteKeys> {
  const variables = parseVariables(given.var ?? [])
  if (!variables.ok) return variables
  const paths = given.paths ?? []
  if (paths.some(path => path.trim() === '')) return usageRefusal('a path is empty', emptyPathHint)
  return { ok: true, value: { ...contextOf(given), paths, variables: variables.value } }
}

const emptyPathHint = 'Is a variable not set? Leave the path out to take everything.'

/** Reads the values of --var. */
export function parseVariables(written: readonly string[]): Result<Readonly<Record<string, string>>> {
  const wrong = written.filter(text => !/^[^=\s{}]([^={}\r\n]*[^=\s{}])?=/.test(text))
  if (wrong.length > 0)
    return {
      ok: false,
      problems: wrong.map(text => {
        const [, name, value = ''] = /^([^\s=:{}]+):\s?(.*)$/.exec(text) ?? []
        const meant = name === undefined ? 'user=ada' : `${name}=${value}`
        return usageProblem(`--var ${text} is not name=value`, `Write --var ${meant}.`)
      }),
    }
  return {
    ok: true,
    value: Object.fromEntries(
      written.map(text => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]),
    ),
  }
}

/** The setup of the configuration, of commands that do it where they need it. */
export const setupOption = {
  boolean: true,
  describe: 'Run the setup of the configuration first, as is usual; --no-setup does not',
} as const satisfies Option

/** The context of a command: what --env, --env-file, --config, --allow, --production and --setup say. */
export function contextOf({
  env,
  envFile,
  config,
  allow,
  production,
  setup,
}: {
  readonly env?: string | undefined
  readonly envFile?: string | undefined
  readonly config?: string | undefined
  readonly allow?: readonly string[] | undefined
  readonly production?: boolean | undefined
  readonly setup?: boolean | undefined
}): Omit<SuiteKeys, 'paths' | 'variables'> & { readonly setup?: boolean } {
  const files = { environmentFile: envFile, configurationFile: config }
  return defined({ environment: env, ...files, allow, production, setup })
}
