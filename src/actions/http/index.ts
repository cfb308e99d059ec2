import type { Exchange, RequestRecord, ResponseRecord, Success } from '../../model/exchange.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Mutable } from '../../util/defined.ts'
import { isObject } from '../../util/is-json.ts'
import { andThen, type Maybe } from '../../util/maybe.ts'
import type { Action, ActionAnswer, ActionContext, InputOf } from '../action.ts'
import { echoOf } from './answer.ts'
import type { WireAnswer } from './engine/wire.ts'
import { describeFault } from './faults/describe-fault.ts'
import { prepareRequest } from './prepare-request.ts'
import { notSent, sendRequest, withRedirects } from './send/send.ts'
import type { Sent } from './send/send-once.ts'

/** Sends one HTTP request: `request: METHOD url` with headers, query, body and credentials. */
export const action: Action<InputOf<'request'>> = { name: 'request', perform }

function perform(input: InputOf<'request'>, surroundings: ActionContext): Maybe<ActionAnswer> {
  const listsErrors = mayListErrors(input)
  const context = listsErrors ? { ...surroundings, wantsBody: true } : surroundings
  return andThen(prepareRequest(input, context), request => {
    if (!request.ok) return request
    if (context.rehearses === true) return notSent(request.value)
    return sendRequest(request.value, context).then(sent =>
      sent.ok ? answerTo(sent.value, context, listsErrors) : sent,
    )
  })
}

function answerTo(
  { request: { wire, record }, answer, redirects = noRedirects }: Sent,
  context: ActionContext,
  listsErrors: boolean,
): ActionAnswer {
  if (!answer.ok) {
    const fault = describeFault(answer.fault, { ...wire, timeout: context.timeout })
    return {
      ok: false,
      failure: withRedirects({ ...fault, request: record, timings: answer.timings }, redirects),
    }
  }
  const exchange = exchangeOf(record, answer)
  if (redirects.length > 0) exchange.redirects = redirects
  if (context.wantsBody && record.body?.truncated === true && wire.body instanceof Uint8Array)
    exchange.sentBody = wire.body
  const echo = echoOf(record, context)
  if (echo !== undefined) exchange.echo = echo
  if (listsErrors) exchange.listsErrors = true
  return { ok: true, exchange }
}

const noRedirects: readonly never[] = []

/** Whether the answer is one of GraphQL, which is to have no errors. */
function mayListErrors({ graphql }: JsonObject): boolean {
  return graphql !== undefined && !(isObject(graphql) && graphql['allow-errors'] === true)
}

const wentWell: Success = { holds: true, expected: '2xx or 3xx' }
const wentWrong: Success = { ...wentWell, holds: false }

/** Made for every request of a run: an object that is put together from others takes many times as long. */
function exchangeOf(
  request: RequestRecord,
  { response: answered, timings }: Extract<WireAnswer, { ok: true }>,
): Mutable<Exchange> {
  const { status, statusText, httpVersion, headers, trailers } = answered
  const response: Mutable<ResponseRecord> = { status, statusText, headers, body: answered.body }
  if (httpVersion !== undefined) response.httpVersion = httpVersion
  if (trailers !== undefined) response.trailers = trailers
  return { request, response, timings, success: status >= 200 && status < 400 ? wentWell : wentWrong }
}
