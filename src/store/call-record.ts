import type { CallRecord, CallSource } from '../model/call-record.ts'
import type { BodyPreview, BodySource, HeaderList, Phases } from '../model/exchange.ts'
import type { ExchangeReport, StepResult } from '../model/result.ts'
import { cutFlat } from '../util/cut-flat.ts'
import { headerLimit, headersLimit, textLimit } from './history-limits.ts'
import type { Mutable } from '../util/defined.ts'
import { randomDigits } from '../util/random-name.ts'

/**
 * Makes the record of a step for the call history (secrets masked already); nothing when the step sent nothing to any
 * URL.
 */
export function callRecord(result: StepResult, source: CallSource): CallRecord | undefined {
  const { exchange, startedAt, attempts, outcome, failures } = result
  const url = exchange?.request.url
  if (exchange === undefined || url === undefined) return undefined
  const { response, phases } = exchange
  // Made for five hundred steps of a run: an object that is put together from others takes many times as long.
  const call: Mutable<CallRecord> = {
    id: randomDigits(7),
    time: new Date(startedAt).toISOString(),
    source,
    request: requestPart(exchange.request, url),
    duration: rounded(exchange.duration),
    attempts,
    outcome,
  }
  if (response !== undefined) call.response = isShort(response) ? response : cut(response)
  if (phases !== undefined) call.phases = roundedPhases(phases)
  const reason = failures[0]?.message
  if (reason !== undefined) call.reason = cutFlat(reason, textLimit)
  return call
}

function requestPart(request: ExchangeReport['request'], url: string): CallRecord['request'] {
  const { method, headers, body } = isShort(request) ? request : cut(request)
  const address = cutFlat(url, textLimit)
  const part: Mutable<CallRecord['request']> =
    method === undefined ? { url: address, headers } : { method, url: address, headers }
  if (body !== undefined) part.body = body
  const { settings, bodySource } = request
  if (settings !== undefined && Object.keys(settings).length > 0) part.settings = settings
  if (bodySource !== undefined) part.bodySource = cutSource(bodySource)
  return part
}

/** A text that is long is not kept, and so no part of one is taken for all of it. */
function cutSource(source: BodySource): BodySource {
  if (source.kind === 'file') return source
  const parts = source.parts.map(({ text, ...part }) =>
    text === undefined || text.length > textLimit ? part : { ...part, text },
  )
  return { ...source, parts }
}

interface Content {
  readonly headers: HeaderList
  readonly body?: BodyPreview
}

/** True where all of it is kept, as of most. */
function isShort({ headers, body }: Content): boolean {
  if (headers.length > headersLimit) return false
  if (body !== undefined && (body.text.length > textLimit || body.base64 !== undefined)) return false
  for (let index = 0; index < headers.length; index++)
    if ((headers[index]?.[1].length ?? 0) > headerLimit) return false
  return true
}

function cut<Part extends Content>(part: Part): Part {
  const { headers, body } = part
  const kept = headers.slice(0, headersLimit)
  return {
    ...part,
    headers: kept.map(([name, value]): HeaderList[number] => [name, cutFlat(value, headerLimit)]),
    ...(body === undefined ? {} : { body: cutBody(body) }),
  }
}

/** Bytes that are no text are not kept beside it. */
function cutBody({ base64: _, ...body }: BodyPreview): BodyPreview {
  const { text, size } = body
  return text.length <= textLimit ? body : { text: cutFlat(text, textLimit), size, truncated: true }
}

/** Microseconds are enough, and take less room. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000
}

function roundedPhases(phases: Phases): Phases {
  const all: Record<string, number> = {}
  for (const name in phases) all[name] = rounded(phases[name as keyof Phases] ?? 0)
  return all
}
