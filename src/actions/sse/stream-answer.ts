import type { Exchange, Success } from '../../model/exchange.ts'
import { headerValue } from '../../model/header-value.ts'
import type { ActionAnswer, ActionContext } from '../action.ts'
import { jsonBody } from '../body/json-body.ts'
import { ReceivedBody } from '../body/received-body.ts'
import { type ActionFailure, failed } from '../failure.ts'
import { echoOf, withBeginning } from '../http/answer.ts'
import type { AnswerHead, WireAnswer, WireResponse } from '../http/engine/wire.ts'
import { describeFault } from '../http/faults/describe-fault.ts'
import { type EventStream, isEventStream } from './event-stream.ts'
import type { ReadStream } from './read-stream.ts'
import { defined } from '../../util/defined.ts'

/** Makes the answer of a step that has read a stream. */
export function streamAnswer(read: ReadStream, context: ActionContext): ActionAnswer {
  const { sent, stream, watch, log } = read
  const { answer, request, redirects } = sent
  const soFar = {
    request: request.record,
    timings: answer.timings,
    ...(redirects === undefined || redirects.length === 0 ? {} : { redirects }),
    ...defined({ echo: echoOf(request.record, context) }),
  }
  const { transcript } = log
  const failure = failureOf(read, context)
  if (failure !== undefined)
    return {
      ok: false,
      failure: { ...failure, request: request.record, timings: answer.timings, transcript },
    }
  const head = headOf(answer, stream)
  if (!isEventStream(head)) return noStream(head, soFar)
  const { status, statusText, headers } = head
  return {
    ok: true,
    exchange: {
      ...soFar,
      response: { status, statusText, headers, body: jsonBody(watch.entries) },
      success: watch.success(
        context.timeout,
        answer.ok ? 'the server ended the stream' : undefined,
        answer.ok,
      ),
      transcript,
    },
  }
}

/** Trouble; undefined when it only was the end of the waiting. */
function failureOf(
  { sent: { answer, request }, stream, watch }: ReadStream,
  { timeout, signal }: ActionContext,
): ActionFailure | undefined {
  if (stream.failure !== undefined) return failed('messages-too-large', { reason: stream.failure }).failure
  if (answer.ok || watch.isOver) return undefined
  const { head } = stream
  const isLate = answer.fault.error.code === 'TIMEOUT'
  const isCut = answer.fault.error.code === 'INTERRUPTED' && !signal.aborted
  if (head !== undefined && (isEventStream(head) ? isLate : isCut)) return undefined
  return describeFault(answer.fault, { ...request.wire, timeout })
}

/** The answer, or as much as had come of one that was not waited for. */
function headOf(answer: WireAnswer, { head }: EventStream): WireResponse {
  if (answer.ok) return answer.response
  const none: AnswerHead = { status: 0, statusText: '', headers: [] }
  return { ...(head ?? none), body: ReceivedBody.of(Buffer.alloc(0), undefined, false) }
}

/** An answer that is no event stream: its status and body are there to be judged, and the reason unless they are. */
function noStream(answer: WireResponse, soFar: Omit<Exchange, 'response' | 'success'>): ActionAnswer {
  const { status, statusText, headers } = answer
  const type = headerValue(headers, 'content-type') ?? 'an answer without content-type'
  const success: Success =
    status === 200
      ? {
          subject: 'messages',
          holds: false,
          expected: 'events as text/event-stream',
          actual: withBeginning(type, answer),
        }
      : { holds: false, expected: '200', actual: withBeginning(`${status} ${statusText}`.trim(), answer) }
  return {
    ok: true,
    exchange: { ...soFar, response: { status, statusText, headers, body: answer.body }, success },
  }
}
