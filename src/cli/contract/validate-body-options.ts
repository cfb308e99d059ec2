import { text, yes } from '../call/call-options.ts'
import type { OptionTable } from '../command-options.ts'
import { suiteOptions } from '../run-options.ts'

/** Options of `apitest validate`. */
export const validateBodyOptions = {
  spec: {
    ...text,
    describe: 'OpenAPI or Swagger document, file or URL, that describes the body',
  },
  operation: {
    ...text,
    describe: 'Whose body it is: an operationId, or "GET /users/{id}"',
  },
  status: {
    number: true,
    requiresArg: true,
    describe: 'Status that the body comes with (the first documented success unless said)',
  },
  request: { ...yes, describe: 'It is the body of the request, not of the answer' },
  'content-type': {
    ...text,
    describe: 'Media type of the body (JSON unless said)',
  },
  schema: {
    ...text,
    conflicts: ['spec', 'operation'],
    describe: 'JSON Schema file instead of a document',
  },
  json: { ...yes, describe: 'Print the result as JSON' },
  config: suiteOptions.config,
} as const satisfies OptionTable
