import type { Exchange, RequestRecord } from '../../model/exchange.ts'
import { headerValue } from '../../model/header-value.ts'
import { cutText } from '../../util/cut-text.ts'
import type { ActionContext } from '../action.ts'
import { decodeText } from '../body/charset.ts'
import { correlationOf } from '../correlation.ts'
import type { WireResponse } from './engine/wire.ts'

/** The beginning of an answer's body behind what it is the body of: `401 Unauthorized: who are you?`. */
export function withBeginning(title: string, answer: WireResponse): string {
  const type = headerValue(answer.headers, 'content-type')
  // Its bytes are still wanted, which its `text` lets go of.
  const text = cutText(decodeText(Buffer.from(answer.body.bytes()), type).trim(), 200)
  return text === '' ? title : `${title}: ${text}`
}

/** The correlation header as it was sent, in lower case, when the settings ask whether it comes back. */
export function echoOf({ headers }: RequestRecord, { settings, runId }: ActionContext): Exchange['echo'] {
  const correlation = correlationOf(settings, runId)
  if (correlation?.echo !== true) return undefined
  const name = correlation.header.toLowerCase()
  const value = headerValue(headers, name)
  return value === undefined ? undefined : [name, value]
}
