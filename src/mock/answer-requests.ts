import type { JsonObject } from '../model/json.ts'
import { type Mock, proxyRoute, webSocketMethod } from '../model/mock.ts'
import type { MockContext } from '../run/run-context.ts'
import type { Scope } from '../template/scope.ts'
import { defined } from '../util/defined.ts'
import { andThen, type Maybe } from '../util/maybe.ts'
import type { DescribedApi } from './described/described-api.ts'
import type { CallOutcome, Journal, ReceivedCall } from './journal.ts'
import { delayAnswer } from './delay.ts'
import { sendsStatus } from './faults/sends-status.ts'
import type { ChosenRoute, LiveRoutes } from './live-routes.ts'
import type { AnswerMaker } from './make-answer.ts'
import type { MockProxy } from './proxy/proxy.ts'
import type { ProxyContext } from './proxy/recorder.ts'
import { credentialsIn, type ReceivedRequest } from './received-request.ts'
import { type Misses, nearestRoutes } from './routes.ts'
import { explanation, type WireAnswer } from './wire-answer.ts'

/**
 * Answers a request when its time has come, or when the signal of `whenGone` says that nobody waits any more; `sent` resolves when
 * the answer is out.
 */
export type Answering = (
  request: ReceivedRequest,
  whenGone: WhenGone,
  sent: () => Promise<void>,
) => Maybe<WireAnswer>

/** Gives a signal that is aborted when the client has gone. */
type WhenGone = () => AbortSignal

/** The response to a request, with the notes of the journal on it. */
type Answered = Omit<CallOutcome, 'status'> & { readonly answer: WireAnswer }

/** Answers requests by the routes of a mock, then by its description; every call is noted before it is answered. */
export function answerRequests(
  mock: Mock,
  journal: Journal,
  context: ProxyContext,
  routes: LiveRoutes,
  { described, proxy }: Behind = {},
): Answering {
  const answerUnmatched = (call: ReceivedCall, missed: Misses, whenGone: WhenGone): Maybe<WireAnswer> => {
    const { request } = call
    const answered =
      proxy === undefined
        ? answerOtherwise(request, missed, mock, context, described)
        : answerBehind(request, proxy, whenGone, described)
    return andThen(answered, ({ answer, ...noted }) => {
      journal.settle(call, { status: answer.status, ...noted })
      if (noted.route !== proxyRoute) context.recorder?.learner.answer(answer)
      return answer
    })
  }
  const answerMatched = (
    call: ReceivedCall,
    { route, maker, scope, around, written }: ChosenRoute,
    whenGone: WhenGone,
    sent: () => Promise<void>,
  ): Maybe<WireAnswer> =>
    andThen(answerByRoute(maker, route, scope, call.request), ({ answer, problem }) => {
      const { request } = call
      const { fault } = answer.manner
      const status = fault === undefined || sendsStatus(fault, request.isHttp2) ? answer.status : undefined
      journal.settle(call, { status, route, fault, problem, span: written.span })
      context.recorder?.learner.answer(answer)
      const { delay, then } = maker.written
      let isDue = delay === undefined
      if (then !== undefined && problem === undefined) {
        for (const text of credentialsIn(request)) context.hide(text)
        context.callBack?.({ mock, route: written, steps: then, around, sent: sent().then(() => isDue) })
      }
      if (delay === undefined) return answer
      return delayAnswer(delay, whenGone()).then(isAwaited => {
        isDue = isAwaited
        if (!isDue) journal.breakOff(call)
        return answer
      })
    })
  return (request, whenGone, sent) => {
    const call = journal.begin(request)
    return andThen(routes.find(request), found =>
      found.kind === 'none'
        ? answerUnmatched(call, found, whenGone)
        : answerMatched(call, found, whenGone, sent),
    )
  }
}

/** The parts that answer where no route does. */
interface Behind {
  readonly described?: DescribedApi | undefined
  readonly proxy?: MockProxy | undefined
}

/** The response to a request that no route fits, where all that the description does not know is handed on. */
async function answerBehind(
  request: ReceivedRequest,
  proxy: MockProxy,
  whenGone: WhenGone,
  described?: DescribedApi,
): Promise<Answered> {
  const known = described?.answer(request)
  if (known?.kind === 'answered') return known
  return { ...(await proxy.answer(request, whenGone())), route: proxyRoute }
}

/** The response of a route, or why it cannot be made. */
export function answerByRoute(
  maker: AnswerMaker,
  route: string,
  scope: () => Scope,
  request: ReceivedRequest,
): Maybe<Pick<Answered, 'answer' | 'problem'>> {
  return andThen(maker.make(scope), (made): Pick<Answered, 'answer' | 'problem'> => {
    if (made.ok) return made
    const problem = `the answer of ${route} cannot be made: ${made.reason}${bodyTrouble(made.reason, request)}`
    return { answer: explanation(500, { error: problem }), problem }
  })
}

/** Why a member of `body` is not there, where the body is not what templates take members of. */
function bodyTrouble(reason: string, { body }: ReceivedRequest): string {
  if (!/"body[.[]/.test(reason)) return ''
  const json = body.json()
  return `; "body" is the body of the request${json.ok ? '' : `, and ${json.reason}`}`
}

/** The response to a request that no route fits: by the description, or that nothing answers it. */
export function answerOtherwise(
  request: ReceivedRequest,
  missed: Misses,
  { routes }: Mock,
  { hide, mask }: MockContext,
  described?: DescribedApi,
): Answered {
  const known = described?.answer(request)
  if (known?.kind === 'answered') {
    const { route, answer, problem, note } = known
    return defined({ route, answer, problem, note })
  }
  const reason = `the method is ${request.method}`
  const ofPath = (known?.allowed ?? []).map(method => ({ route: `${method} ${request.path}`, reason }))
  const misses =
    missed.misses.length > 0 || ofPath.length > 0
      ? [...missed.misses, ...ofPath]
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
  const isWebSocket = allowed.delete(webSocketMethod)
  if (allowed.size === 0 && isWebSocket && request.method !== webSocketMethod)
    return {
      answer: explanation(426, said).with('upgrade', 'WebSocket'),
      problem,
      misses,
      isUnmatched: true,
    }
  if (allowed.size === 0) return { answer: explanation(404, said), problem, misses, isUnmatched: true }
  const answer = explanation(405, said).with('allow', [...allowed].join(', '))
  return { answer, problem, misses, isUnmatched: true }
}
