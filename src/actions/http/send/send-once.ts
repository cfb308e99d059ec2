import type { ActionContext } from '../../action.ts'
import { prepared } from '../../failure.ts'
import type { PreparedRequest } from '../prepared-request.ts'
import { cookiesOf } from './cookies.ts'
import { sendOverRoute } from './send-over-route.ts'
import type { Sending } from './sent.ts'

/** Sends one message, with the cookies that belong to it, and keeps those that come back. */
export async function sendOnce(request: PreparedRequest, context: ActionContext): Sending {
  const cookies = context.settings.transport?.['cookies'] === false ? undefined : cookiesOf(context.session)
  const outgoing = cookies?.addTo(request) ?? request
  const sent = await sendOverRoute(outgoing, context)
  if (!sent.ok) return { ok: false, failure: { ...sent.failure, request: outgoing.record } }
  const { wire, answer } = sent.value
  if (answer.ok) await cookies?.keep(request.wire.origin + request.wire.path, answer.response.headers)
  return prepared({ request: { ...outgoing, wire }, answer })
}
