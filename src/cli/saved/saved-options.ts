import { defined } from '../../util/defined.ts'
import { type Given, type OptionTable, yes } from '../command.ts'
import { suiteOptions } from '../suite-options.ts'

/** Options of every command on what is saved. */
export const savedOptions = {
  json: { ...yes, describe: 'Print JSON' },
  config: suiteOptions.config,
} as const satisfies OptionTable

/** Where the saved collections and the call history are looked for. */
export function projectOf({ config }: Given<Pick<typeof savedOptions, 'config'>>): {
  readonly configurationFile?: string
} {
  return defined({ configurationFile: config })
}
