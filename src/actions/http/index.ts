import type { Exchange, Success } from '../../model/exchange.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Mutable } from '../../util/defined.ts'
import { isObject } from '../../util/is-json.ts'
import type { Maybe } from '../../util/maybe.ts'
import type { Action, ActionAnswer, ActionContext, InputOf } from '../action.ts'
import type { Prepared } from '../failure.ts'
import { echoOf } from './answer.ts'
import { describeFault } from './faults/describe-fault.ts'
import { prepareRequest } from './prepare-request.ts'
import type { PreparedRequest } from './prepared-request.ts'
import { notSent, sendRequest, withRedirects } from './send/send.ts'
import type { Sent } from './send/send-once.ts'

/** Sends one HTTP request: `request: METHOD url` with headers, query, body and credentials. */
export const action: Action<InputOf<'request'>> = { name: 'request', perform }

function perform(input: InputOf<'request'>, surroundings: ActionContext): Maybe<ActionAnswer> {
  const graphql = input.graphql === undefined ? undefined : { allowsErrors: allowsErrors(input.graphql) }
  const context = graphql === undefined ? surroundings : { ...surroundings, wantsBody: true }
  const request = prepareRequest(input, context)
  return request instanceof Promise
    ? request.then(made => sendPrepared(made, context, graphql))
    : sendPrepared(request, context, graphql)
}

function sendPrepared(
  request: Prepared<PreparedRequest>,
  context: ActionContext,
  graphql: Exchange['graphql'],
): Maybe<ActionAnswer> {
  if (!request.ok) return request
  if (context.rehearses === true) return notSent(request.value)
  return sendRequest(request.value, context).then(sent =>
    sent.ok ? answerTo(sent.value, context, graphql) : sent,
  )
}

function answerTo(
  { request: { wire, record }, answer, redirects = noRedirects }: Sent,
  context: ActionContext,
  graphql: Exchange['graphql'],
): ActionAnswer {
  if (!answer.ok) {
    const fault = describeFault(answer.fault, { ...wire, timeout: context.timeout })
    return {
      ok: false,
      failure: withRedirects({ ...fault, request: record, timings: answer.timings }, redirects),
    }
  }
  const { response, timings } = answer
  const { status } = response
  const success = status >= 200 && status < 400 ? wentWell : wentWrong
  const exchange: Mutable<Exchange> = { request: record, response, timings, success }
  if (redirects.length > 0) exchange.redirects = redirects
  if (context.wantsBody && record.body?.truncated === true && wire.body instanceof Uint8Array)
    exchange.sentBody = wire.body
  const echo = context.settings.transport === undefined ? undefined : echoOf(record, context)
  if (echo !== undefined) exchange.echo = echo
  if (graphql !== undefined) exchange.graphql = graphql
  return { ok: true, exchange }
}

const noRedirects: readonly never[] = []

function allowsErrors(graphql: JsonValue): boolean {
  return isObject(graphql) && graphql['allow-errors'] === true
}

const wentWell: Success = { holds: true, expected: '2xx or 3xx' }
const wentWrong: Success = { ...wentWell, holds: false }
