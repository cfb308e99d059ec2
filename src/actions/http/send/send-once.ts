import type { HeaderList, RedirectRecord } from '../../../model/exchange.ts'
import { sessionCookies, urlPasswords } from '../../../secrets/index.ts'
import type { Maybe } from '../../../util/maybe.ts'
import type { ActionContext } from '../../action.ts'
import { prepared, type Prepared } from '../../failure.ts'
import { withoutIdentity } from '../../transport/client-identity.ts'
import { routeOf } from '../../transport/route-of.ts'
import type { Route } from '../../transport/route.ts'
import { engineOf } from '../engine/engine.ts'
import type { WireAnswer, WireRequest } from '../engine/wire.ts'
import type { PreparedRequest } from '../prepared-request.ts'
import { type Cookies, cookiesOf } from './cookies.ts'

/** A request as it went out at last, and what came of it. */
export interface Sent {
  readonly request: PreparedRequest
  readonly answer: WireAnswer
  /** Those that were followed on the way, in their order. */
  readonly redirects?: readonly RedirectRecord[]
}

/** What sending comes to: an answer or a fault of the wire, or why nothing could be sent. */
export type Sending = Promise<Prepared<Sent>>

/** Sends one message, with the cookies that belong to it, and keeps those that come back. */
export function sendOnce(request: PreparedRequest, context: ActionContext): Sending {
  const cookies = context.settings.transport?.['cookies'] === false ? undefined : cookiesOf(context.session)
  const outgoing = cookies?.addTo(request) ?? request
  const route = routeFor(outgoing, context)
  if (route instanceof Promise) return route.then(read => sendBy(read, outgoing, cookies, context))
  return sendBy(route, outgoing, cookies, context)
}

function sendBy(
  route: Prepared<Route | undefined>,
  outgoing: PreparedRequest,
  cookies: Cookies | undefined,
  context: ActionContext,
): Sending {
  if (!route.ok)
    return Promise.resolve({ ok: false, failure: { ...route.failure, request: outgoing.record } })
  const wire = overRoute(outgoing.wire, route.value)
  const request = wire === outgoing.wire ? outgoing : { ...outgoing, wire }
  return transmit(wire, outgoing.send, context).then(answer => {
    const sent = prepared({ request, answer })
    hideInHeaders(outgoing.record.headers, context)
    if (!answer.ok || !hideInHeaders(answer.response.headers, context) || cookies === undefined) return sent
    return cookies.keep(wire.origin + wire.path, answer.response.headers).then(() => sent)
  })
}

/**
 * Hides who is asking, where cookies say it, and the passwords of URLs that an answer redirects to. Answers whether any
 * cookie is set.
 */
function hideInHeaders(headers: HeaderList, context: ActionContext): boolean {
  let setsCookies = false
  for (const line of headers) {
    const name = line[0]
    // Every request comes by here: the three names are told from most others by their length.
    if (name.length !== 6 && name.length !== 8 && name.length !== 10) continue
    const lower = name.toLowerCase()
    if (lower === 'location') urlPasswords(line[1]).forEach(context.hide)
    else if (lower === 'cookie' || lower === 'set-cookie')
      sessionCookies(lower, line[1]).forEach(context.hide)
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
  const route = await routeFor(request, context)
  if (!route.ok) return route
  const wire = overRoute(request.wire, route.value)
  return prepared({ wire, answer: await transmit(wire, request.send, context) })
}

function routeFor(
  { sendsCredentials }: PreparedRequest,
  context: ActionContext,
): Maybe<Prepared<Route | undefined>> {
  return routeOf(sendsCredentials ? context : anonymous(context))
}

function overRoute(wire: WireRequest, route: Route | undefined): WireRequest {
  return route === undefined ? wire : { ...wire, route }
}

function transmit(
  wire: WireRequest,
  send: PreparedRequest['send'],
  { resources }: ActionContext,
): Promise<WireAnswer> {
  if (send !== undefined) return send(wire)
  const { route } = wire
  const answering = engineOf(resources).send(wire)
  // Only requests without TLS are handed to a proxy as they are, which may answer them itself.
  if (route?.proxies.plain === undefined) return answering
  return answering.then(answer => byProxy(answer, wire, route))
}

async function byProxy(answer: WireAnswer, wire: WireRequest, route: Route): Promise<WireAnswer> {
  const { refusedByProxy } = await import('./refused-by-proxy.ts')
  return refusedByProxy(answer, wire, route)
}

/** The context for an origin that a redirect has led to: it is not shown the certificate of the client. */
function anonymous(context: ActionContext): ActionContext {
  const { settings } = context
  if (settings.transport === undefined) return context
  return { ...context, settings: { ...settings, transport: withoutIdentity(settings.transport) } }
}
