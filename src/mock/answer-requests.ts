import type { Conditional } from '../model/expectation.ts'
import type { JsonObject } from '../model/json.ts'
import { type Mock, type MockAnswer, type MockRoute, routeText } from '../model/mock.ts'
import type { MockContext } from '../run/run-context.ts'
import type { Scope } from '../template/scope.ts'
import { defined } from '../util/defined.ts'
import { pathParameters } from '../util/path-shape.ts'
import type { DescribedApi } from './described/described-api.ts'
import type { CallOutcome, Journal } from './journal.ts'
import { delayAnswer } from './delay.ts'
import { AnswerMaker } from './make-answer.ts'
import { credentialsIn, type ReceivedRequest } from './received-request.ts'
import { requestScope } from './request-scope.ts'
import { type Misses, nearestRoutes, type Parameters, Routes } from './routes.ts'
import { explanation, type WireAnswer } from './wire-answer.ts'

/** Answers a request when its time has come, or when the signal of `whenGone` says that nobody waits any more. */
export type Answering = (request: ReceivedRequest, whenGone: () => AbortSignal) => Promise<WireAnswer>

/** What is answered to a request, with what the journal notes of it. */
type Answered = Omit<CallOutcome, 'status'> & { readonly answer: WireAnswer }

/** A route with what makes its answers, and how often it was asked. */
class LiveRoute {
  readonly method: string
  readonly path: string
  readonly conditions: Conditional
  calls = 0
  readonly #answers: readonly MockAnswer[]
  readonly #directory: string
  #text: string | undefined
  #names: readonly string[] | undefined
  readonly #makers: AnswerMaker[] = []

  constructor(route: MockRoute, directory: string) {
    this.method = route.method
    this.path = route.path
    this.conditions = route
    this.#answers = route.answers
    this.#directory = directory
  }

  get text(): string {
    this.#text ??= routeText(this)
    return this.#text
  }

  get parameterNames(): readonly string[] {
    this.#names ??= pathParameters(this.path)
    return this.#names
  }

  /** What makes the next answer; the last one repeats. Made when it is first asked for: there may be very many routes. */
  next(): AnswerMaker {
    const turn = Math.min(this.calls++, this.#answers.length - 1)
    const answer = this.#answers[turn] ?? { status: 200, headers: {}, path: [] }
    return (this.#makers[turn] ??= new AnswerMaker(answer, this.#directory))
  }
}

/** Answers requests by the routes of a mock, then by its description; every call is noted before it is answered. */
export function answerRequests(
  mock: Mock,
  journal: Journal,
  context: MockContext,
  described?: DescribedApi,
): Answering {
  const routes = new Routes(mock.routes.map(route => new LiveRoute(route, context.directory)))
  return async (request, whenGone) => {
    const call = journal.begin(request)
    const scopeOf = (parameters: Parameters, calls: number): Scope =>
      requestScope(request, parameters, calls, context.scope())
    const found = await routes.find(request, (parameters, { calls }) => scopeOf(parameters, calls + 1))
    if (found.kind === 'none') {
      const { answer, ...noted } = answerOtherwise(request, found, mock, context, described)
      journal.settle(call, { status: answer.status, ...noted })
      return answer
    }
    const { route, parameters } = found
    const maker = route.next()
    const { calls } = route
    const { answer, problem } = await answerByRoute(maker, route.text, () => scopeOf(parameters, calls))
    journal.settle(call, { status: answer.status, route: route.text, problem })
    if (maker.delay !== undefined) await delayAnswer(maker.delay, whenGone())
    return answer
  }
}

async function answerByRoute(
  maker: AnswerMaker,
  route: string,
  scope: () => Scope,
): Promise<Pick<Answered, 'answer' | 'problem'>> {
  const made = await maker.make(scope)
  if (made.ok) return made
  const problem = `the answer of ${route} cannot be made: ${made.reason}`
  return { answer: explanation(500, { error: problem }), problem }
}

/** What is said to a request that no route fits: by the description, or that nothing answers it. */
function answerOtherwise(
  request: ReceivedRequest,
  missed: Misses,
  { routes }: Mock,
  { hide, mask }: MockContext,
  described?: DescribedApi,
): Answered {
  const known = described?.answer(request)
  if (known?.kind === 'answered') {
    const { route, answer, problem } = known
    return defined({ route, answer, problem })
  }
  const isPathKnown = missed.misses.length > 0 || (known?.allowed ?? []).length > 0
  const misses = isPathKnown
    ? missed.misses
    : nearestRoutes([...routes, ...(described?.operations ?? [])], request)
  for (const text of credentialsIn(request)) hide(text)
  const problem = `no route answers ${request.method} ${request.url}`
  const said: JsonObject = {
    error: problem,
    // Whoever calls is not told what the conditions keep secret.
    nearest: misses.map(({ route, reason }) => ({ route, reason: mask(reason) })),
  }
  const allowed = new Set([...missed.allowed, ...(known?.allowed ?? [])])
  if (allowed.has('GET')) allowed.add('HEAD')
  if (allowed.size === 0) return { answer: explanation(404, said), problem, misses, isUnmatched: true }
  const answer = explanation(405, said).with('allow', [...allowed].join(', '))
  return { answer, problem, misses, isUnmatched: true }
}
