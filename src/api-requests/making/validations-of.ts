import type { Operation, ResponseDescription } from '../../api-description/api-description.ts'
import { isJsonType } from '../../api-description/find-response.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'

/**
 * Makes the validations of an operation's response: its lowest documented success, and the schema that belongs to it.
 * An operation that documents only failures gets nothing: such documents are mostly incomplete.
 */
export function validationsOf(
  { responses, method }: Operation,
  schema: { readonly spec: string; readonly operation: string } | undefined,
): readonly JsonObject[] {
  const success = successOf(responses)
  if (success === undefined) return []
  const status = statusOf(success.status)
  const isDescribed =
    method !== 'HEAD' && success.contents.some(one => isJsonType(one.type) && one.schema !== undefined)
  return [
    ...(status === undefined ? [] : [{ status }]),
    ...(schema !== undefined && isDescribed ? [{ schema: { ...schema } }] : []),
  ]
}

/** The lowest documented 2xx, then `2XX`, then the lowest redirect, then what holds for any status. */
export function successOf(responses: readonly ResponseDescription[]): ResponseDescription | undefined {
  const lowest = (pattern: RegExp) =>
    responses
      .filter(({ status }) => pattern.test(status))
      .toSorted((left, right) => left.status.localeCompare(right.status))[0]
  return lowest(/^2\d\d$/) ?? lowest(/^2XX$/) ?? lowest(/^3\d\d$/) ?? lowest(/^default$/)
}

function statusOf(status: string): JsonValue | undefined {
  if (/^[1-5]\d\d$/.test(status)) return Number(status)
  return /^[1-5]XX$/.test(status) ? status.toLowerCase() : undefined
}
