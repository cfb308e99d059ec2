import type { ArgumentsCamelCase, InferredOptionTypes } from 'yargs'
import { usualCap, usualParameterCap } from '../../contract/live/select-operations.ts'
import { reporterNames } from '../../report/index.ts'
import {
  authOptions,
  sendOptions,
  surroundingOptions,
  text,
  texts,
  transportOptions,
  yes,
} from '../call/call-options.ts'
import type { OptionTable } from '../command-options.ts'
import { allowOption } from '../run-options.ts'

/** Which operations are called, and with what. */
const choiceOptions = {
  spec: { ...text, demandOption: true, describe: 'OpenAPI or Swagger document, file or URL' },
  tag: { ...texts, describe: 'Operations with one of these tags only; repeatable' },
  operation: {
    ...texts,
    describe: 'These operations only: operationId, "GET /users/{id}", or a pattern with *; repeatable',
  },
  exclude: { ...texts, describe: 'All but these operations, written the same way; repeatable' },
  'include-writes': { ...yes, describe: 'Call operations that may change data, too; DELETE comes last' },
  'max-operations': {
    number: true,
    requiresArg: true,
    describe: `Operations to call at most (${usualCap} unless said)`,
  },
  'max-parameters': {
    number: true,
    requiresArg: true,
    describe: `Optional parameters to try at most, each in one more request (${usualParameterCap} unless said; 0: none)`,
  },
  param: { ...texts, describe: 'Value of a parameter, id=7, or getUser.id=7 of one operation; repeatable' },
  params: { ...text, describe: 'YAML or JSON file of values, by parameter or by operation' },
  collection: { ...text, describe: 'Saved collection whose requests give values' },
  allow: allowOption,
} as const

const outcomeOptions = {
  reporter: {
    alias: 'r',
    ...texts,
    describe: `A report, name or name=file, beside the table; repeatable: ${reporterNames.join(', ')}`,
  },
  json: { ...yes, describe: 'Print the report as JSON instead of the table' },
} as const

const { header, cookie, 'max-time': maxTime } = sendOptions
const { env, var: variable, 'env-file': envFile, config } = surroundingOptions

/** Options of `apitest contract check`; credentials and connection are those of `apitest send`. */
export const contractCheckOptions = {
  ...choiceOptions,
  header,
  cookie,
  'max-time': maxTime,
  ...authOptions,
  ...transportOptions,
  env,
  var: variable,
  'env-file': envFile,
  config,
  ...outcomeOptions,
} as const satisfies OptionTable

/** The options by the headings they stand under in the help. */
export const contractCheckGroups: Readonly<Record<string, readonly string[]>> = {
  'Operations:': Object.keys(choiceOptions),
  'Request:': ['header', 'cookie', 'max-time'],
  'Credentials:': Object.keys(authOptions),
  'Connection:': Object.keys(transportOptions),
  'Surroundings:': ['env', 'var', 'env-file', 'config'],
  'Report:': Object.keys(outcomeOptions),
}

/** What yargs makes of the options. */
export type ContractCheckArguments = ArgumentsCamelCase<InferredOptionTypes<typeof contractCheckOptions>> & {
  readonly baseUrl?: string | undefined
}
