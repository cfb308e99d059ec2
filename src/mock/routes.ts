import type { Judged } from '../extracts/prepare-target.ts'
import type { Conditional } from '../model/expectation.ts'
import { type MockRoute, routesByPath, routeText, webSocketMethod } from '../model/mock.ts'
import { appliesTo, reasonAgainst } from '../validations/conditions.ts'
import { whenLoaded } from '../util/lazy-part.ts'
import { andThen, firstFound, type Maybe } from '../util/maybe.ts'
import type { Span } from '../model/span.ts'
import type { Scope } from '../template/scope.ts'
import type { ReceivedRequest } from './received-request.ts'
import { nearMiss } from '../util/did-you-mean.ts'
import type { FoundPath, RouteTrie } from '../util/route-trie.ts'

/** A route that fits a request. */
export interface FoundRoute<Route> {
  readonly kind: 'route'
  readonly route: Route
  readonly parameters: Parameters
}

/** Why no route fits a request. */
export interface Misses {
  readonly kind: 'none'
  /** The routes of its path; none where there is no route of that path. */
  readonly misses: readonly Miss[]
  /** The methods of its path, where that is known. */
  readonly allowed: readonly string[]
}

/** A route that nearly fits. */
export interface Miss {
  readonly route: string
  /** The difference: `the method is GET`, `body-json-path $.amount greater-than 100, got 12`. */
  readonly reason: string
  /** Where it is written. */
  readonly span?: Span | undefined
}

/** The parameters of a path, by name. */
export type Parameters = Readonly<Record<string, string>>

/** A route with the names of the parameters of its path. */
interface Known extends Pick<MockRoute, 'method' | 'path'> {
  readonly conditions: Conditional & { readonly span?: Span }
  readonly parameterNames: readonly string[]
}

/** The routes of a mock, by the shape of their paths and by method. */
export class Routes<Route extends Known> {
  readonly #trie: RouteTrie<MockRoute>
  readonly #prepare: (route: MockRoute) => Route
  readonly #prepared = new Map<readonly MockRoute[], readonly Route[]>()

  /** `prepare` is asked once for each route, when somebody first calls its path. */
  constructor(routes: readonly MockRoute[], prepare: (route: MockRoute) => Route) {
    this.#trie = routesByPath(routes)
    this.#prepare = prepare
  }

