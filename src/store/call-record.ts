import type { CallRecord, CallSource } from '../model/call-record.ts'
import type { BodyPreview, HeaderList, Phases } from '../model/exchange.ts'
import type { ExchangeReport, StepResult } from '../model/result.ts'
import { cutFlat } from '../util/cut-flat.ts'
import { headerLimit, headersLimit, textLimit } from './history-limits.ts'
import { defined } from '../util/defined.ts'
import { randomDigits } from '../util/random-name.ts'

/** What the call history keeps of a step (secrets masked already); nothing when the step sent nothing to any URL. */
export function callRecord(result: StepResult, source: CallSource): CallRecord | undefined {
  const { exchange, startedAt, attempts, outcome, failures } = result
  const url = exchange?.request.url
  if (exchange === undefined || url === undefined) return undefined
  const { request, response, duration, phases } = exchange
  const reason = failures[0]?.message
  return {
    id: randomDigits(7),
    time: new Date(startedAt).toISOString(),
    source,
    request: requestPart(request, url),
    ...(response === undefined ? {} : { response: { ...response, ...contentPart(response) } }),
    duration: rounded(duration),
    ...(phases === undefined ? {} : { phases: roundedPhases(phases) }),
    attempts,
    outcome,
    ...(reason === undefined ? {} : { reason: cutFlat(reason, textLimit) }),
  }
}

function requestPart(request: ExchangeReport['request'], url: string): CallRecord['request'] {
  const { method } = request
  return defined({ method, url: cutFlat(url, textLimit), ...contentPart(request) })
}

interface Content {
  readonly headers: HeaderList
  readonly body?: BodyPreview
}

function contentPart({ headers, body }: Content): Content {
  return {
    headers: headers.length <= headersLimit && areShort(headers) ? headers : cutHeaders(headers),
    ...(body === undefined ? {} : { body: cutBody(body) }),
  }
}

function areShort(headers: HeaderList): boolean {
  for (const line of headers) if (line[1].length > headerLimit) return false
  return true
}

function cutHeaders(headers: HeaderList): HeaderList {
  return headers.slice(0, headersLimit).map(([name, value]) => [name, cutFlat(value, headerLimit)])
}

function cutBody(body: BodyPreview): BodyPreview {
  const { text, size } = body
  return text.length <= textLimit ? body : { text: cutFlat(text, textLimit), size, truncated: true }
}

/** Microseconds are enough, and take less room. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000
}

function roundedPhases(phases: Phases): Phases {
  const all: Record<string, number> = {}
  for (const [name, value] of Object.entries(phases) as [string, number][]) all[name] = rounded(value)
  return all
}
