import type { ActionContext } from '../../action.ts'
import type { PreparedRequest } from '../prepared-request.ts'
import { sendOnce } from './send-once.ts'
import type { Sending } from './sent.ts'

/** Sends a request with its credentials, and again when the server asks for others. */
export async function sendAuthorized(request: PreparedRequest, context: ActionContext): Sending {
  const { auth } = request
  if (auth === undefined || !request.sendsCredentials) return sendOnce(request, context)
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
