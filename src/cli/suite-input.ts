import { type Result, usageProblem } from '../model/problem.ts'
import type { SuiteInput } from '../operations/suites/suite-input.ts'
import type { Given, Option, OptionTable } from './command.ts'

/** Options of every command that reads suites. */
export const suiteOptions = {
  env: {
    alias: 'e',
    string: true,
    describe: 'Environment to use: of apitest.config.yaml, or a saved one',
  },
  var: {
    alias: 'v',
    string: true,
    array: true,
    describe: 'A variable, name=value; repeatable',
  },
  'env-file': { string: true, describe: 'File of NAME=value lines for {{env.NAME}}' },
  config: {
    alias: 'c',
    string: true,
    describe: 'Configuration file, instead of the nearest apitest.config.yaml',
  },
} as const satisfies OptionTable

/** What imported collections may read, for this run only. */
export const allowOption = {
  string: true,
  array: true,
  describe: 'Something an imported collection may read: env.TOKEN, ../logo.png; repeatable',
} as const satisfies Option

/** What a command that reads suites takes without an option. */
export const suitePaths = {
  paths: { array: true, describe: 'Suites, folders of suites, or names of what is saved' },
} as const satisfies OptionTable

/** What every command that reads suites was given. */
export type SuiteArguments = Given<typeof suiteOptions & typeof suitePaths>

/** What a command that reads suites was given, as the input of its operation. */
export function toSuiteInput(given: SuiteArguments): Result<SuiteInput> {
  const variables = parseVariables(given.var ?? [])
  if (!variables.ok) return variables
  const paths = given.paths ?? []
  if (paths.some(path => path.trim() === ''))
    return { ok: false, problems: [usageProblem('a path is empty', emptyPathHint)] }
  return {
    ok: true,
    value: {
      ...contextOf(given),
      paths,
      variables: variables.value,
    },
  }
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

/** The context of a command: its working folder, and what --env, --env-file, --config and --allow say. */
export function contextOf({
  env,
  envFile,
  config,
  allow,
}: {
  readonly env?: string | undefined
  readonly envFile?: string | undefined
  readonly config?: string | undefined
  readonly allow?: readonly string[] | undefined
}): Omit<SuiteInput, 'paths' | 'variables'> {
  return {
    workingFolder: process.cwd(),
    processEnvironment: process.env,
    ...(env === undefined ? {} : { environment: env }),
    ...(envFile === undefined ? {} : { environmentFile: envFile }),
    ...(config === undefined ? {} : { configurationFile: config }),
    ...(allow === undefined ? {} : { allow }),
  }
}
