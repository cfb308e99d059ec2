import type { HeaderList } from '../../model/exchange.ts'
import type { JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import type { ActionContext } from '../action.ts'
import { correlationOf } from '../correlation.ts'
import { failed, prepared, type Prepared } from '../failure.ts'
import { scalarTexts } from '../scalars.ts'

/** The headers of a message that is published, with the correlation id of the run unless the step sets it. */
export function messageHeaders(
  given: JsonValue | undefined,
  { settings, runId }: Pick<ActionContext, 'settings' | 'runId'>,
): Prepared<HeaderList> {
  const headers: (readonly [string, string])[] = []
  for (const [name, value] of Object.entries(isObject(given ?? null) ? (given as object) : {})) {
    const texts = scalarTexts(value as JsonValue)
    if (texts === undefined) return failed('Request Error', `header "${name}" must be text`)
    for (const text of texts) headers.push([name, text])
  }
  const correlation = correlationOf(settings, runId)
  const isSet = headers.some(([name]) => name.toLowerCase() === correlation?.header.toLowerCase())
  if (correlation !== undefined && !isSet) headers.push([correlation.header, correlation.id])
  return prepared(headers)
}
