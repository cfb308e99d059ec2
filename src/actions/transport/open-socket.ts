import type { Socket } from 'node:net'
import { nextHop } from './next-hop.ts'
import type { Opening } from './opening.ts'
import { type Destination, openPlainSocket } from './plain-socket.ts'
import type { Proxy, Route, Target } from './route.ts'
import { standing } from './when-connected.ts'
import { connectTlsSocket, openTlsSocket } from './tls-socket.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'

/**
 * A socket that any protocol can use as if it led straight to the target: through a proxy, to another place, to a socket
 * file, with TLS, as the route says. Rejects with a TransportError, or with what Node says; after `signal` with its
 * reason, if at all.
 */
export async function openSocket(target: Target, route: Route, opening: Opening): Promise<Socket> {
  const way = nextHop(target, route)
  if (way.kind === 'proxy') return openByProxy(way.proxy, target, route, opening)
  const to = way.kind === 'file' ? { path: way.path } : { host: way.place.host, port: way.place.port }
  return openStraight(to, target, route, opening)
}

async function openStraight(
  to: Destination,
  { secure, host }: Target,
  { tls }: Route,
  { times, signal, protocols, reader }: Opening,
): Promise<Socket> {
  if (reader !== undefined) reader.isInUse = true
  if (!secure) return standing(openPlainSocket(to, times, reader?.read), 'connect', signal)
  const socket = connectTlsSocket(to, { host, tls, protocols }, times, reader?.read)
  await standing(socket, 'secureConnect', signal)
  times.secured = monotonicTime()
  return socket
}

async function openByProxy(proxy: Proxy, target: Target, { tls }: Route, opening: Opening): Promise<Socket> {
  // Only those who have a proxy need what it takes to talk to one.
  const { openProxySocket } = await import('./proxy-socket.ts')
  const tunnels = target.secure || opening.forwards !== true || proxy.socks !== undefined
  const plain = await openProxySocket(proxy, tunnels ? target : undefined, tls, opening)
  if (!target.secure) return plain
  const socket = openTlsSocket(plain, { host: target.host, tls, protocols: opening.protocols })
  await standing(socket, 'secureConnect', opening.signal)
  opening.times.secured = monotonicTime()
  return socket
}
