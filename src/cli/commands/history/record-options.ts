import { type OptionTable, yes } from '../../command.ts'
import { suiteOptions } from '../../suite-options.ts'

/** Options of every command of the call history. */
export const recordOptions = {
  json: { ...yes, describe: 'Print the calls as JSON, as they are kept' },
  config: suiteOptions.config,
} as const satisfies OptionTable
