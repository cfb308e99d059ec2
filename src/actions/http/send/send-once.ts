import type { HeaderList } from '../../../model/exchange.ts'
import { sessionCookies, urlPasswords } from '../../../secrets/index.ts'
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
  hideInHeaders(outgoing.record.headers, context)
  if (answer.ok) hideInHeaders(answer.response.headers, context)
  if (answer.ok) await cookies?.keep(request.wire.origin + request.wire.path, answer.response.headers)
  return prepared({ request: { ...outgoing, wire }, answer })
}

/** Hides who is asking, where cookies say it, and the passwords of URLs that an answer redirects to. */
function hideInHeaders(headers: HeaderList, context: ActionContext): void {
  for (const [name, value] of headers) {
    // Every request comes by here: the three names are told from most others by their length.
    if (name.length !== 6 && name.length !== 8 && name.length !== 10) continue
    const secrets = /^location$/i.test(name) ? urlPasswords(value) : sessionCookies(name, value)
    for (const secret of secrets) context.hide(secret)
  }
}
