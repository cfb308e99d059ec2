import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import type { ActionContext } from '../action.ts'
import { correlationOf } from '../correlation.ts'

/** The headers of a message that is published, with the correlation id of the run unless the step sets it. */
export function messageHeaders(
  given: JsonValue | undefined,
  { settings, runId }: Pick<ActionContext, 'settings' | 'runId'>,
): JsonObject {
  const headers = isObject(given) ? given : {}
  const correlation = correlationOf(settings, runId)
  const isSet = Object.keys(headers).some(name => name.toLowerCase() === correlation?.header.toLowerCase())
  return correlation === undefined || isSet ? headers : { ...headers, [correlation.header]: correlation.id }
}
