import type { Options } from 'yargs'
import { suiteOptions } from './run-options.ts'

/** Options of `apitest wait`. */
export const waitOptions = {
  timeout: {
    string: true,
    requiresArg: true,
    describe: 'How long services may take, such as 30s (2m unless said)',
  },
  interval: { string: true, requiresArg: true, describe: 'Time between two questions (1s unless said)' },
  command: {
    string: true,
    requiresArg: true,
    describe: 'Command that starts the services, and is stopped at the end; run to its end without URLs',
  },
  reuse: {
    boolean: true,
    default: true,
    describe: 'Leave the command out when everything is up; --no-reuse makes that an error',
  },
  then: {
    string: true,
    requiresArg: true,
    describe: 'Command to run once everything is up; its exit code is passed on',
  },
  json: { boolean: true, describe: 'Print the result as JSON' },
  ...suiteOptions,
} as const satisfies Readonly<Record<string, Options>>
