import { problemText } from '../template/render-problem.ts'
import { type Prepared, unfit } from '../actions/failure.ts'
import { routeOf, type RouteContext } from '../actions/transport/route-of.ts'
import type { Route } from '../actions/transport/route.ts'
import type { JsonObject } from '../model/json.ts'
import { renderValue } from '../template/render.ts'
import type { Scope } from '../template/scope.ts'
import { hideCredentials } from './secret-variables.ts'

/** How mocks reach the servers behind them: as the settings of their suite say for its requests. */
export async function mockWay(context: RouteContext, scope: Scope): Promise<Prepared<Route | undefined>> {
  const { settings, hide } = context
  const rendered = renderValue(settings.transport ?? {}, scope)
  if (!rendered.ok) return unfit(problemText(rendered.problems))
  hideCredentials(rendered.value, hide)
  return routeOf({ ...context, settings: { ...settings, transport: rendered.value as JsonObject } })
}
