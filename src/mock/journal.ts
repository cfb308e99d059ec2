import { headerValue } from '../model/header-value.ts'
import type { JsonObject } from '../model/json.ts'
import { plural } from '../util/quantity.ts'
import { bodyValue, type ReceivedRequest } from './received-request.ts'
import type { Miss } from './routes.ts'

/** A call that a mock received. */
export interface ReceivedCall {
  readonly request: ReceivedRequest
  /** What became of it; absent until it is answered. */
  outcome?: CallOutcome
}

export interface CallOutcome {
  /** The route that answered, as it is written; absent for a call that nothing answers. */
  readonly route?: string
  /** The status it was answered with. */
  readonly status: number
  /** Why it could not be answered as the mock is described. */
  readonly problem?: string
  /** Whether it is one that nothing answers. */
  readonly isUnmatched?: boolean
  /** The routes that nearly fit, where none does. */
  readonly misses?: readonly Miss[]
}

/** The most calls that are kept, and the most bytes of their bodies; older ones make room. */
const mostCalls = 1000
const mostBytes = 16 * 1024 * 1024

/** How many calls that could not be answered are told one by one. */
const mostProblems = 10

/** The calls that a mock received, in the order in which they came; the last of very many. */
export class Journal {
  #calls: ReceivedCall[] = []
  #bytes = 0
  readonly #problems: Problems = { unmatched: new Map(), others: new Map() }
  readonly #counts = new Map<string | undefined, number>()

  /** How many calls came: of a route, or of all, those included that are not kept any more. */
  count(route?: string): number {
    return this.#counts.get(route) ?? 0
  }

  /** Those that are kept. */
  get calls(): readonly ReceivedCall[] {
    return this.#calls
  }

  /** Why calls could not be answered as the mock is described: the first of very many, and how many there are of each. */
  problems(isUnmatchedRight: boolean): readonly string[] {
    const { unmatched, others } = this.#problems
    return [...(isUnmatchedRight ? [] : told(unmatched)), ...told(others)]
  }

  /** Notes a call that has come. */
  begin(request: ReceivedRequest): ReceivedCall {
    const call: ReceivedCall = { request }
    this.#calls.push(call)
    this.#bytes += request.bytes.length
    this.#increment(undefined)
    let surplus = 0
    while (
      this.#calls.length - surplus > mostCalls ||
      (this.#bytes > mostBytes && surplus < this.#calls.length - 1)
    )
      this.#bytes -= this.#calls[surplus++]?.request.bytes.length ?? 0
    if (surplus > 0) this.#calls = this.#calls.slice(surplus)
    return call
  }

  /** Notes what became of a call. */
  settle(call: ReceivedCall, outcome: CallOutcome): void {
    call.outcome = outcome
    const { route, problem, isUnmatched = false, misses = [] } = outcome
    if (route !== undefined) this.#increment(route)
    if (problem !== undefined)
      this.#complain(
        [problem, ...misses.map(miss => `  ${miss.route}: ${miss.reason}`)].join('\n'),
        isUnmatched ? 'unmatched' : 'others',
      )
  }

  /** Notes a call that could not even be read. */
  refuse(problem: string): void {
    this.#increment(undefined)
    this.#complain(problem, 'others')
  }

  #increment(route: string | undefined): void {
    this.#counts.set(route, this.count(route) + 1)
  }

  #complain(problem: string, kind: keyof Problems): void {
    const known = this.#problems[kind]
    const key = known.has(problem) || known.size < mostProblems ? problem : more
    known.set(key, (known.get(key) ?? 0) + 1)
  }
}

/** How often each was found. */
type Problems = Readonly<Record<'unmatched' | 'others', Map<string, number>>>

/** What stands for all beyond the first. */
const more = '…'

function told(problems: ReadonlyMap<string, number>): readonly string[] {
  return [...problems].map(([problem, count]) => {
    if (problem === more) return `… and ${plural(count, 'more call')}`
    const [first = '', ...rest] = problem.split('\n')
    return [count === 1 ? first : `${first} (${count} times)`, ...rest].join('\n')
  })
}

/** A call as suites see it. */
export function callEntry({ request, outcome }: ReceivedCall): JsonObject {
  const { at, method, url, path, query, headers, body } = request
  const names = new Set(headers.map(([name]) => name.toLowerCase()))
  return {
    at: new Date(at).toISOString(),
    method,
    url,
    path,
    query,
    headers: Object.fromEntries([...names].map(name => [name, headerValue(headers, name) ?? ''])),
    body: body.size === 0 ? null : bodyValue(request),
    route: outcome?.route ?? null,
    status: outcome?.status ?? null,
  }
}
