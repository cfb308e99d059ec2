import { isUtf8 } from 'node:buffer'
import { namedCharset } from '../actions/body/charset.ts'
import { headerValue } from '../model/header-value.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { FaultName } from '../model/mock.ts'
import type { Span } from '../model/span.ts'
import { cutText } from '../util/cut-text.ts'
import { defined } from '../util/defined.ts'
import type { CallProblem } from '../run/run-context.ts'
import { plural } from '../util/quantity.ts'
import type { Learner } from './proxy/learner.ts'
import { bodyValue, type ReceivedRequest } from './received-request.ts'
import type { Miss } from './routes.ts'

/** A call that a mock received. */
export interface ReceivedCall {
  readonly request: ReceivedRequest
  /** Where it is counted. */
  readonly counts?: Counts
  /** The outcome of the call; absent until it is answered. */
  outcome?: CallOutcome
  /** The messages that came after it was answered, where they go to and fro. */
  stream?: ReceivedStream
}

/** The messages of a call, in their order; the first of very many. */
interface ReceivedStream {
  readonly messages: JsonValue[]
  /** Messages that no reply fits. */
  readonly unmatched: JsonValue[]
  size: number
  dropped: number
  /** How a WebSocket was closed. */
  closed?: JsonObject
}

export interface CallOutcome {
  /** The route that answered, as it is written; absent for a call that nothing answers. */
  readonly route?: string | undefined
  /** The status it was answered with; absent where the client had gone before, and where none was sent whole. */
  readonly status?: number | string | undefined
  /** True where it broke off before it was answered. */
  readonly isAborted?: boolean
  /** The fault of the answer, made on purpose. */
  readonly fault?: FaultName | undefined
  /** Why it could not be answered as the mock is described. */
  readonly problem?: string | undefined
  /** A remark on it that somebody should know, though it is no failure. */
  readonly note?: string | undefined
  /** Where the route is written that answered. */
  readonly span?: Span | undefined
  /** True where it is one that nothing answers. */
  readonly isUnmatched?: boolean
  /** The routes that nearly fit, where none does. */
  readonly misses?: readonly Miss[]
}

/** The most calls that are kept, the most messages of one, and the most bytes of their bodies; older calls make room. */
const mostCalls = 1000
const mostBytes = 16 * 1024 * 1024

/** How many calls that could not be answered are told one by one. */
const mostProblems = 10

/** Characters of a reason why a call could not be read. */
const longestReason = 300

/** Why calls could not be read, and how many. */
export interface Refusal extends JsonObject {
  readonly reason: string
  readonly count: number
}

/** The calls that a mock received, in the order in which they came; the last of very many. */
export class Journal {
  readonly #calls = new Set<ReceivedCall>()
  #bytes = 0
  #refused = 0
  readonly #refusals = new Map<string, number>()
  /** Takes the reasons why calls could not be read, each when it is none of the last ones. */
  tellRefusal: (reason: string) => void = () => undefined
  readonly #problems: Problems = { unmatched: new Map(), others: new Map() }
  #counts: Counts = new Map()
  readonly #learner: () => Learner | undefined

  /** `learner` is asked for what takes the secrets of a call when it is noted. */
  constructor(learner: () => Learner | undefined = () => undefined) {
    this.#learner = learner
  }

  /** How many calls came: of a route, or of all, those included that are not kept any more. */
  count(route?: string): number {
    return this.#counts.get(route) ?? 0
  }

