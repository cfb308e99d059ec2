import type { Exchange, RequestRecord } from '../../model/exchange.ts'
import { headerValue } from '../../model/header-value.ts'
import type { ActionContext } from '../action.ts'
import { correlationOf } from '../correlation.ts'

/** The correlation header as it was sent, when the settings ask whether it comes back. */
export function echoOf(
  { headers }: RequestRecord,
  { settings, runId }: ActionContext,
): Pick<Exchange, 'echo'> {
  const correlation = correlationOf(settings, runId)
  if (correlation?.echo !== true) return {}
  const name = correlation.header.toLowerCase()
  const value = headerValue(headers, name)
  return value === undefined ? {} : { echo: [name, value] }
}
