import { termsWith } from '../faults/terms.ts'
import { type ActionFailure, failed } from '../failure.ts'
import type { WebSocket } from 'ws'
import type { Exchange, RequestRecord, Success, Transcript } from '../../model/exchange.ts'
import { limitTime } from '../../util/time-limit.ts'
import type { Action, ActionAnswer, ActionContext, InputOf } from '../action.ts'
import { jsonBody } from '../body/json-body.ts'
import { echoOf, withBeginning } from '../http/answer.ts'
import type { WireResponse } from '../http/engine/wire.ts'
import { describeFault } from '../http/faults/describe-fault.ts'
import { notSent, sendRequest } from '../http/send/send.ts'
import type { Sent } from '../http/send/send-once.ts'
import { TranscriptLog } from '../messages/transcript-log.ts'
import { closeWebSocket, lostConnection, talkFailure } from './close-web-socket.ts'
import { openWebSocket } from './open-web-socket.ts'
import { readScript, type Script } from './script.ts'
import { SocketEvents } from './socket-events.ts'
import { Talk } from './talk.ts'
import { inWebSocketWords, prepareHandshake } from './web-socket-request.ts'
import { defined } from '../../util/defined.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'

/** Opens a WebSocket, sends messages and waits for others: `websocket: URL`. */
export const action: Action<InputOf<'websocket'>> = { name: 'websocket', perform }

async function perform(input: InputOf<'websocket'>, context: ActionContext): Promise<ActionAnswer> {
  const script = await readScript(input, context)
  if (!script.ok) return script
  const request = await prepareHandshake(input, context)
  if (!request.ok) return request
  if (context.rehearses === true) return notSent(request.value)
  const session: Session = {
    script: script.value,
    context,
    log: new TranscriptLog(context.mask),
    start: monotonicTime(),
  }
  const { subprotocols } = script.value
  const sent = await sendRequest(
    {
      ...request.value,
      send: wire =>
        openWebSocket(wire, {
          subprotocols,
          created: webSocket => {
            webSocket.once('open', () => {
              script.value.interpreter.opened?.(webSocket.protocol)
              session.log.add('note', 'open', '')
            })
            session.open = { webSocket, events: new SocketEvents(webSocket, session.log) }
          },
        }),
    },
    context,
  )
  return sent.ok ? afterHandshake(sent.value, session) : sent
}

/** One WebSocket from the handshake to its end. */
interface Session {
  readonly script: Script
  readonly context: ActionContext
  readonly log: TranscriptLog
  /** On the clock of `monotonicTime()`. */
  readonly start: number
  /** Of several handshakes, such as those with redirects, the last one's. */
  open?: { readonly webSocket: WebSocket; readonly events: SocketEvents }
}

const terms = termsWith('ws')

async function afterHandshake({ answer, request, redirects }: Sent, session: Session): Promise<ActionAnswer> {
  const { context, script } = session
  const record = recordOf(request.record, script)
  if (!answer.ok) {
    const failure = describeFault(answer.fault, { ...request.wire, timeout: context.timeout })
    return { ok: false, failure: { ...failure, terms, request: record, timings: answer.timings } }
  }
  const more = {
    request: record,
    timings: answer.timings,
    ...(redirects === undefined || redirects.length === 0 ? {} : { redirects }),
    ...defined({ echo: echoOf(record, context) }),
  }
  if (answer.response.status !== 101 || session.open === undefined) return refused(answer.response, more)
  return converse(session, session.open, answer.response, more)
}

type SoFar = Pick<Exchange, 'request' | 'timings' | 'redirects' | 'echo'>

async function converse(
  { script, context, log, start }: Session,
  { webSocket, events }: NonNullable<Session['open']>,
  response: WireResponse,
  soFar: SoFar,
): Promise<ActionAnswer> {
  const talk = new Talk({ webSocket, events, log, ...script })
  const limit = limitTime(context.signal, Math.max(context.timeout - (monotonicTime() - start), 1))
  const end = await talk.run(limit.signal)
  limit.release()
  const timings = { ...soFar.timings, duration: monotonicTime() - start }
  const success = talk.success(end, context.timeout)
  const failure = failureOf(end, context)
  if (failure !== undefined) webSocket.terminate()
  const farewell = script.interpreter.farewell
  const closing = await closeWebSocket(webSocket, events, log, farewell)
  const { transcript } = log
  const isTurnedAway = !talk.isAwaiting && closing !== undefined && !harmless.has(closing.code)
  if (failure !== undefined) return withoutExchange(failure, { ...soFar, timings }, transcript)
  const { status, statusText, headers } = response
  return {
    ok: true,
    exchange: {
      ...soFar,
      response: {
        status,
        statusText,
        headers,
        ...(closing === undefined
          ? {}
          : { fields: { 'close-code': closing.code, 'close-reason': closing.reason } }),
        body: jsonBody(talk.watch.entries),
      },
      timings,
      success: isTurnedAway && success.holds ? turnedAway(closing) : success,
      transcript,
    },
  }
}

/** How a WebSocket is closed when all is well (RFC 6455 section 7.4.1), or when nothing is said of it. */
const harmless = new Set([1000, 1001, 1005, 1006])

/** The failure of a step that awaits nothing, and says nothing of the closing. */
function turnedAway({ code, reason }: { readonly code: number; readonly reason: string }): Success {
  const actual = `closed by the server (${`${code} ${reason}`.trim()})`
  return {
    subject: 'messages',
    holds: false,
    expected: 'all taken',
    actual,
    unless: ['close-code', 'close-reason'],
  }
}

/** Trouble that kept the talk from its end. */
function failureOf(
  end: Awaited<ReturnType<Talk['run']>>,
  { signal }: ActionContext,
): ActionFailure | undefined {
  if (signal.aborted && end.kind === 'late')
    return failed('interrupted', { reason: 'interrupted while the WebSocket was open' }).failure
  if (end.kind === 'failed') return talkFailure(end.error)
  return end.kind === 'closed' && end.code === 1006 ? lostConnection() : undefined
}

function withoutExchange(
  failure: ActionFailure,
  { request, timings }: SoFar,
  transcript: Transcript,
): ActionAnswer {
  return { ok: false, failure: { ...failure, request, timings, transcript } }
}

/** An answer that is no WebSocket: its status and body are there to be judged, and the reason unless they are. */
function refused(answer: WireResponse, soFar: SoFar): ActionAnswer {
  const { status, statusText, headers } = answer
  const actual = withBeginning(`${status} ${statusText}`.trim(), answer)
  return {
    ok: true,
    exchange: {
      ...soFar,
      response: { status, statusText, headers, body: answer.body },
      success: { holds: false, expected: '101', actual },
    },
  }
}

/** The record of the handshake as one of a WebSocket. */
function recordOf(
  { url = '', method: _, ...record }: RequestRecord,
  { subprotocols }: Script,
): RequestRecord {
  const own = inWebSocketWords(url)
  const protocol = [['sec-websocket-protocol', subprotocols.join(', ')]] as const
  return {
    ...record,
    summary: `websocket ${own}`,
    url: own,
    headers: subprotocols.length === 0 ? record.headers : [...record.headers, ...protocol],
  }
}
