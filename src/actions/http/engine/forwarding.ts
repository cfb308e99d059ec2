import { nextHop } from '../../transport/next-hop.ts'
import type { Proxy, Route } from '../../transport/route.ts'
import type { Message } from './connection.ts'
import { targetOf } from './target-of.ts'

/** Makes a message one for the proxy that forwards it. */
export type Forwarding = (message: Message) => Message

/** The proxy that requests to an origin are sent to as they are: one for a target without TLS, by HTTP/1.1. */
export function forwardingProxy(origin: string, route: Route): Proxy | undefined {
  const target = targetOf(origin)
  if (target.secure || route.httpVersion === '2') return undefined
  const way = nextHop(target, route)
  return way.kind === 'proxy' && way.proxy.socks === undefined ? way.proxy : undefined
}

/**
 * How requests to an origin have to be written for the proxy that forwards them: with the whole URL in the request line
 * (RFC 9112 section 3.2.2), and the credentials for the proxy. Undefined when there is none.
 */
export function forwardingOf(origin: string, route: Route): Forwarding | undefined {
  const proxy = forwardingProxy(origin, route)
  if (proxy === undefined) return undefined
  const own = proxy.authorization === undefined ? [] : ['proxy-authorization', proxy.authorization]
  return message => ({
    ...message,
    path: origin + message.path,
    headers: [...message.headers, ...own],
  })
}
