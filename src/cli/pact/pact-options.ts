import {
  authOptions,
  surroundingOptions,
  sendOptions,
  text,
  texts,
  transportOptions,
  yes,
} from '../call/call-options.ts'
import type { OptionTable } from '../command-options.ts'
import { runOptions, suiteOptions } from '../run-options.ts'

/** How the provider is reached and what every request gets; names are those of `apitest send`. */
const providerOptions = {
  header: {
    ...sendOptions.header,
    describe: "'Name: value' for every request, in the place of the pact's; repeatable",
  },
  'max-time': sendOptions['max-time'],
  ...authOptions,
  ...transportOptions,
  env: surroundingOptions.env,
  var: surroundingOptions.var,
  'env-file': surroundingOptions['env-file'],
  config: surroundingOptions.config,
} as const

/** Options of `apitest pact verify`. */
export const verifyOptions = {
  provider: { ...text, demandOption: true, describe: 'Where the provider is, http://host:port/path' },
  description: { ...text, describe: 'Only interactions whose description matches a regular expression' },
  state: { ...text, describe: "Only those with a provider state that matches; '' for those without any" },
  consumer: { ...texts, describe: 'Only pacts of this consumer; repeatable' },
  'state-url': { ...text, describe: 'Address that provider states are posted to' },
  'state-command': { ...text, describe: 'Command that brings about a provider state' },
  'state-teardown': { ...yes, describe: 'Ask for the end of every state, too' },
  'allow-pending': { ...yes, describe: 'Pass although all is pending and nothing of it holds' },
  reporter: runOptions.reporter,
  verbose: runOptions.verbose,
  ...providerOptions,
} as const satisfies OptionTable

/** Options of `apitest pact generate`. */
export const generateOptions = {
  consumer: { ...text, demandOption: true, describe: 'Name of who asks' },
  provider: { ...text, demandOption: true, describe: 'Name of who answers' },
  'pact-version': {
    number: true,
    requiresArg: true,
    choices: [2, 3, 4] as const,
    describe: 'Version of the specification; 4 unless said',
  },
  output: { ...text, alias: 'o', describe: 'Folder, or file that ends in .json; pacts/ unless said' },
  'base-url': { ...text, describe: 'Where the provider is: the value of {{baseUrl}}' },
  'from-report': { ...text, describe: 'JSON report of a run to take the exchanges from; nothing is sent' },
  ...suiteOptions,
} as const satisfies OptionTable
