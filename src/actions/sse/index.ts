import type { JsonValue } from '../../model/json.ts'
import type { Action, ActionAnswer, ActionContext, InputOf } from '../action.ts'
import { type Prepared, unfit } from '../failure.ts'
import { withDefaultHeaders } from '../http/header-lines.ts'
import { prepareRequest } from '../http/prepare-request.ts'
import type { PreparedRequest } from '../http/prepared-request.ts'
import { notSent } from '../http/send/send.ts'
import { readAwaited } from '../messages/awaited.ts'
import { readStream } from './read-stream.ts'
import { streamAnswer } from './stream-answer.ts'
import { writeJson } from '../../util/exact-number.ts'
import { valueText } from '../../util/value-text.ts'
import { scalarText } from '../scalars.ts'

/** Reads server-sent events: `sse: URL`. */
export const action: Action<InputOf<'sse'>> = { name: 'sse', perform }

async function perform(input: InputOf<'sse'>, context: ActionContext): Promise<ActionAnswer> {
  const awaited = readAwaited(input, context)
  if (!awaited.ok) return awaited
  const request = await prepareStreamRequest(input, context)
  if (!request.ok) return request
  if (context.rehearses === true) return notSent(request.value)
  const read = await readStream(request.value, awaited.value, context)
  return read.ok ? streamAnswer(read.value, context) : read
}

/** The request for an event stream, with the headers that every client of one sends (WHATWG HTML, section 9.2.2). */
async function prepareStreamRequest(
  input: InputOf<'sse'>,
  context: ActionContext,
): Promise<Prepared<PreparedRequest>> {
  const { sse, method, json, 'last-event-id': lastId } = input
  const verb = method ?? (json === undefined ? 'GET' : 'POST')
  if (verb !== 'GET' && verb !== 'POST')
    return unfit(`an event stream is asked for by GET or POST, not ${writeJson(verb)}`)
  const url = typeof sse === 'string' ? sse.trim() : valueText(sse ?? null)
  const keys = ['headers', 'query', 'auth', 'json'] as const
  const own: Record<string, JsonValue> = { request: `${verb} ${url}` }
  for (const key of keys) if (input[key] !== undefined) own[key] = input[key]
  const lastEvent = scalarText(lastId)
  const headers = {
    accept: 'text/event-stream',
    'cache-control': 'no-cache',
    ...(lastEvent === undefined ? {} : { 'last-event-id': lastEvent }),
  }
  // An `accept` of the settings is meant for requests whose answer is a document.
  return prepareRequest(withDefaultHeaders(own, {}, headers), context)
}
