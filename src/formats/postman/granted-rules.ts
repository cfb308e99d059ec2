import { anyStatus, grantedErrors, noErrors } from '../../compile/written-checks.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { jsonEqual } from '../../util/json-equal.ts'

/**
 * The rules that suites take for granted of every response and Postman does not: that its status is 2xx or 3xx, and
 * that the response of GraphQL has no errors. A written request has tests for both, which are not validations of their
 * own when it is read again.
 */
const statusRule: JsonObject = {
  name: 'Status is 2xx or 3xx',
  status: { 'at-least': 200, 'at-most': 399 },
}

/** The step with a test for what suites take for granted, and without the validation that only sets that aside. */
export function withGrantedRules(step: JsonObject, isJudged: boolean): JsonObject {
  const validations = (Array.isArray(step['validations']) ? step['validations'] : []) as readonly JsonValue[]
  const others = validations.filter(validation => !jsonEqual(validation, anyStatus))
  const speaks = validations.some(validation => isObject(validation) && judgesStatus(validation))
  const all = [
    ...(speaks || !isJudged ? [] : [statusRule]),
    ...others,
    ...(isJudged ? [grantedErrors(step) ?? []].flat() : []),
  ]
  const { validations: _, ...rest } = step
  return all.length === 0 ? rest : { ...rest, validations: all }
}

/**
 * The body and the validations of a request that is read. `keys` are what its scripts say; `hasTests` tells whether it or
 * anything around it has tests: then only those count, and what suites take for granted is set aside.
 */
export function withoutGrantedRules(
  body: JsonObject,
  keys: JsonObject,
  hasTests: boolean,
): { readonly body: JsonObject; readonly validations: JsonValue | undefined } {
  const errors = errorsOf(body, keys, hasTests)
  return { body: errors.body, validations: withoutRule(statusOf(keys, hasTests), errors.rule) }
}

/**
 * Postman has no rule of its own about the status, so where there are tests and none about the status, any is right.
 * The test of a written request says the rule of suites, which is said by saying nothing.
 */
function statusOf(keys: JsonObject, hasTests: boolean): JsonValue | undefined {
  const validations = (keys['validations'] ?? []) as readonly JsonObject[]
  if (validations.some(validation => jsonEqual(validation, statusRule)))
    return withoutRule(validations, statusRule)
  if (validations.some(judgesStatus)) return validations
  return hasTests ? [...validations, anyStatus] : keys['validations']
}

/** True where a validation says something of the status of every answer. */
function judgesStatus(validation: JsonObject): boolean {
  const isConditional = Object.hasOwn(validation, 'when') || Object.hasOwn(validation, 'unless')
  return Object.hasOwn(validation, 'status') && !isConditional
}

/** The validations but the one that suites take for granted. */
function withoutRule(
  validations: JsonValue | undefined,
  rule: JsonObject | undefined,
): JsonValue | undefined {
  if (validations === undefined || rule === undefined || !isList(validations)) return validations
  const others = validations.filter(validation => !jsonEqual(validation, rule))
  return others.length === 0 ? undefined : others
}

/** The same for the errors of GraphQL: where there are tests and none about them, any may be there. */
function errorsOf(
  body: JsonObject,
  keys: JsonObject,
  hasTests: boolean,
): { readonly body: JsonObject; readonly rule?: JsonObject } {
  const { graphql } = body
  if (graphql === undefined || !isObject(graphql)) return { body }
  const validations = (keys['validations'] ?? []) as readonly JsonObject[]
  const others = validations.filter(({ name }) => name !== noErrors['name'])
  const rule = grantedErrors({ ...keys, ...body, validations: others })
  if (rule === undefined) return { body }
  if (validations.some(validation => jsonEqual(validation, rule))) return { body, rule }
  return hasTests ? { body: { ...body, graphql: { ...graphql, 'allow-errors': true } } } : { body }
}