  /** Routes that were ever called, or others of the same path. */
  get prepared(): readonly Route[] {
    return [...this.#prepared.values()].flat()
  }

  /** The routes whose paths fit, whatever their methods. */
  ofPath(path: string): readonly Route[] {
    return this.#trie.find(path).flatMap(({ values }) => this.#preparedOf(values))
  }

  #preparedOf(written: readonly MockRoute[]): readonly Route[] {
    const known = this.#prepared.get(written)
    if (known !== undefined) return known
    const prepared = written.map(this.#prepare)
    this.#prepared.set(written, prepared)
    return prepared
  }

  /**
   * The route for a request: of the paths that fit, the most concrete first; there those of its method before those of any, each
   * with conditions before without, in the order of the file. HEAD is answered as GET is, where it has no route of its own.
   */
  find(
    request: ReceivedRequest,
    scopeOf: (parameters: Parameters, route: Route) => Scope,
  ): Maybe<FoundRoute<Route> | Misses> {
    const misses: Miss[] = []
    const paths = this.#trie.find(request.path)
    const candidates = this.#candidates(paths, request.method)
    const fitting = firstFound(candidates, (candidate): Maybe<FoundRoute<Route> | undefined> => {
      const { route, parameters } = candidate
      if (!isConditional(route)) return candidate
      return andThen(unfit(route, request, parameters, scopeOf(parameters, route)), reason => {
        if (reason === undefined) return candidate
        misses.push({ route: routeText(route), reason, span: route.conditions.span })
        return undefined
      })
    })
    return andThen(fitting, found => found ?? this.#missed(paths, request, misses))
  }

  /** The routes of the paths for a method, with the values of their parameters. */
  *#candidates(
    paths: readonly FoundPath<MockRoute>[],
    method: string,
  ): Generator<FoundRoute<Route>, void, void> {
    for (const { values: written, parameters: values } of paths)
      for (const route of forMethod(this.#preparedOf(written), method))
        yield { kind: 'route', route, parameters: named(route, values) }
  }

  #missed(paths: readonly FoundPath<MockRoute>[], request: ReceivedRequest, misses: readonly Miss[]): Misses {
    const others = paths
      .flatMap(({ values }) => this.#preparedOf(values))
      .filter(route => !isFor(route, request.method))
    const byMethod = others.map(route => ({
      route: routeText(route),
      reason: `the method is ${request.method}`,
      span: route.conditions.span,
    }))
    return {
      kind: 'none',
      misses: distinct([...misses, ...byMethod]).slice(0, mostMisses),
      allowed: misses.length > 0 ? [] : others.map(({ method }) => method),
    }
  }
}

/** Without those that say what one before them says: routes of one path have conditions, too. */
function distinct(misses: readonly Miss[]): readonly Miss[] {
  return [
    ...new Map(misses.toReversed().map(miss => [`${miss.route} ${miss.reason}`, miss])).values(),
  ].toReversed()
}

/** How many routes are named that nearly fit. */
const mostMisses = 3

function named({ parameterNames }: Known, values: readonly string[]): Parameters {
  if (parameterNames.length === 0) return noParameters
  return Object.fromEntries(parameterNames.map((name, index) => [name, values[index] ?? '']))
}

const noParameters: Parameters = {}

function isFor(route: Known, method: string): boolean {
  if (route.method === method || (method === 'HEAD' && route.method === 'GET')) return true
  return route.method === 'ANY' && method !== webSocketMethod
}

function forMethod<Route extends Known>(routes: readonly Route[], method: string): readonly Route[] {
  if (routes.length === 1) return routes.filter(route => isFor(route, method))
  const methods = method === 'HEAD' ? ['HEAD', 'GET', 'ANY'] : [method, 'ANY']
  if (method === webSocketMethod) methods.pop()
  return methods.flatMap(one => {
    const own = routes.filter(route => route.method === one)
    return [...own.filter(isConditional), ...own.filter(route => !isConditional(route))]
  })
}

function isConditional({ conditions: { when = [], unless = [] } }: Known): boolean {
  return when.length + unless.length > 0
}

function unfit(
  route: Known,
  request: ReceivedRequest,
  parameters: Parameters,
  scope: Scope,
): Maybe<string | undefined> {
  const verdict = whenLoaded(() => appliesTo(route.conditions, judged(request, parameters), scope))
  return andThen(verdict, reasonAgainst)
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

/** The routes whose paths are most like that of a request that none of them fits. */
export function nearestRoutes(
  routes: readonly (Pick<MockRoute, 'method' | 'path'> & Partial<Pick<MockRoute, 'span'>>)[],
  { method, path }: Pick<ReceivedRequest, 'method' | 'path'>,
): readonly Miss[] {
  const asked = path.split('/')
  const byText = new Map(routes.toReversed().map(route => [routeText(route), route]))
  return [...byText.values()]
    .toReversed()
    .map(route => ({
      route,
      distance: pathDistance(route.path.split('/'), asked) + (route.method === method ? 0 : 0.1),
    }))
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, mostMisses)
    .map(({ route, distance }) => ({
      route: routeText(route),
      reason: `the path is ${path}`,
      // One that is far away is not meant.
      span: distance < 1 ? route.span : undefined,
    }))
}

/** How much of a path is different: a segment that has a typing error is nearer than another word. */
function pathDistance(segments: readonly string[], asked: readonly string[]): number {
  const length = Math.max(segments.length, asked.length)
  return Array.from({ length }, (_, index) => segmentDistance(segments[index], asked[index])).reduce(
    (total, one) => total + one,
    0,
  )
}

function segmentDistance(segment: string | undefined, asked: string | undefined): number {
  if (segment === undefined || asked === undefined) return 1
  if (segment === asked) return 0
  if (segment.includes('{')) return 0.25
  return nearMiss(asked, [segment]) === undefined ? 1 : 0.5
}