  /** The calls that are kept. */
  get calls(): readonly ReceivedCall[] {
    return [...this.#calls]
  }

  /** Why calls could not be answered as the mock is described: the first of very many, and how many there are of each. */
  problems(isUnmatchedRight: boolean): readonly CallProblem[] {
    const { unmatched, others } = this.#problems
    const withoutRoute = isUnmatchedRight ? [] : told(unmatched)
    return [...withoutRoute.map(problem => ({ ...problem, isUnmatched: true })), ...told(others)]
  }

  /** Forgets all calls; what could not be answered is still to be told. */
  reset(): void {
    this.#calls.clear()
    this.#bytes = 0
    this.#counts = new Map()
    this.#refused = 0
    this.#refusals.clear()
  }

  /** Notes a call that has come. */
  begin(request: ReceivedRequest): ReceivedCall {
    const call: ReceivedCall = { request, counts: this.#counts }
    this.#calls.add(call)
    this.#bytes += request.bytes.length
    increment(this.#counts, undefined)
    this.#makeRoom(call)
    this.#learner()?.request(request)
    return call
  }

  /** Notes that messages will come in a call. */
  open(call: ReceivedCall): ReceivedStream {
    call.stream ??= { messages: [], unmatched: [], size: 0, dropped: 0 }
    return call.stream
  }

  /** Notes a message that came in a call. */
  note(call: ReceivedCall, message: JsonValue, size: number): void {
    this.#learner()?.message(message)
    const stream = this.open(call)
    if (stream.messages.length >= mostCalls || stream.size + size > mostBytes) {
      stream.dropped++
      return
    }
    stream.messages.push(message)
    stream.size += size
    if (!this.#calls.has(call)) return
    this.#bytes += size
    this.#makeRoom(call)
  }

  /** Notes that no reply fits a message; a problem where one has to. */
  miss(call: ReceivedCall, message: JsonValue, problem?: string, span?: Span): void {
    const { messages, unmatched } = this.open(call)
    // One that was not kept takes no memory here, either.
    const kept = messages.indexOf(message)
    if (kept !== -1) unmatched.push(messages[kept] ?? null)
    if (problem !== undefined) this.#complain(problem, 'others', span)
  }

  /** Notes what is wrong in a call that has been settled, with the place of its route. */
  complain(problem: string, span?: Span): void {
    this.#complain(problem, 'others', span)
  }

  /** Lets go of the oldest calls where there is too much; one that has just been heard of stays in any case. */
  #makeRoom(last: ReceivedCall): void {
    for (const oldest of this.#calls) {
      if (oldest === last || (this.#calls.size <= mostCalls && this.#bytes <= mostBytes)) return
      this.#calls.delete(oldest)
      this.#bytes -= oldest.request.bytes.length + (oldest.stream?.size ?? 0)
    }
  }

  /** Notes what became of a call. */
  settle(call: ReceivedCall, outcome: CallOutcome): void {
    call.outcome = outcome
    call.request.release()
    const { route, problem, isUnmatched = false, misses = [], span = misses[0]?.span } = outcome
    if (route !== undefined) increment(call.counts ?? this.#counts, route)
    if (problem !== undefined)
      this.#complain(
        [problem, ...misses.map(miss => `  ${miss.route}: ${miss.reason}`)].join('\n'),
        isUnmatched ? 'unmatched' : 'others',
        span,
      )
  }

  /** Notes the status that a message has ended a call with; it was settled before, when its stream began. */
  endWith(call: ReceivedCall, status: string): void {
    call.outcome = { ...call.outcome, status }
  }

  /** Notes that a call broke off before it was answered; one of gRPC has a status all the same. */
  breakOff(call: ReceivedCall, status?: string): void {
    call.outcome = { ...call.outcome, status, isAborted: true }
  }

  /** How many of all calls could not even be read. */
  get refused(): number {
    return this.#refused
  }

  /** The last reasons why calls could not even be read, and how often each was one. */
  get refusals(): readonly Refusal[] {
    return [...this.#refusals].map(([reason, count]) => ({ reason, count }))
  }

  /** Notes a call that could not even be read. */
  refuse(problem: string): void {
    increment(this.#counts, undefined)
    this.#refused++
    this.#complain(problem, 'others')
    const reason = cutText(problem, longestReason)
    const known = this.#refusals.get(reason)
    if (known === undefined) this.tellRefusal(reason)
    // The latest is the last.
    this.#refusals.delete(reason)
    this.#refusals.set(reason, (known ?? 0) + 1)
    const [oldest] = this.#refusals.keys()
    if (this.#refusals.size > mostProblems && oldest !== undefined) this.#refusals.delete(oldest)
  }

  #complain(problem: string, kind: keyof Problems, span?: Span): void {
    const known = this.#problems[kind]
    const key = known.has(problem) || known.size < mostProblems ? problem : more
    const { count, span: first } = known.get(key) ?? { count: 0, span: key === more ? undefined : span }
    known.set(key, { count: count + 1, span: first })
  }
}

/** How many calls came, by route; all of them without. */
type Counts = Map<string | undefined, number>

function increment(counts: Counts, route: string | undefined): void {
  counts.set(route, (counts.get(route) ?? 0) + 1)
}

/** How often each was found, and where the route is that it was first found of. */
type Problems = Readonly<Record<'unmatched' | 'others', Map<string, Found>>>

interface Found {
  readonly count: number
  readonly span: Span | undefined
}

/** Stands for all beyond the first. */
const more = '…'

function told(problems: Problems['others']): readonly CallProblem[] {
  return [...problems].map(([problem, { count, span }]) => {
    if (problem === more) return { message: `… and ${plural(count, 'more call')}` }
    const [first = '', ...rest] = problem.split('\n')
    return defined({
      message: [count === 1 ? first : `${first} (${count} times)`, ...rest].join('\n'),
      span,
    })
  })
}

/** A call as suites see it. What is no text is given as base64. */
export function callEntry({ request, outcome, stream }: ReceivedCall): JsonObject {
  const { at, method, url, path, query, headers, body, bytes, isForm } = request
  const names = new Set(headers.map(([name]) => name.toLowerCase()))
  const isText =
    isForm || isUtf8(bytes) || namedCharset(bytes, headerValue(headers, 'content-type')) !== undefined
  const entry = defined({
    at: new Date(at).toISOString(),
    method,
    url,
    path,
    query,
    headers: Object.fromEntries([...names].map(name => [name, headerValue(headers, name) ?? ''])),
    body: body.size === 0 || !isText ? null : bodyValue(request),
    ...streamEntry(stream),
    base64: isText ? undefined : bytes.toString('base64'),
    route: outcome?.route ?? null,
    status: outcome?.status ?? null,
    aborted: outcome?.isAborted,
    fault: outcome?.fault,
    problem: outcome?.problem,
    nearest: nearestOf(outcome?.misses ?? []),
    note: outcome?.note,
  })
  request.release()
  return entry
}

function nearestOf(misses: readonly Miss[]): readonly JsonObject[] | undefined {
  return misses.length === 0 ? undefined : misses.map(({ route, reason }) => ({ route, reason }))
}

function streamEntry(stream: ReceivedStream | undefined): JsonObject {
  if (stream === undefined) return {}
  const { messages, unmatched, dropped, closed } = stream
  return {
    messages: [...messages],
    ...(unmatched.length === 0 ? {} : { unmatched: [...unmatched] }),
    ...(dropped === 0 ? {} : { droppedMessages: dropped }),
    ...(closed === undefined ? {} : { closed }),
  }
}
