import type { ActionContext } from '../../action.ts'
import type { OAuth2Client } from '../../auth/auth.ts'
import { bearerCredentials } from '../../auth/credentials.ts'
import { tokensOf } from '../../auth/oauth2/tokens.ts'
import type { Failed } from '../../failure.ts'
import type { PreparedRequest } from '../prepared-request.ts'
import { type Sending, sendOnce } from './send-once.ts'
import { timeLeft, withHeaders, withTimeLeft } from './with-headers.ts'
import { monotonicTime } from '../../../util/monotonic-time.ts'

/**
 * Sends a request with a token. A token that the server answers 401 to is replaced by a fresh one, and the request sent
 * once more; what comes then is the answer.
 */
export async function sendWithToken(
  request: PreparedRequest,
  client: OAuth2Client,
  context: ActionContext,
): Sending {
  const started = monotonicTime()
  const tokens = tokensOf(context.resources)
  const token = await tokens.take(client, context, { timeLeft: request.wire.timeout })
  if (!token.ok) return unsent(token, request)
  const sent = await sendOnce(withToken(request, token.value, started), context)
  if (!sent.ok || !sent.value.answer.ok || sent.value.answer.response.status !== 401) return sent
  const fresh = await tokens.take(client, context, {
    timeLeft: timeLeft(request, started),
    refused: token.value,
  })
  return fresh.ok ? sendOnce(withToken(request, fresh.value, started), context) : unsent(fresh, request)
}

function withToken(request: PreparedRequest, token: string, started: number): PreparedRequest {
  const { name, value } = bearerCredentials(token)
  return withTimeLeft(withHeaders(request, [[name, value]]), started)
}

/** Why there is no token, with the request that needed it. */
function unsent({ failure }: Failed, { record }: PreparedRequest): Failed {
  return { ok: false, failure: { ...failure, request: record } }
}
