import type { Options } from 'yargs'
import { suiteOptions } from './run-options.ts'

/** Options of the commands below `apitest history`. */
export const recordOptions = {
  json: { boolean: true, describe: 'Print the calls as JSON, as they are kept' },
  config: suiteOptions.config,
} as const satisfies Readonly<Record<string, Options>>

/** Options of `apitest history`. */
export const historyOptions = {
  ...recordOptions,
  count: {
    global: false,
    alias: 'n',
    number: true,
    requiresArg: true,
    default: 20,
    describe: 'How many calls to list, the newest',
  },
  failed: { global: false, boolean: true, describe: 'Only calls of steps that did not pass' },
  grep: {
    global: false,
    alias: 'g',
    string: true,
    requiresArg: true,
    describe: 'Only calls whose "METHOD URL" matches a regular expression',
  },
} as const satisfies Readonly<Record<string, Options>>
