import type { Judged } from '../extracts/select-target.ts'
import type { MockRoute } from '../model/mock.ts'
import { appliesTo } from '../run/conditions.ts'
import type { Scope } from '../template/scope.ts'
import type { ReceivedRequest } from './received-request.ts'
import { type FoundPath, RouteTrie } from './route-trie.ts'

/** A route that fits a request. */
export interface FoundRoute<Route> {
  readonly kind: 'route'
  readonly route: Route
  readonly parameters: FoundPath<unknown>['parameters']
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

type Known = Pick<MockRoute, 'method' | 'path' | 'when' | 'unless'>

/** The routes of a mock, by path and method. */
export class Routes<Route extends Known> {
  readonly #trie = new RouteTrie<PathRoutes<Route>>()
  readonly #byPath = new Map<string, PathRoutes<Route>>()

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      let known = this.#byPath.get(route.path)
      if (known === undefined) {
        known = new Map()
        this.#byPath.set(route.path, known)
        this.#trie.add(route.path, known)
      }
      const { method } = route
      known.set(method, [...(known.get(method) ?? []), route])
    }
  }

  /**
   * The route for a request: of the paths that fit, the most concrete first; there those with conditions before those
   * without, in the order of the file. HEAD is answered as GET is, where it has no route of its own.
   */
  async find(
    request: ReceivedRequest,
    scopeOf: (parameters: FoundPath<unknown>['parameters']) => Scope,
  ): Promise<FoundRoute<Route> | Misses> {
    const misses: Miss[] = []
    const allowed = new Set<string>()
    const paths = this.#trie.find(request.path)
    for (const { value: routes, parameters } of paths) {
      const candidates = forMethod(routes, request.method)
      if (candidates.length === 0) for (const method of routes.keys()) allowed.add(method)
      for (const route of candidates) {
        const reason = await unfit(route, request, parameters, scopeOf)
        if (reason === undefined) return { kind: 'route', route, parameters }
        misses.push({ route: routeText(route), reason })
      }
    }
    return {
      kind: 'none',
      misses: [...misses, ...this.#nearBy(request, paths)].slice(0, mostMisses),
      allowed: misses.length > 0 ? [] : [...allowed],
    }
  }

  /** Routes of the same path with another method, then those whose path differs least. */
  #nearBy(
    { method, path }: ReceivedRequest,
    paths: readonly FoundPath<PathRoutes<Route>>[],
  ): readonly Miss[] {
    const others = paths
      .flatMap(({ value }) => [...value.values()].flat())
      .filter(route => route.method !== method)
    const byMethod = others.map(route => ({ route: routeText(route), reason: `the method is ${method}` }))
    if (byMethod.length > 0 || paths.length > 0) return byMethod
    return nearestPaths([...this.#byPath.keys()], path).flatMap(near =>
      [...(this.#byPath.get(near)?.values() ?? [])].flat().map(route => ({
        route: routeText(route),
        reason: `the path is ${path}`,
      })),
    )
  }
}

type PathRoutes<Route> = Map<string, readonly Route[]>

/** How many routes are named that nearly fit. */
const mostMisses = 3

/** A route as it is written: `POST /charges/{id}`. */
export function routeText({ method, path }: Pick<MockRoute, 'method' | 'path'>): string {
  return `${method} ${path}`
}

function forMethod<Route extends Known>(routes: PathRoutes<Route>, method: string): readonly Route[] {
  const own = [...(routes.get(method) ?? []), ...(routes.get('ANY') ?? [])]
  const usual = method === 'HEAD' && own.length === 0 ? (routes.get('GET') ?? []) : own
  return usual.length < 2
    ? usual
    : [...usual.filter(isConditional), ...usual.filter(route => !isConditional(route))]
}

function isConditional({ when = [], unless = [] }: Known): boolean {
  return when.length + unless.length > 0
}

async function unfit(
  route: Known,
  request: ReceivedRequest,
  parameters: FoundPath<unknown>['parameters'],
  scopeOf: (parameters: FoundPath<unknown>['parameters']) => Scope,
): Promise<string | undefined> {
  if (!isConditional(route)) return undefined
  const verdict = await appliesTo(route, judged(request, parameters), scopeOf(parameters))
  if (verdict.applies) return undefined
  return 'reason' in verdict ? verdict.reason : verdict.problems.map(({ message }) => message).join('; ')
}

/** A request as conditions look at it. */
function judged(request: ReceivedRequest, path: FoundPath<unknown>['parameters']): Judged {
  const { headers, body, query } = request
  return {
    response: { headers, body },
    timings: { startedAt: request.at, duration: 0 },
    parameters: { path, query },
  }
}

/** The three paths that have most segments in common with one that nothing knows. */
function nearestPaths(paths: readonly string[], path: string): readonly string[] {
  const asked = path.split('/')
  const common = (known: string): number => {
    const segments = known.split('/')
    const same = segments.filter(
      (segment, index) => segment === asked[index] || segment.startsWith('{'),
    ).length
    return same * 2 - Math.abs(segments.length - asked.length)
  }
  return paths
    .map(known => ({ known, common: common(known) }))
    .toSorted((one, other) => other.common - one.common)
    .slice(0, mostMisses)
    .map(({ known }) => known)
}
