import { suiteKeys } from '../operations/input-keys.ts'
import { object, type ObjectOf } from '../operations/schema.ts'
import { defined } from '../util/defined.ts'
import { optionsOf } from './options-of.ts'

const suites = optionsOf(object(suiteKeys), { positionals: ['paths'] })
const { allow: _, production: meant, ...surroundings } = suites.options

/** Options of every command that reads suites. */
export const suiteOptions = surroundings

/** That production is meant, of commands that may change data where they send something. */
export const productionOption = meant

/** The paths that a command that reads suites takes without an option. */
export const suitePaths = suites.positionals

/** Translates the arguments of a command that reads suites into the input of its operation. */
export const toSuiteInput = suites.inputOf

/** The context of a command: what --env, --env-file, --config and --allow say. */
export function contextOf({
  env,
  envFile,
  config,
  allow,
  production,
}: {
  readonly env?: string | undefined
  readonly envFile?: string | undefined
  readonly config?: string | undefined
  readonly allow?: readonly string[] | undefined
  readonly production?: boolean | undefined
}): Omit<ObjectOf<typeof suiteKeys>, 'paths' | 'variables'> {
  return defined({ environment: env, environmentFile: envFile, configurationFile: config, allow, production })
}
