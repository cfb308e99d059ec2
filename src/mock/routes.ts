import type { Judged } from '../extracts/select-target.ts'
import { type MockRoute, routeText } from '../model/mock.ts'
import { appliesTo } from '../run/conditions.ts'
import type { Scope } from '../template/scope.ts'
import type { ReceivedRequest } from './received-request.ts'
import { pathParameters, pathShape } from '../util/path-shape.ts'
import { RouteTrie } from './route-trie.ts'

/** A route that fits a request. */
export interface FoundRoute<Route> {
  readonly kind: 'route'
  readonly route: Route
  readonly parameters: Parameters
}

/** Why no route fits a request. */
export interface Misses {
  readonly kind: 'none'
  readonly misses: readonly Miss[]
  /** The methods of its path, where that is known. */
  readonly allowed: readonly string[]
}

/** A route that nearly fits. */
export interface Miss {
  readonly route: string
  /** What is different: `the method is GET`, `body-json-path $.amount greater-than 100, got 12`. */
  readonly reason: string
}

/** The parameters of a path, by name. */
export type Parameters = Readonly<Record<string, string>>

type Known = Pick<MockRoute, 'method' | 'path' | 'when' | 'unless'>

/** The routes of a mock, by the shape of their paths and by method. */
export class Routes<Route extends Known> {
  readonly #trie = new RouteTrie<PathRoutes<Route>>()
  readonly #byShape = new Map<string, PathRoutes<Route>>()

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const shape = pathShape(route.path)
      const known = this.#byShape.get(shape)
      if (known !== undefined) {
        known.push(route)
        continue
      }
      const added = [route]
      this.#byShape.set(shape, added)
      this.#trie.add(route.path, added)
    }
  }

  /**
   * The route for a request: of the paths that fit, the most concrete first; there those of its method before those of any, each
   * with conditions before without, in the order of the file. HEAD is answered as GET is, where it has no route of its own.
   */
  async find(
    request: ReceivedRequest,
    scopeOf: (parameters: Parameters, route: Route) => Scope,
  ): Promise<FoundRoute<Route> | Misses> {
    const misses: Miss[] = []
    const paths = this.#trie.find(request.path)
    for (const { value: routes, parameters: values } of paths) {
      for (const route of forMethod(routes, request.method)) {
        const parameters = named(route, values)
        const reason = await unfit(route, request, parameters, scopeOf)
        if (reason === undefined) return { kind: 'route', route, parameters }
        misses.push({ route: routeText(route), reason })
      }
    }
    const others = paths.flatMap(({ value }) => value).filter(route => !isFor(route, request.method))
    return {
      kind: 'none',
      misses: [...misses, ...this.#nearBy(request, paths.length > 0, others)].slice(0, mostMisses),
      allowed: misses.length > 0 ? [] : others.map(({ method }) => method),
    }
  }

  /** Routes of the same path with another method, or those whose path differs least. */
  #nearBy({ method, path }: ReceivedRequest, isKnown: boolean, others: readonly Route[]): readonly Miss[] {
    if (isKnown) return others.map(route => ({ route: routeText(route), reason: `the method is ${method}` }))
    return nearest([...this.#byShape.values()], path)
      .flat()
      .map(route => ({ route: routeText(route), reason: `the path is ${path}` }))
  }
}

/** Routes of one shape, in the order of the file. */
type PathRoutes<Route> = Route[]

/** How many routes are named that nearly fit. */
const mostMisses = 3

function named({ path }: Known, values: readonly string[]): Parameters {
  if (values.length === 0) return {}
  return Object.fromEntries(pathParameters(path).map((name, index) => [name, values[index] ?? '']))
}

function isFor(route: Known, method: string): boolean {
  return route.method === method || route.method === 'ANY' || (method === 'HEAD' && route.method === 'GET')
}

function forMethod<Route extends Known>(routes: PathRoutes<Route>, method: string): readonly Route[] {
  if (routes.length === 1) return routes.filter(route => isFor(route, method))
  const methods = method === 'HEAD' ? ['HEAD', 'GET', 'ANY'] : [method, 'ANY']
  return methods.flatMap(one => {
    const own = routes.filter(route => route.method === one)
    return [...own.filter(isConditional), ...own.filter(route => !isConditional(route))]
  })
}

function isConditional({ when = [], unless = [] }: Known): boolean {
  return when.length + unless.length > 0
}

async function unfit<Route extends Known>(
  route: Route,
  request: ReceivedRequest,
  parameters: Parameters,
  scopeOf: (parameters: Parameters, route: Route) => Scope,
): Promise<string | undefined> {
  if (!isConditional(route)) return undefined
  const verdict = await appliesTo(route, judged(request, parameters), scopeOf(parameters, route))
  if (verdict.applies) return undefined
  return 'reason' in verdict ? verdict.reason : verdict.problems.map(({ message }) => message).join('; ')
}

/** A request as conditions look at it. */
function judged(request: ReceivedRequest, path: Parameters): Judged {
  const { headers, body, query, isForm } = request
  return {
    response: { headers, body },
    isTextual: isForm,
    timings: { startedAt: request.at, duration: 0 },
    parameters: { path, query },
  }
}

/** The routes of the three paths that have most segments in common with one that nothing knows. */
function nearest<Route extends Known>(
  groups: readonly PathRoutes<Route>[],
  path: string,
): readonly PathRoutes<Route>[] {
  const asked = path.split('/')
  const common = ([route]: PathRoutes<Route>): number => {
    const segments = route?.path.split('/') ?? []
    const same = segments.filter(
      (segment, index) => segment === asked[index] || segment.startsWith('{'),
    ).length
    return same * 2 - Math.abs(segments.length - asked.length)
  }
  return groups
    .map(routes => ({ routes, common: common(routes) }))
    .toSorted((one, other) => other.common - one.common)
    .slice(0, mostMisses)
    .map(({ routes }) => routes)
}
