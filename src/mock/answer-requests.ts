import type { JsonObject } from '../model/json.ts'
import { type Mock, type MockRoute, routeText } from '../model/mock.ts'
import type { MockContext } from '../run/run-context.ts'
import type { Scope } from '../template/scope.ts'
import { defined } from '../util/defined.ts'
import type { DescribedApi } from './described/described-api.ts'
import type { CallOutcome, Journal } from './journal.ts'
import { delayAnswer } from './delay.ts'
import { AnswerMaker, explanation, type WireAnswer } from './make-answer.ts'
import { credentialsIn, type ReceivedRequest } from './received-request.ts'
import { requestScope } from './request-scope.ts'
import { type FoundRoute, type Misses, type Parameters, Routes } from './routes.ts'

/** Answers a request when its time has come, or when the signal of `whenGone` says that nobody waits any more. */
export type Answering = (request: ReceivedRequest, whenGone: () => AbortSignal) => Promise<WireAnswer>

/** What is answered to a request, with what the journal notes of it. */
type Answered = Omit<CallOutcome, 'status'> & { readonly answer: WireAnswer }

/** A route with what makes its answers, and how often it was asked. */
interface LiveRoute extends MockRoute {
  readonly text: string
  readonly makers: readonly AnswerMaker[]
  calls: number
}

/** Answers requests by the routes of a mock, then by its description; every call is noted before it is answered. */
export function answerRequests(
  mock: Mock,
  journal: Journal,
  context: MockContext,
  described?: DescribedApi,
): Answering {
  const routes = new Routes(mock.routes.map(route => liveRoute(route, context)))
  return async (request, whenGone) => {
    const call = journal.begin(request)
    const scopeOf = (parameters: Parameters, calls: number): Scope =>
      requestScope(request, parameters, calls, context.scope())
    const found = await routes.find(request, (parameters, { calls }) => scopeOf(parameters, calls + 1))
    if (found.kind === 'none') {
      const { answer, ...noted } = answerOtherwise(request, found, context, described)
      journal.settle(call, { status: answer.status, ...noted })
      return answer
    }
    const { route } = found
    const turn = Math.min(route.calls++, route.answers.length - 1)
    const { calls } = route
    const { answer, ...noted } = await answerByRoute(found, turn, () => scopeOf(found.parameters, calls))
    journal.settle(call, { status: answer.status, ...noted })
    const delay = route.answers[turn]?.delay
    if (delay !== undefined) await delayAnswer(delay, whenGone())
    return answer
  }
}

function liveRoute(route: MockRoute, { directory }: MockContext): LiveRoute {
  const makers = route.answers.map(answer => new AnswerMaker(answer, directory))
  return { ...route, text: routeText(route), makers, calls: 0 }
}

/** `turn` is which of its answers a route is to give. */
async function answerByRoute(
  { route }: FoundRoute<LiveRoute>,
  turn: number,
  scope: () => Scope,
): Promise<Answered> {
  const made = await route.makers[turn]?.make(scope)
  if (made?.ok === true) return { route: route.text, answer: made.answer }
  const problem = `the answer of ${route.text} cannot be made: ${made?.reason ?? 'it has none'}`
  return { route: route.text, answer: explanation(500, { error: problem }), problem }
}

/** What is said to a request that no route fits: by the description, or that nothing answers it. */
function answerOtherwise(
  request: ReceivedRequest,
  missed: Misses,
  { hide, mask }: MockContext,
  described?: DescribedApi,
): Answered {
  const known = described?.answer(request)
  if (known?.kind === 'answered') {
    const { route, answer, problem } = known
    return defined({ route, answer, problem })
  }
  const { misses } = missed
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
  const { headers, ...answer } = explanation(405, said)
  return {
    answer: { ...answer, headers: [...headers, ['allow', [...allowed].join(', ')]] },
    problem,
    misses,
    isUnmatched: true,
  }
}
