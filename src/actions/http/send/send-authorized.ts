import type { ActionContext } from '../../action.ts'
import type { PreparedRequest } from '../prepare-request.ts'
import { sendOnce } from './send-once.ts'
import type { Sending } from './sent.ts'

/** Sends a request with its credentials, and again when the server asks for others. */
export function sendAuthorized(request: PreparedRequest, context: ActionContext): Sending {
  return sendOnce(request, context)
}
