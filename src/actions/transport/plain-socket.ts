import { connect, type NetConnectOpts, type Socket } from 'node:net'
import type { ConnectTimes } from './connect-times.ts'

const options = { noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }

/**
 * Opens a TCP connection, or one to a socket file, and notes the times on the way. The socket is returned while it still
 * connects.
 */
export function openPlainSocket(
  place: { readonly host: string; readonly port: number } | { readonly path: string },
  times: ConnectTimes,
): Socket {
  const socket = connect({ ...place, ...options } satisfies NetConnectOpts)
  socket.once('lookup', () => {
    times.lookedUp = performance.now()
  })
  socket.once('connect', () => {
    times.connected = performance.now()
  })
  return socket
}

/** Calls back once: on the event, or on an error before it. */
export function answerOn(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  callback: (...ended: [error: Error, socket: null] | [error: null, socket: Socket]) => void,
): void {
  let answered = false
  socket.once(event, () => {
    answered = true
    callback(null, socket)
  })
  socket.on('error', error => {
    if (!answered) callback(error, null)
    answered = true
  })
}
