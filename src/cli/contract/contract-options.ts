import type { Options } from 'yargs'
import { text, yes } from '../call/call-options.ts'
import type { OptionTable } from '../command-options.ts'
import { suiteOptions } from '../run-options.ts'

/** Options of `apitest validate`. */
export const validateBodyOptions = {
  spec: {
    string: true,
    requiresArg: true,
    describe: 'OpenAPI or Swagger document, file or URL, that describes the body',
  },
  operation: {
    string: true,
    requiresArg: true,
    describe: 'Whose body it is: an operationId, or "GET /users/{id}"',
  },
  status: {
    number: true,
    requiresArg: true,
    describe: 'Status that the body comes with (the first documented success unless said)',
  },
  request: { boolean: true, describe: 'It is the body of the request, not of the answer' },
  'content-type': {
    string: true,
    requiresArg: true,
    describe: 'Media type of the body (JSON unless said)',
  },
  schema: {
    string: true,
    requiresArg: true,
    conflicts: ['spec', 'operation'],
    describe: 'JSON Schema file instead of a document',
  },
  json: { boolean: true, describe: 'Print the result as JSON' },
  config: suiteOptions.config,
} as const satisfies Readonly<Record<string, Options>>

/** What `--fail-on` takes. */
export const failLevels = ['breaking', 'warning', 'never'] as const

/** Reports of a comparison. */
export const comparisonReporters = ['pretty', 'json', 'markdown', 'github'] as const

/** Options of `apitest contract diff`. */
export const diffOptions = {
  'fail-on': {
    ...text,
    choices: failLevels,
    default: 'breaking',
    describe: 'The least level of change that makes the exit code 1',
  },
  ignore: {
    ...text,
    describe: 'File with changes to ignore; .apitest-diff-ignore.yaml unless said, where it is there',
  },
  reporter: {
    alias: 'r',
    string: true,
    array: true,
    nargs: 1,
    requiresArg: true,
    describe: `A report, name or name=file; repeatable: ${comparisonReporters.join(', ')}`,
  },
  'remote-references': { ...yes, describe: 'Read documents on the network that the descriptions refer to' },
  config: suiteOptions.config,
} as const satisfies OptionTable
