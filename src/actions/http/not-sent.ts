import type { Failed } from '../failure.ts'
import type { PreparedRequest } from './prepared-request.ts'
import { withHeaders } from './send/with-headers.ts'

/** The answer to a request that was only prepared: a failure with its record. */
export function notSent(request: PreparedRequest): Failed {
  // A token is only fetched for a request that is sent.
  const { record } =
    request.auth?.kind === 'oauth2' ? withHeaders(request, [['authorization', 'Bearer ***']]) : request
  return { ok: false, failure: { kind: 'Request Error', message: 'not sent', request: record } }
}
