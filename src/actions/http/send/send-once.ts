import type { ActionContext } from '../../action.ts'
import { prepared } from '../../failure.ts'
import { routeOf } from '../../transport/route-of.ts'
import { engineOf } from '../engine/engine.ts'
import type { WireAnswer, WireRequest } from '../engine/wire.ts'
import type { PreparedRequest } from '../prepare-request.ts'
import { cookiesOf } from './cookies.ts'
import type { Sending } from './sent.ts'

/** Sends one message, with the cookies that belong to it, and keeps those that come back. */
export async function sendOnce(request: PreparedRequest, context: ActionContext): Sending {
  const cookies = context.settings.transport?.['cookies'] === false ? undefined : cookiesOf(context.session)
  const outgoing = cookies?.addTo(request) ?? request
  const route = await routeOf(context)
  if (!route.ok) return { ok: false, failure: { ...route.failure, request: outgoing.record } }
  const wire = route.value === undefined ? outgoing.wire : { ...outgoing.wire, route: route.value }
  const answer = await (request.send?.(wire) ?? exchange(wire, context))
  if (answer.ok) await cookies?.keep(request.wire.origin + request.wire.path, answer.response.headers)
  return prepared({ request: outgoing, answer })
}

async function exchange(wire: WireRequest, { resources }: ActionContext): Promise<WireAnswer> {
  const answer = await engineOf(resources).send(wire)
  if (wire.route === undefined) return answer
  const { refusedByProxy } = await import('./refused-by-proxy.ts')
  return refusedByProxy(answer, wire, wire.route)
}
