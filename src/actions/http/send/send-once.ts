import type { HeaderList, RedirectRecord } from '../../../model/exchange.ts'
import { mayTell, sessionCookies, urlPasswords } from '../../../secrets/index.ts'
import type { Mutable } from '../../../util/defined.ts'
import type { ActionContext } from '../../action.ts'
import { prepared, type Prepared } from '../../failure.ts'
import { withoutIdentity } from '../../transport/client-identity.ts'
import { routeOf } from '../../transport/route-of.ts'
import type { Route } from '../../transport/route.ts'
import { engineOf } from '../engine/engine.ts'
import type { WireAnswer, WireRequest } from '../engine/wire.ts'
import type { PreparedRequest } from '../prepared-request.ts'
import { cookiesOf } from './cookies.ts'

/** A request as it went out at last, and what came of it. */
export interface Sent {
  readonly request: PreparedRequest
  readonly answer: WireAnswer
  /** The redirects that were followed on the way, in their order. */
  readonly redirects?: readonly RedirectRecord[]
}

/** The outcome of sending: an answer or a fault of the wire, or why nothing could be sent. */
export type Sending = Promise<Prepared<Sent>>

/** Sends one message, with the cookies that belong to it, and keeps those that come back. */
export function sendOnce(request: PreparedRequest, context: ActionContext): Sending {
  const route = routeOf(request.sendsCredentials ? context : withoutClient(context))
  return route instanceof Promise
    ? route.then(read => sendBy(read, request, context))
    : sendBy(route, request, context)
}

function sendBy(route: Prepared<Route | undefined>, given: PreparedRequest, context: ActionContext): Sending {
  const wanted = context.settings.transport?.['cookies']
  const cookies = wanted === false ? undefined : cookiesOf(context.session)
  const outgoing = cookies === undefined || cookies.isEmpty ? given : cookies.addTo(given, wanted === 'added')
  if (!route.ok)
    return Promise.resolve({ ok: false, failure: { ...route.failure, request: outgoing.record } })
  const request = route.value === undefined ? outgoing : overRoute(outgoing, route.value)
  return new Promise((resolve, reject) => {
    const taken = (answer: WireAnswer): Prepared<Sent> | Sending => {
      const { headers } = request.record
      if (mayTell(headers)) hideInHeaders(headers, context)
      const sent = { ok: true, value: { request, answer } } as const
      const received = answer.ok ? answer.response.headers : none
      const setsCookies = mayTell(received) && hideInHeaders(received, context)
      if (!setsCookies || cookies === undefined) return sent
      return cookies.keep(request.wire.origin + request.wire.path, received).then(() => sent)
    }
    const done = (answer: WireAnswer): void => {
      try {
        resolve(taken(answer))
      } catch (error) {
        // Called by a socket, where nobody would catch it.
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    }
    transmit(request, context, done, reject)
  })
}

const none: HeaderList = []

/**
 * Hides who is asking, where cookies say it, and the passwords of URLs that an answer redirects to. Answers whether any
 * cookie is set.
 */
function hideInHeaders(headers: HeaderList, context: ActionContext): boolean {
  let setsCookies = false
  for (const [name, value] of headers) {
    const lower = name.toLowerCase()
    if (lower !== 'location' && lower !== 'cookie' && lower !== 'set-cookie') continue
    const secrets = lower === 'location' ? urlPasswords(value) : sessionCookies(lower, value)
    secrets.forEach(context.hide)
    setsCookies ||= lower === 'set-cookie'
  }
  return setsCookies
}

/** A message as it was sent, with the route it took, and what came of it. */
interface SentOverRoute {
  readonly wire: WireRequest
  readonly answer: WireAnswer
}

/**
 * Sends one message over the route that the settings say: with their certificates, through their proxy, to their other
 * addresses. Fails when there is no such route, for instance because a file of it is missing.
 */
export async function sendOverRoute(
  request: PreparedRequest,
  context: ActionContext,
): Promise<Prepared<SentOverRoute>> {
  const route = await routeOf(request.sendsCredentials ? context : withoutClient(context))
  if (!route.ok) return route
  const outgoing = route.value === undefined ? request : overRoute(request, route.value)
  const answer = await new Promise<WireAnswer>((resolve, reject) => {
    transmit(outgoing, context, resolve, reject)
  })
  return prepared({ wire: outgoing.wire, answer })
}

/** Member by member: V8 makes a new shape for each copy that gets a member more, and whoever reads it has to learn it. */
function overRoute(request: PreparedRequest, route: Route): PreparedRequest {
  const { origin, path, method, headers, body, timeout, signal, wantsBody, taker } = request.wire
  const wire: Mutable<WireRequest> = { origin, path, method, headers, timeout, signal, wantsBody, route }
  if (body !== undefined) wire.body = body
  if (taker !== undefined) wire.taker = taker
  return { ...request, wire }
}

/** Sends one message; `done` is called once, unless sending it throws. */
function transmit(
  { wire, send }: PreparedRequest,
  { resources }: ActionContext,
  done: (answer: WireAnswer) => void,
  thrown: (error: unknown) => void,
): void {
  const { route } = wire
  if (send !== undefined) send(wire).then(done, thrown)
  else if (route?.proxies.plain === undefined) engineOf(resources).start(wire, done)
  else
    // Only requests without TLS are handed to a proxy as they are, which may answer them itself.
    engineOf(resources)
      .send(wire)
      .then(answer => byProxy(answer, wire, route))
      .then(done, thrown)
}

async function byProxy(answer: WireAnswer, wire: WireRequest, route: Route): Promise<WireAnswer> {
  const { refusedByProxy } = await import('./refused-by-proxy.ts')
  return refusedByProxy(answer, wire, route)
}

/** The context for an origin that a redirect has led to: it is not shown the certificate of the client. */
function withoutClient(context: ActionContext): ActionContext {
  const { settings } = context
  if (settings.transport === undefined) return context
  return { ...context, settings: { ...settings, transport: withoutIdentity(settings.transport) } }
}
