import type { ActionContext } from '../../action.ts'
import { prepared, type Prepared } from '../../failure.ts'
import { withoutIdentity } from '../../transport/client-identity.ts'
import { routeOf } from '../../transport/route-of.ts'
import { engineOf } from '../engine/engine.ts'
import type { WireAnswer, WireRequest } from '../engine/wire.ts'
import type { PreparedRequest } from '../prepared-request.ts'

/** A message as it was sent, with the route it took, and what came of it. */
export interface SentOverRoute {
  readonly wire: WireRequest
  readonly answer: WireAnswer
}

/**
 * Sends one message over the route that the settings say: with their certificates, through their proxy, to their other
 * addresses. Fails when there is no such route, for instance because a file of it is missing.
 */
export async function sendOverRoute(
  { wire: message, send, sendsCredentials }: Pick<PreparedRequest, 'wire' | 'send' | 'sendsCredentials'>,
  context: ActionContext,
): Promise<Prepared<SentOverRoute>> {
  const route = await routeOf(sendsCredentials ? context : anonymous(context))
  if (!route.ok) return route
  const wire = route.value === undefined ? message : { ...message, route: route.value }
  if (send !== undefined) return prepared({ wire, answer: await send(wire) })
  const answer = await engineOf(context.resources).send(wire)
  if (wire.route === undefined) return prepared({ wire, answer })
  const { refusedByProxy } = await import('./refused-by-proxy.ts')
  return prepared({ wire, answer: refusedByProxy(answer, wire, wire.route) })
}

/** The context for an origin that a redirect has led to: it is not shown the certificate of the client. */
function anonymous(context: ActionContext): ActionContext {
  const { settings } = context
  if (settings.transport === undefined) return context
  return { ...context, settings: { ...settings, transport: withoutIdentity(settings.transport) } }
}
