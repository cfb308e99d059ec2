import type { ActionContext } from '../../action.ts'
import { prepared, type Prepared } from '../../failure.ts'
import { routeOf } from '../../transport/route-of.ts'
import { engineOf } from '../engine/engine.ts'
import type { WireAnswer, WireRequest } from '../engine/wire.ts'

/** Sends one message the way that the settings name: with their certificates, through their proxy. */
export async function sendOnRoute(
  request: WireRequest,
  context: ActionContext,
): Promise<Prepared<WireAnswer>> {
  const route = await routeOf(context)
  if (!route.ok) return route
  const engine = engineOf(context.resources)
  if (route.value === undefined) return prepared(await engine.send(request))
  const wire = { ...request, route: route.value }
  const { refusedByProxy } = await import('./refused-by-proxy.ts')
  return prepared(refusedByProxy(await engine.send(wire), wire, wire.route))
}
