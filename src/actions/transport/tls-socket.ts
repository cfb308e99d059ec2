import { isIP, type Socket } from 'node:net'
import { checkServerIdentity, connect, type ConnectionOptions, type TLSSocket } from 'node:tls'
import { defined } from '../../util/defined.ts'
import type { ConnectTimes } from './connect-times.ts'
import { type Destination, noteTimes, quietTime, type Read, reading } from './plain-socket.ts'
import { nameRevoked } from './revoked-certificate.ts'
import type { TlsRoute } from './route.ts'

/** With whom TLS is spoken, and how. */
export interface TlsPeer {
  /**
   * The host of the URL: the certificate is checked against it (or the name the settings give), wherever the connection
   * really leads and whatever the step's own Host header says.
   */
  readonly host: string
  readonly tls: TlsRoute
  /** The protocols that are offered (ALPN), the liked ones first. */
  readonly protocols: readonly string[]
}

/** Speaks TLS over a socket that is connected, or still connects. */
export function openTlsSocket(socket: Socket, peer: TlsPeer): TLSSocket {
  return open({ socket }, peer)
}

/** Opens a connection that speaks TLS, and notes the times on the way. What comes in is given to `read`, if there is one. */
export function connectTlsSocket(
  destination: Destination,
  peer: TlsPeer,
  times: ConnectTimes,
  read: Read | undefined,
): TLSSocket {
  const socket = open({ ...destination, ...reading(read) }, peer)
  noteTimes(socket, times)
  // Unlike other sockets, these are not asked for it when they are made.
  socket.once('connect', () => socket.setNoDelay(true).setKeepAlive(true, quietTime))
  return socket
}

function open(to: ConnectionOptions, { host, tls, protocols }: TlsPeer): TLSSocket {
  const { context, verify, serverName, revocations } = tls
  const name = serverName ?? host
  const secured = connect(
    defined({
      ...to,
      ...(protocols.length === 0 ? {} : { ALPNProtocols: [...protocols] }),
      ...(isIP(name) === 0 ? { servername: name } : {}),
      checkServerIdentity: (_: string, certificate) => checkServerIdentity(name, certificate),
      secureContext: context,
      rejectUnauthorized: verify,
    } satisfies ConnectionOptions),
  )
  if (revocations !== undefined) nameRevoked(secured, revocations)
  return secured
}
