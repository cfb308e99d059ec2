import type { ActionContext } from '../../action.ts'
import type { PreparedRequest } from '../prepare-request.ts'
import { sendAuthorized } from './send-authorized.ts'
import type { Sending } from './sent.ts'

/** Sends a request, and those that its answers redirect to. */
export function sendRequest(request: PreparedRequest, context: ActionContext): Sending {
  return sendAuthorized(request, context)
}
