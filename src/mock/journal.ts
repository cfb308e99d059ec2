import { headerValue } from '../model/header-value.ts'
import type { JsonObject } from '../model/json.ts'
import { defined } from '../util/defined.ts'
import type { Miss } from './routes.ts'
import type { ReceivedRequest } from './received-request.ts'
import { bodyValue } from './request-scope.ts'

/** A call that a mock received. */
export interface ReceivedCall {
  readonly request: ReceivedRequest
  /** The route that answered, as it is written; absent for a call that nothing answers. */
  readonly route?: string
  /** The status it was answered with. */
  readonly status: number
  /** Why it could not be answered as the mock is described. */
  readonly problem?: string
  /** The routes that nearly fit, where none does. */
  readonly misses?: readonly Miss[]
}

/** The most calls that are kept, and the most bytes of their bodies; older ones make room. */
const mostCalls = 1000
const mostBytes = 16 * 1024 * 1024

/** How many calls that could not be answered are told one by one. */
const mostProblems = 10

/** The calls that a mock received, the last of very many. */
export class Journal {
  #calls: ReceivedCall[] = []
  #bytes = 0
  #problems: string[] = []
  readonly #counts = new Map<string | undefined, number>()

  /** How many calls came: of a route, or of all, those included that are not kept any more. */
  count(route?: string): number {
    return this.#counts.get(route) ?? 0
  }

  /** Those that are kept, in the order in which they came. */
  get calls(): readonly ReceivedCall[] {
    return this.#calls
  }

  /** Why calls could not be answered as the mock is described; the first of very many. */
  get problems(): readonly string[] {
    return this.#problems
  }

  add(call: ReceivedCall): void {
    this.#calls.push(call)
    this.#bytes += call.request.body.size
    if (call.problem !== undefined && this.#problems.length < mostProblems)
      this.#problems.push(problemText(call))
    for (const name of new Set([undefined, call.route])) this.#counts.set(name, this.count(name) + 1)
    let surplus = 0
    while (
      this.#calls.length - surplus > mostCalls ||
      (this.#bytes > mostBytes && surplus < this.#calls.length - 1)
    )
      this.#bytes -= this.#calls[surplus++]?.request.body.size ?? 0
    if (surplus > 0) this.#calls = this.#calls.slice(surplus)
  }
}

function problemText({ problem = '', misses = [] }: ReceivedCall): string {
  return [problem, ...misses.map(({ route, reason }) => `  ${route}: ${reason}`)].join('\n')
}

/** A call as suites see it. */
export function callEntry({ request, route, status }: ReceivedCall): JsonObject {
  const { at, method, url, path, query, headers, body } = request
  const names = new Set(headers.map(([name]) => name.toLowerCase()))
  return defined({
    at: new Date(at).toISOString(),
    method,
    url,
    path,
    query,
    headers: Object.fromEntries([...names].map(name => [name, headerValue(headers, name) ?? ''])),
    body: body.size === 0 ? null : bodyValue(request),
    route: route ?? null,
    status,
  })
}
