import type { Options } from 'yargs'
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
