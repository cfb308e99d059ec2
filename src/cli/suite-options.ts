import { suiteKeys } from '../operations/input-keys.ts'
import { object, type ObjectOf } from '../operations/schema.ts'
import { defined } from '../util/defined.ts'
import { usualChanges } from './option-change.ts'
import { optionsOf } from './options-of.ts'

const suites = optionsOf(object(suiteKeys), { positionals: ['paths'] })
const { allow: _, production: meant, ...surroundings } = suites.options

/** Options of every command that reads suites. */
export const suiteOptions = surroundings

/** That production is meant, of commands that may change data where they send something. */
export const productionOption = meant

/** The setup of the configuration, of commands that do it where they need it. */
export const setupOption = { boolean: true, ...usualChanges.setup } as const

/** The paths that a command that reads suites takes without an option. */
export const suitePaths = suites.positionals

/** Translates the arguments of a command that reads suites into the input of its operation. */
export const toSuiteInput = suites.inputOf

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
}): Omit<ObjectOf<typeof suiteKeys>, 'paths' | 'variables'> & { readonly setup?: boolean } {
  const files = { environmentFile: envFile, configurationFile: config }
  return defined({ environment: env, ...files, allow, production, setup })
}
