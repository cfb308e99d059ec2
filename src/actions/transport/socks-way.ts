import { lookup } from 'node:dns/promises'
import type { Socket } from 'node:net'
import { SocksClient } from 'socks'
import { longestTimer } from '../../util/duration.ts'
import { hostAndPort } from './place.ts'
import { withOrigin } from './proxy-error.ts'
import type { Proxy, Socks, Target } from './route.ts'
import { TransportError } from './transport-error.ts'

/**
 * Has a SOCKS proxy, to which the socket is connected, open a way to the target (RFC 1928 and 1929). Rejects with a
 * TransportError when it refuses, else with what went wrong.
 */
export async function openSocksWay(
  socket: Socket,
  proxy: Proxy & { readonly socks: Socks },
  target: Target,
  signal: AbortSignal,
): Promise<void> {
  const { version, looksUp, username, password } = proxy.socks
  const stop = (): void => {
    socket.destroy()
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    const host = looksUp ? target.host : await addressOf(target, version)
    await SocksClient.createConnection({
      command: 'connect',
      proxy: {
        host: proxy.host,
        port: proxy.port,
        type: version,
        ...(username === '' && password === '' ? {} : { userId: username, password }),
      },
      destination: { host, port: target.port },
      existing_socket: socket,
      timeout: longestTimer,
    })
    await settled(socket)
  } catch (error) {
    socket.destroy()
    throw error instanceof TransportError ? error : socksFailure(proxy, target, error as Error)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** SOCKS 4 knows addresses of IPv4 only. */
async function addressOf({ host }: Target, version: 4 | 5): Promise<string> {
  try {
    return (await lookup(host, version === 4 ? { family: 4 } : {})).address
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const hint = `Check the host of the URL; with ${version === 4 ? 'socks4a' : 'socks5h'}:// the proxy looks it up.`
    throw new TransportError('PROXY_FAILED', `host "${host}" not found (${code})`, hint)
  }
}

/**
 * The library lets a socket flow a moment after it has opened the way, whether or not there is a listener: what comes until
 * then is put back, and the socket left as one without a listener.
 */
async function settled(socket: Socket): Promise<void> {
  const early: Buffer[] = []
  const keep = (piece: Buffer): void => {
    early.push(piece)
  }
  socket.on('data', keep)
  await new Promise(resolve => setImmediate(resolve))
  socket.off('data', keep)
  socket.pause()
  if (early.length > 0) socket.unshift(Buffer.concat(early))
  Reflect.set(socket, 'readableFlowing', null)
}

/** What the library says of an answer that is no success, and what that means. */
function socksFailure(proxy: Proxy, target: Target, error: Error): Error {
  const { message } = error
  const refused = (reason: string, hint: string): TransportError =>
    new TransportError(
      'PROXY_REFUSED',
      `the proxy ${proxy.name} refused the way to ${hostAndPort(target)} (${reason})`,
      withOrigin(proxy, hint),
    )
  if (/authentication failed|accepted authentication type/i.test(message))
    return refused(
      'authentication failed',
      proxy.socks?.username === ''
        ? 'It asks for a name and password: proxy: { url, username, password }.'
        : 'Check the username and password of the proxy.',
    )
  const [, reason] = /rejected connection - \W*(\w+)/i.exec(message) ?? []
  if (reason !== undefined && reason !== 'undefined')
    return refused(
      words(reason),
      reason === 'NotAllowed'
        ? "The proxy's rules do not allow it; no-proxy goes past the proxy."
        : 'The proxy could not reach the server: check the host and port of the URL.',
    )
  if (reason === 'undefined' || /^(Received invalid|Socks4 invalid)/.test(message))
    return new TransportError(
      'PROXY_FAILED',
      `the proxy ${proxy.name} did not answer with SOCKS ${proxy.socks?.version ?? ''}`,
      withOrigin(
        proxy,
        'Check the scheme, host and port of the proxy: something else seems to listen there.',
      ),
    )
  return message === 'Socket closed' ? Object.assign(new Error(message), { code: 'ECONNRESET' }) : error
}

/** `connection refused` for ConnectionRefused. */
function words(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, letter => ` ${letter}`).toLowerCase()
}
