import type { RedirectRecord, Timings } from '../../../model/exchange.ts'
import type { JsonValue } from '../../../model/json.ts'
import type { ActionContext } from '../../action.ts'
import { failed, prepared, type Failed } from '../../failure.ts'
import type { WireAnswer } from '../engine/wire.ts'
import type { PreparedRequest } from '../prepared-request.ts'
import { followRedirect, redirectOf } from './redirect.ts'
import { sendAuthorized } from './send-authorized.ts'
import type { Sending } from './sent.ts'
import { timeLeft } from './with-headers.ts'

/** How many redirects `follow-redirects: true` allows. */
const defaultLimit = 10

/** Sends a request, and those that its answers redirect to, all within its one time limit. */
export async function sendRequest(first: PreparedRequest, context: ActionContext): Sending {
  const limit = redirectLimit(context.settings.transport?.['follow-redirects'])
  if (limit === 0) return sendAuthorized(first, context)
  const started = performance.now()
  const redirects: RedirectRecord[] = []
  let request = first
  for (;;) {
    const sent = await sendAuthorized(request, context)
    if (!sent.ok) return sent
    const { answer } = sent.value
    const redirect = answer.ok ? redirectOf(answer.response) : undefined
    if (redirect === undefined)
      return prepared({ ...sent.value, answer: withDuration(answer, started), redirects })
    redirects.push({ ...redirect, ...hopOf(request), duration: answer.timings.duration })
    if (redirects.length > limit) return tooMany(first, redirects, answer.timings)
    const next = followRedirect(request, redirect)
    if (!next.ok) return next
    request = { ...next.value, wire: { ...next.value.wire, timeout: timeLeft(first, started) } }
  }
}

function redirectLimit(setting: JsonValue | undefined): number {
  if (setting === true) return defaultLimit
  return typeof setting === 'number' ? setting : 0
}

function hopOf({ record }: PreparedRequest): { method: string; url: string } {
  return { method: record.method ?? '', url: record.url ?? '' }
}

/** The time of all hops together; the phases are those of the last one. */
function withDuration(answer: WireAnswer, started: number): WireAnswer {
  const timings: Timings = { ...answer.timings, duration: performance.now() - started }
  return { ...answer, timings }
}

function tooMany(
  { record }: PreparedRequest,
  redirects: readonly RedirectRecord[],
  timings: Timings,
): Failed {
  const { url, location } = redirects.at(-1) ?? { url: '', location: '' }
  const { failure } = failed(
    'Network Error',
    `${redirects.length} redirects, more than follow-redirects allows; the last was from ${url} to ${location}`,
    'The server may send the request around in a circle; `follow-redirects: false` shows the first redirect.',
  )
  return { ok: false, failure: { ...failure, request: record, timings } }
}
