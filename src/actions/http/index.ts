import type { Exchange, RequestRecord, Success } from '../../model/exchange.ts'
import type { JsonObject } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import type { Action, ActionAnswer, ActionContext, InputOf } from '../action.ts'
import { answerBody, echoOf } from './answer.ts'
import type { WireAnswer } from './engine/wire.ts'
import { describeFault } from './faults/describe-fault.ts'
import { prepareRequest } from './prepare-request.ts'
import { notSent, sendRequest, withRedirects } from './send/send.ts'

/** Sends one HTTP request: `request: METHOD url` with headers, query, body and credentials. */
export const action: Action<InputOf<'request'>> = { name: 'request', perform }

async function perform(input: InputOf<'request'>, surroundings: ActionContext): Promise<ActionAnswer> {
  const listsErrors = mayListErrors(input)
  const context = listsErrors ? { ...surroundings, wantsBody: true } : surroundings
  const preparing = prepareRequest(input, context)
  const request = preparing instanceof Promise ? await preparing : preparing
  if (!request.ok) return request
  if (context.rehearses === true) return notSent(request.value)
  const sent = await sendRequest(request.value, context)
  if (!sent.ok) return sent
  const { answer, redirects } = sent.value
  const { wire, record } = sent.value.request
  if (answer.ok) {
    return performed(record, answer, {
      ...(redirects === undefined || redirects.length === 0 ? {} : { redirects }),
      ...(context.wantsBody && record.body?.truncated === true && wire.body instanceof Uint8Array
        ? { sentBody: wire.body }
        : {}),
      ...echoOf(record, context),
      ...(listsErrors ? { listsErrors } : {}),
    })
  }
  const fault = describeFault(answer.fault, { ...wire, timeout: context.timeout })
  const failure = { ...fault, request: record, timings: answer.timings }
  return { ok: false, failure: redirects === undefined ? failure : withRedirects(failure, redirects) }
}

/** Whether the answer is one of GraphQL, which is to have no errors. */
function mayListErrors({ graphql }: JsonObject): boolean {
  return graphql !== undefined && !(isObject(graphql) && graphql['allow-errors'] === true)
}

const wentWell: Success = { holds: true, expected: '2xx or 3xx' }
const wentWrong: Success = { ...wentWell, holds: false }

function performed(
  request: RequestRecord,
  answer: Extract<WireAnswer, { ok: true }>,
  more: Pick<Exchange, 'sentBody' | 'redirects' | 'echo' | 'listsErrors'>,
): ActionAnswer {
  const { status, statusText, httpVersion, headers, trailers } = answer.response
  return {
    ok: true,
    exchange: {
      ...more,
      request,
      response: {
        status,
        statusText,
        ...(httpVersion === undefined ? {} : { httpVersion }),
        headers,
        ...(trailers === undefined ? {} : { trailers }),
        body: answerBody(answer.response),
      },
      timings: answer.timings,
      success: status >= 200 && status < 400 ? wentWell : wentWrong,
    },
  }
}
