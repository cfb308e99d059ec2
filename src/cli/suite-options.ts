import { scopeKeys, setupKey, suiteKeys } from '../operations/input-keys.ts'
import { object } from '../operations/schema.ts'
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

/** The surroundings of a call. Two of the usual letters are for something else in curl. */
export const callSurroundings = optionsOf(object({ ...scopeKeys, setup: setupKey }), {
  keys: { variables: { alias: [] }, configurationFile: { alias: [] } },
})
