import { faultText } from '../faults/index.ts'
import type { ActionFailure } from '../failure.ts'
import type { Exchange, RequestRecord } from '../../model/exchange.ts'
import { isObject } from '../../util/is-json.ts'

/** The answer of a service that was asked once; `impossible` when asking again cannot help. */
export type Answer = (
  | { readonly kind: 'up'; readonly text: string }
  | { readonly kind: 'not-up'; readonly text: string }
  | { readonly kind: 'impossible'; readonly text: string; readonly failure: ActionFailure }
) &
  Asked

/** How the question was sent, as its record keeps it. */
export type Asked = Pick<RequestRecord, 'settings'>

/** The words of health endpoints, with whatever HTTP status, when they are not up: Spring Boot's words and the usual ones. */
const downWords = ['DOWN', 'OUT_OF_SERVICE', 'FAIL', 'UNHEALTHY']

/** Up is the status 200, or JSON whose `status` is UP; not with JSON that says the opposite (mission, "Health wait"). */
export function answerOf({ response }: Exchange): Answer {
  const word = statusWord(response)
  const said = word?.toUpperCase()
  if (word !== undefined && said === 'UP') return { kind: 'up', text: `status ${word}` }
  if (word !== undefined && said !== undefined && downWords.includes(said))
    return { kind: 'not-up', text: `status ${word}` }
  const text = `HTTP ${response.status ?? 0}`
  return response.status === 200 ? { kind: 'up', text } : { kind: 'not-up', text }
}

/** Makes an answer of a failure. A file that is missing, or a URL that is none, will not come right by itself. */
export function noAnswer(failure: ActionFailure): Answer {
  const { kind, message } = faultText(failure)
  return kind === 'Network Error' || kind === 'Auth Error'
    ? { kind: 'not-up', text: message }
    : { kind: 'impossible', text: message, failure }
}

/** The `status` of a JSON body. */
function statusWord({ body }: Exchange['response']): string | undefined {
  const json = body.json()
  const status = json.ok && isObject(json.value) ? json.value['status'] : undefined
  return typeof status === 'string' ? status : undefined
}
