import { isIP, type Socket } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { nameRevoked } from './revoked-certificate.ts'
import type { TlsRoute } from './route.ts'
import { defined } from '../../util/defined.ts'

/**
 * Speaks TLS over a socket that is connected, or still connects. The certificate is checked against the host of the URL
 * (or the name the settings give), wherever the connection really leads and whatever the step's own Host header says.
 */
export function openTlsSocket(
  socket: Socket,
  host: string,
  { context, verify, serverName, revocations }: TlsRoute,
  protocols: readonly string[],
): TLSSocket {
  const name = serverName ?? host
  const secured = connect(
    defined({
      socket,
      host: name,
      ...(protocols.length === 0 ? {} : { ALPNProtocols: [...protocols] }),
      ...(isIP(name) === 0 ? { servername: name } : {}),
      secureContext: context,
      rejectUnauthorized: verify,
    }),
  )
  if (revocations !== undefined) nameRevoked(secured, revocations)
  return secured
}
