import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import type { buildConnector } from 'undici'
import { answerOn, recordTimes, socketOptions, type ConnectTimes } from './plain-socket.ts'

/**
 * Opens a TLS connection for undici and notes the times on the way. The certificate is checked against the host of the
 * URL, whatever the step's own Host header says. The socket is returned while it still connects.
 */
export function openTlsSocket(
  options: buildConnector.Options,
  times: ConnectTimes,
  callback: buildConnector.Callback,
): TLSSocket {
  const { hostname, port } = options
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    ALPNProtocols: ['http/1.1'],
    ...(isIP(hostname) === 0 ? { servername: hostname } : {}),
    ...socketOptions,
  })
  recordTimes(socket, times)
  socket.once('secureConnect', () => {
    times.secured = performance.now()
  })
  answerOn(socket, 'secureConnect', callback)
  return socket
}
