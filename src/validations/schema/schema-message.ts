import type { ErrorObject } from 'ajv'
import type { JsonValue } from '../../model/json.ts'
import { cutText } from '../../util/cut-text.ts'
import { escapePointerPart } from '../../util/json-pointer.ts'
import { writeJson } from '../../util/exact-number.ts'

/** One thing wrong with a value: where in it, as a JSON Pointer with `/` for the root, and what. */
export interface SchemaMessage {
  readonly pointer: string
  readonly message: string
}

/** Everything wrong with a value; empty when it is valid. */
export type ValidateValue = (value: JsonValue) => readonly SchemaMessage[]

/** An error of ajv in our words; a property too many is pointed at itself, all else where ajv points. */
export function schemaMessage(error: ErrorObject): SchemaMessage {
  const params: Readonly<Record<string, unknown>> = error.params
  const surplus = params['additionalProperty'] ?? params['unevaluatedProperty']
  const pointer = `${error.instancePath}${typeof surplus === 'string' ? `/${escapePointerPart(surplus)}` : ''}`
  return { pointer: pointer === '' ? '/' : pointer, message: describe(error, params) }
}

function describe(error: ErrorObject, params: Readonly<Record<string, unknown>>): string {
  const message = error.message ?? `must pass "${error.keyword}"`
  switch (error.keyword) {
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'must NOT be present: the schema allows no other properties'
    case 'enum':
      return `must be one of ${listed(params['allowedValues'])}`
    case 'const':
      return `must be ${printed(params['allowedValue'])}`
    case 'oneOf':
      return describeOneOf(message, params['passingSchemas'])
    default:
      return error.propertyName === undefined ? message : `property name "${error.propertyName}" ${message}`
  }
}

function describeOneOf(message: string, passing: unknown): string {
  if (!Array.isArray(passing)) return message
  return `${message}, but matches those at ${passing.join(' and ')}`
}

function listed(values: unknown): string {
  return Array.isArray(values) ? cutText(values.map(printed).join(', '), 200) : 'the allowed values'
}

function printed(value: unknown): string {
  return cutText(writeJson(value), 200)
}
