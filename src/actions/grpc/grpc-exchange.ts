import type { Exchange, RequestRecord, ResponseRecord, Timings, Transcript } from '../../model/exchange.ts'
import type { JsonValue } from '../../model/json.ts'
import { plural } from '../../util/quantity.ts'
import { jsonBody } from '../body/json-body.ts'
import { ReceivedBody } from '../body/received-body.ts'
import { phasesOf } from '../http/engine/phases.ts'
import type { GrpcMethod } from './schema/find-method.ts'
import type { ConnectTimes } from '../transport/connect-times.ts'
import type { CallEnd } from './wire/call.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'

/** The facts of a call that has ended. */
export interface EndedCall {
  readonly end: CallEnd
  /** Absent when there was a connection already. */
  readonly opened?: ConnectTimes
  readonly request: RequestRecord
  readonly method: GrpcMethod
  readonly answers: readonly JsonValue[]
  readonly details: readonly JsonValue[]
  readonly transcript: Transcript
  /** Since 1970, and on the clock of `monotonicTime()`. */
  readonly startedAt: number
  readonly start: number
}

/** A call as every protocol's exchange. `$` is the message, or the list of messages where the answer is a stream. */
export function grpcExchange(ended: EndedCall): Exchange {
  const { request, method, end, transcript } = ended
  const isStream = method.streamsRequests || method.streamsResponses
  return {
    request,
    response: responseOf(ended),
    timings: timingsOf(ended),
    success: { holds: end.status === 'OK' || end.capped, expected: 'OK', ...actualOf(ended) },
    ...(isStream ? { transcript } : {}),
  }
}

function responseOf({ end, method, answers, details }: EndedCall): ResponseRecord {
  const { status, statusMessage, headers = [], trailers } = end
  const said = end.capped ? `capped: ended after ${plural(answers.length, 'message')}` : statusMessage
  const [first] = answers
  const body = method.streamsResponses ? answers : first
  return {
    status,
    ...(said === '' ? {} : { statusText: said }),
    headers,
    trailers,
    fields: { 'status-message': said, details },
    body: body === undefined ? new ReceivedBody(true) : jsonBody(body),
  }
}

function actualOf({ end: { status, statusMessage } }: EndedCall): { actual?: string } {
  return statusMessage === '' ? {} : { actual: `${status} (${statusMessage})` }
}

function timingsOf({ startedAt, start, end, opened }: EndedCall): Timings {
  return {
    startedAt,
    duration: monotonicTime() - start,
    phases: phasesOf(start, opened, end.sentAt, end.firstByteAt, monotonicTime()),
  }
}
