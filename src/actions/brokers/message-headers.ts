import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import type { ActionContext } from '../action.ts'
import { correlationOf } from '../correlation.ts'

/** The headers of a message that is published, with the correlation id of the run unless the step sets it, or leaves it out by null. */
export function messageHeaders(
  given: JsonValue | undefined,
  { settings, runId }: Pick<ActionContext, 'settings' | 'runId'>,
): JsonObject {
  const headers = isObject(given) ? given : {}
  const correlation = correlationOf(settings, runId)
  if (correlation === undefined) return headers
  const known = Object.keys(headers).find(name => name.toLowerCase() === correlation.header.toLowerCase())
  if (known === undefined) return { ...headers, [correlation.header]: correlation.id }
  const { [known]: own, ...others } = headers
  return own === null ? others : headers
}
