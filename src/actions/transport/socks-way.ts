import { failed } from '../failure.ts'
import { lookup } from 'node:dns/promises'
import type { Socket } from 'node:net'
import { SocksClient } from 'socks'
import { longestTimer } from '../../util/duration.ts'
import { hostAndPort } from './place.ts'
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
    const scheme = version === 4 ? 'socks4a' : 'socks5h'
    throw new TransportError(failed('socks-host-unknown', { host, code, scheme }))
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

/** Explains the library's error for an answer that is no success. */
function socksFailure(proxy: Proxy, target: Target, error: Error): Error {
  const { message } = error
  const what = `the way to ${hostAndPort(target)}`
  if (/authentication failed|accepted authentication type/i.test(message))
    return new TransportError(
      failed('proxy-refuses', {
        proxy,
        what,
        answer: 'authentication failed',
        reason: 'credentials',
      }),
    )
  const [, answer] = /rejected connection - \W*(\w+)/i.exec(message) ?? []
  if (answer !== undefined && answer !== 'undefined')
    return new TransportError(
      failed('proxy-refuses', {
        proxy,
        what,
        answer: words(answer),
        reason: answer === 'NotAllowed' ? 'rules' : 'server',
      }),
    )
  if (answer === 'undefined' || /^(Received invalid|Socks4 invalid)/.test(message))
    return new TransportError(
      failed('proxy-strange', {
        proxy,
        what: `did not answer with SOCKS ${proxy.socks?.version ?? ''}`,
        advice: 'Check the scheme, host and port of the proxy: something else seems to listen there.',
      }),
    )
  return message === 'Socket closed' ? Object.assign(new Error(message), { code: 'ECONNRESET' }) : error
}

/** `connection refused` for ConnectionRefused. */
function words(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, letter => ` ${letter}`).toLowerCase()
}
