import type { JsonObject } from '../../model/json.ts'
import type { RequestRecord } from '../../model/exchange.ts'
import type { Action, ActionAnswer, ActionContext } from '../action.ts'
import { charsetOf } from '../body/charset.ts'
import { describeFault } from './faults/describe-fault.ts'
import { engineOf } from './engine/engine.ts'
import { headerValue } from './engine/header-list.ts'
import type { WireAnswer } from './engine/wire.ts'
import { prepareRequest } from './prepare-request.ts'
import { ReceivedBody } from '../body/received-body.ts'

/** Sends one HTTP request: `request: METHOD url` with headers, query, body and credentials. */
export const action: Action = { name: 'request', perform }

async function perform(input: JsonObject, context: ActionContext): Promise<ActionAnswer> {
  const request = await prepareRequest(input, context)
  if (!request.ok) return request
  const { wire, record } = request.value
  const answer = await engineOf(context.resources).send(wire)
  if (answer.ok) return performed(record, answer)
  return {
    ok: false,
    failure: { ...describeFault(answer.fault, wire), request: record, timings: answer.timings },
  }
}

function performed(request: RequestRecord, answer: Extract<WireAnswer, { ok: true }>): ActionAnswer {
  const { status, statusText, headers, chunks, size, complete } = answer.response
  const contentType = headerValue(headers, 'content-type')
  return {
    ok: true,
    exchange: {
      request,
      response: {
        status,
        statusText,
        headers,
        body: new ReceivedBody(chunks, size, complete, charsetOf(contentType)),
      },
      timings: answer.timings,
      success: { holds: status >= 200 && status < 400, expected: '2xx or 3xx' },
    },
  }
}
