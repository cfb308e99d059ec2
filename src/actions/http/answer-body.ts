import type { Body } from '../../model/exchange.ts'
import { headerValue } from '../../model/header-value.ts'
import { cutText } from '../../util/cut-text.ts'
import { charsetOf } from '../body/charset.ts'
import { ReceivedBody } from '../body/received-body.ts'
import type { WireResponse } from './engine/wire.ts'

/** The body of an answer, by the charset its content-type names. */
export function answerBody({ headers, chunks, size, complete }: WireResponse): Body {
  return new ReceivedBody(chunks, size, complete, charsetOf(headerValue(headers, 'content-type')))
}

/** The beginning of an answer's body behind what it is the body of: `401 Unauthorized: who are you?`. */
export function withBeginning(title: string, answer: WireResponse): string {
  const text = cutText(answerBody(answer).text().trim(), 200)
  return text === '' ? title : `${title}: ${text}`
}
