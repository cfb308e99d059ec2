import { Ajv, type ErrorObject } from 'ajv'
import type { FastifyInstance } from 'fastify'
import { isDateTime } from '../../src/util/date-time.ts'
import type { InputError } from './problem.ts'

/**
 * Makes the routes' schemas check requests. Parameters arrive as text and are converted to the type of their schema;
 * a JSON body is taken as it is, so that `"2"` is not a number.
 */
export function validateRequests(app: FastifyInstance): void {
  const options = { allErrors: true, useDefaults: true, strict: false, validateFormats: false }
  // Of the formats in bodies an instant is the only one that a text may fail to be.
  const formats = { 'date-time': isDateTime, password: true } as const
  const bodies = new Ajv({ ...options, validateFormats: true, formats })
  const parameters = new Ajv({ ...options, coerceTypes: true })
  app.setValidatorCompiler<object>(({ schema, httpPart }) =>
    (httpPart === 'body' ? bodies : parameters).compile(schema),
  )
}

/**
 * The errors that Ajv found, in the words of a problem document. `part` is where it looked: `body`, `querystring`,
 * `params`.
 */
export function toInputErrors(found: readonly Partial<ErrorObject>[], part: string): InputError[] {
  return found.map(error => {
    const pointer = (error.instancePath ?? '') + missingOrUnknown(error.params)
    const message = explain(error)
    return part === 'body' ? { pointer, message } : { parameter: pointer.slice(1), message }
  })
}

function missingOrUnknown(params: Record<string, unknown> = {}): string {
  const name = params['missingProperty'] ?? params['additionalProperty']
  return typeof name === 'string' ? `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` : ''
}

function explain({ keyword, params = {}, message = 'is not valid' }: Partial<ErrorObject>): string {
  if (keyword === 'required') return 'is required'
  if (keyword === 'additionalProperties') return 'is not a known field'
  const allowed: unknown = params['allowedValues']
  return Array.isArray(allowed) ? `must be one of ${allowed.join(', ')}` : message
}
