import { request } from 'node:http'
import type { Socket } from 'node:net'
import { hostAndPort } from './place.ts'
import type { Opening } from './opening.ts'
import { openPlainSocket } from './plain-socket.ts'
import { proxyFailure, proxyRefusal } from './proxy-error.ts'
import type { Proxy, Target, TlsRoute } from './route.ts'
import { standing } from './when-connected.ts'
import { openTlsSocket } from './tls-socket.ts'
import { defined } from '../../util/defined.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'

/** A connection to a proxy and, with a target, through it (RFC 9110 section 9.3.6). Rejects with a TransportError. */
export async function openProxySocket(
  proxy: Proxy,
  target: Target | undefined,
  tls: TlsRoute,
  opening: Opening,
): Promise<Socket> {
  try {
    const socket = await openToProxy(proxy, tls, opening)
    if (target !== undefined) await openWay(socket, proxy, target, opening.signal)
    opening.times.connected = monotonicTime()
    return socket
  } catch (error) {
    throw proxyFailure(proxy, error)
  }
}

async function openToProxy(proxy: Proxy, tls: TlsRoute, { times, signal }: Opening): Promise<Socket> {
  const socket = await standing(openPlainSocket(proxy, times), 'connect', signal)
  if (!proxy.secure) return socket
  const { context: _, serverName: __, trust, ...shared } = tls
  const route = defined({ ...shared, context: trust })
  return standing(
    openTlsSocket(socket, { host: proxy.host, tls: route, protocols: ['http/1.1'] }),
    'secureConnect',
    signal,
  )
}

async function openWay(socket: Socket, proxy: Proxy, target: Target, signal: AbortSignal): Promise<void> {
  if (proxy.socks === undefined) return openTunnel(socket, proxy, target, signal)
  // Few have such a proxy.
  const { openSocksWay } = await import('./socks-way.ts')
  return openSocksWay(socket, { ...proxy, socks: proxy.socks }, target, signal)
}

function openTunnel(socket: Socket, proxy: Proxy, target: Target, signal: AbortSignal): Promise<void> {
  const place = hostAndPort(target)
  const { authorization } = proxy
  return new Promise((resolve, reject) => {
    const asking = request({
      method: 'CONNECT',
      path: place,
      headers: defined({ host: place, 'proxy-authorization': authorization }),
      createConnection: () => socket,
      // Nothing but the status of its answer counts.
      insecureHTTPParser: true,
    })
    const stop = (): void => {
      socket.destroy()
    }
    signal.addEventListener('abort', stop, { once: true })
    asking.on('close', () => {
      signal.removeEventListener('abort', stop)
    })
    asking.on('error', reject)
    asking.on('connect', ({ statusCode = 0, statusMessage = '' }, _socket, head: Buffer) => {
      signal.removeEventListener('abort', stop)
      if (statusCode >= 200 && statusCode < 300) {
        if (head.length > 0) socket.unshift(head)
        resolve()
        return
      }
      socket.destroy()
      reject(proxyRefusal(proxy, `the way to ${place}`, statusCode, statusMessage))
    })
    asking.end()
  })
}
