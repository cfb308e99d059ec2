import type { ActionContext } from '../../action.ts'
import type { PreparedRequest } from '../prepare-request.ts'
import { sendOnce } from './send-once.ts'
import type { Sending } from './sent.ts'

/** Sends a request with its credentials, and again when the server asks for others. */
export async function sendAuthorized(request: PreparedRequest, context: ActionContext): Sending {
  const { auth } = request
  if (auth === undefined || !request.sendsCredentials) return sendOnce(request, context)
  // Most suites have none of these.
  if (auth.kind === 'oauth2')
    return (await import('./send-with-token.ts')).sendWithToken(request, auth.client, context)
  if (auth.kind === 'digest')
    return (await import('./send-with-digest.ts')).sendWithDigest(request, auth.user, context)
  return sendOnce(request, context)
}
