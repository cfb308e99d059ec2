import type { Socket } from 'node:net'
import { nextHop } from './next-hop.ts'
import type { Opening } from './opening.ts'
import { openPlainSocket } from './plain-socket.ts'
import type { Route, Target } from './route.ts'
import { standing } from './when-connected.ts'
import { openTlsSocket } from './tls-socket.ts'

/**
 * A socket that any protocol can use as if it led straight to the target: through a proxy, to another place, to a socket
 * file, with TLS, as the route says. Rejects with a TransportError, or with what Node says; after `signal` with its
 * reason, if at all.
 */
export async function openSocket(target: Target, route: Route, opening: Opening): Promise<Socket> {
  const plain = await openWay(target, route, opening)
  if (!target.secure) return plain
  const socket = openTlsSocket(plain, target.host, route.tls, opening.protocols)
  await standing(socket, 'secureConnect', opening.signal)
  opening.times.secured = performance.now()
  return socket
}

async function openWay(target: Target, route: Route, opening: Opening): Promise<Socket> {
  const { times, signal } = opening
  const way = nextHop(target, route)
  if (way.kind === 'proxy') {
    // Only those who have a proxy need what it takes to talk to one.
    const { openProxySocket } = await import('./proxy-socket.ts')
    const tunnels = target.secure || opening.forwards !== true || way.proxy.socks !== undefined
    return openProxySocket(way.proxy, tunnels ? target : undefined, route.tls, opening)
  }
  const socket = openPlainSocket(way.kind === 'file' ? { path: way.path } : way.place, times)
  return standing(socket, 'connect', signal)
}
