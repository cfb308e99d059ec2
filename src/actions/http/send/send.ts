import type { RedirectRecord, Timings } from '../../../model/exchange.ts'
import type { JsonValue } from '../../../model/json.ts'
import type { ActionContext } from '../../action.ts'
import type { ComputedAuth } from '../../auth/auth.ts'
import { type ActionFailure, failed, type Failed, prepared } from '../../failure.ts'
import type { WireAnswer } from '../engine/wire.ts'
import type { PreparedRequest } from '../prepared-request.ts'
import { followRedirect, type Redirect, redirectOf } from './redirect.ts'
import { type Sending, sendOnce } from './send-once.ts'
import { timeLeft, withHeaders } from './with-headers.ts'
import { monotonicTime } from '../../../util/monotonic-time.ts'

/** How many redirects `follow-redirects: true` allows. */
const defaultLimit = 10

/** Sends a request, and those that its answers redirect to, all within its one time limit. */
export function sendRequest(first: PreparedRequest, context: ActionContext): Sending {
  const setting = context.settings.transport?.['follow-redirects']
  const limit = setting === undefined ? 0 : redirectLimit(setting)
  if (limit > 0) return sendFollowing(first, limit, context)
  return first.auth === undefined ? sendOnce(first, context) : sendAuthorized(first, context)
}

async function sendFollowing(first: PreparedRequest, limit: number, context: ActionContext): Sending {
  const started = monotonicTime()
  const redirects: RedirectRecord[] = []
  let request = first
  let repeats = 0
  for (;;) {
    const sent = await sendAuthorized(request, context)
    if (!sent.ok) return { ok: false, failure: withRedirects(sent.failure, redirects) }
    const { answer } = sent.value
    repeats += answer.timings.repeats ?? 0
    const redirect = answer.ok ? redirectOf(answer.response) : undefined
    if (redirect === undefined)
      return prepared({ ...sent.value, answer: inAll(answer, started, repeats), redirects })
    if (redirects.length === limit) return tooMany(request, redirect, redirects, answer.timings)
    const next = followRedirect(request, redirect, text => context.mask(text) !== text)
    if (!next.ok) return { ok: false, failure: withRedirects(next.failure, redirects) }
    const { request: following, withheld } = next.value
    redirects.push({
      ...redirect,
      ...hopOf(request),
      duration: answer.timings.duration,
      ...(withheld.length === 0 ? {} : { withheld }),
    })
    request = { ...following, wire: { ...following.wire, timeout: timeLeft(first, started) } }
  }
}

/** Sends a request with its credentials, and again when the server asks for others. */
function sendAuthorized(request: PreparedRequest, context: ActionContext): Sending {
  const { auth } = request
  if (auth === undefined || !request.sendsCredentials) return sendOnce(request, context)
  return sendComputed(request, auth, context)
}

/** Sends a request with credentials that are made when it is sent. */
async function sendComputed(request: PreparedRequest, auth: ComputedAuth, context: ActionContext): Sending {
  // Most suites have none of these, and each takes time to load.
  switch (auth.kind) {
    case 'oauth2':
      return (await import('./send-with-token.ts')).sendWithToken(request, auth.client, context)
    case 'digest':
      return (await import('./send-with-digest.ts')).sendWithDigest(request, auth.user, context)
    case 'aws':
      return (await import('./send-signed.ts')).sendSigned(request, auth.keys, context)
  }
}

function redirectLimit(setting: JsonValue): number {
  if (setting === true) return defaultLimit
  return typeof setting === 'number' ? setting : 0
}

function hopOf({ record }: PreparedRequest): { method: string; url: string } {
  return { method: record.method ?? '', url: record.url ?? '' }
}

/** The time and the repeats of all hops together; the phases are those of the last one. */
function inAll(answer: WireAnswer, started: number, repeats: number): WireAnswer {
  const timings: Timings = {
    ...answer.timings,
    duration: monotonicTime() - started,
    ...(repeats === 0 ? {} : { repeats }),
  }
  return { ...answer, timings }
}

function tooMany(
  { record }: PreparedRequest,
  { location }: Redirect,
  redirects: readonly RedirectRecord[],
  timings: Timings,
): Failed {
  const { url = '' } = record
  const { failure } = failed('too-many-redirects', { count: redirects.length + 1, url, location })
  return { ok: false, failure: withRedirects({ ...failure, request: record, timings }, redirects) }
}

/** The failure with the way that led to its request. */
export function withRedirects(failure: ActionFailure, redirects: readonly RedirectRecord[]): ActionFailure {
  return redirects.length === 0 ? failure : { ...failure, redirects }
}

/** The answer to a request that was only prepared: a failure with its record. */
export function notSent(request: PreparedRequest): Failed {
  // A token is only fetched for a request that is sent.
  const { record } =
    request.auth?.kind === 'oauth2' ? withHeaders(request, [['authorization', 'Bearer ***']]) : request
  return { ok: false, failure: { ...failed('not-sent', {}).failure, request: record } }
}
