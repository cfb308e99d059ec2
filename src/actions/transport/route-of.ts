import type { ActionContext } from '../action.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Maybe } from '../../util/maybe.ts'
import { prepared, type Prepared } from '../failure.ts'
import type { Route } from './route.ts'

/** The routes of the requests of a run. */
interface Routes {
  /** True where the environment names proxies, be it in a variable that is not read. */
  readonly environmentHasProxy: boolean
  /** By what the settings say, as text. Files are read once in a run. */
  readonly read: Map<string, Promise<Prepared<Route>>>
  /** By the settings themselves, which are the same for most requests. */
  readonly known: WeakMap<JsonObject, Prepared<Route>>
}

/** The parts of the context that a route depends on. */
export type RouteContext = Pick<ActionContext, 'settings' | 'resources' | 'processEnvironment' | 'hide'>

/**
 * How the connections of an action are made; undefined for straight to the host of the URL, with Node's own TLS. The
 * same settings give the same route all through a run.
 */
export function routeOf(context: RouteContext): Maybe<Prepared<Route | undefined>> {
  const { settings, resources, processEnvironment } = context
  const routes = resources.get('routes', () => ({ value: makeRoutes(processEnvironment) }))
  if (settings.transport === undefined && !routes.environmentHasProxy) return straight
  const transport = settings.transport ?? noSettings
  return routes.known.get(transport) ?? readOnce(transport, routes, context)
}

function readOnce(
  transport: JsonObject,
  routes: Routes,
  context: RouteContext,
): Maybe<Prepared<Route | undefined>> {
  const { tls, proxy, resolve, 'unix-socket': unixSocket, 'http-version': version } = transport
  const own = [tls, proxy, resolve, unixSocket, version]
  if (!routes.environmentHasProxy && own.every(value => value === undefined)) return straight
  const key = JSON.stringify(own.map(value => value ?? null))
  let route = routes.read.get(key)
  if (route === undefined) {
    // Most runs say nothing of all this, and need not load what reads it.
    route = import('./read-route.ts').then(({ readRoute }) => readRoute(key, context))
    routes.read.set(key, route)
  }
  return route.then(read => {
    routes.known.set(transport, read)
    return read
  })
}

const straight = prepared(undefined)
const noSettings: JsonObject = {}

/** The variables of the environment that name proxies; HTTP_PROXY is never used, and told of where that may be why. */
export const proxyVariables = [
  ...['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'],
  ...['all_proxy', 'ALL_PROXY'],
]

function makeRoutes(environment: ActionContext['processEnvironment']): Routes {
  return {
    environmentHasProxy: proxyVariables.some(name => (environment[name] ?? '') !== ''),
    read: new Map(),
    known: new WeakMap(),
  }
}
