import type { SavedInput } from '../../operations/saved/saved-input.ts'
import { type Given, type OptionTable, text, yes } from '../command.ts'
import { suiteOptions } from '../suite-input.ts'

/** Options of every command on what is saved. */
export const savedOptions = {
  json: { ...yes, describe: 'Print JSON' },
  config: suiteOptions.config,
} as const satisfies OptionTable

/** Options of the commands that read documents of other tools. */
export const sourceOptions = {
  name: { ...text, describe: 'Name of the collection, instead of its own' },
  host: { ...text, describe: 'Only calls to this host (har)' },
  'keep-analytics': { ...yes, describe: 'Keep calls that only report visits, clicks and errors (har)' },
  'remote-references': {
    ...yes,
    describe: 'Read documents on other hosts that an API description refers to',
  },
} as const satisfies OptionTable

/** The option of the commands that store a collection. */
export const replaceOption = {
  replace: { ...yes, describe: 'Put it in the place of a collection of the same name' },
} as const satisfies OptionTable

/** Where the saved collections and the call history are looked for. */
export function projectOf({ config }: Given<Pick<typeof savedOptions, 'config'>>): SavedInput {
  return { workingFolder: process.cwd(), ...(config === undefined ? {} : { configurationFile: config }) }
}
