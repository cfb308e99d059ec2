import { connect, type Socket } from 'node:net'
import type { buildConnector } from 'undici'

/** When each part of connecting ended, on the clock of `performance.now()`. */
export interface ConnectTimes {
  /** Absent for an address that needed no look-up. */
  lookedUp?: number
  connected?: number
  /** Absent without TLS. */
  secured?: number
}

/** What every socket is opened with. */
export const socketOptions = { noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }

/** Opens a TCP connection for undici and notes the times on the way. The socket is returned while it still connects. */
export function openPlainSocket(
  options: buildConnector.Options,
  times: ConnectTimes,
  callback: buildConnector.Callback,
): Socket {
  const socket = connect({ host: options.hostname, port: Number(options.port || 80), ...socketOptions })
  recordTimes(socket, times)
  answerOn(socket, 'connect', callback)
  return socket
}

/** Notes when the host was found and when the connection stood. */
export function recordTimes(socket: Socket, times: ConnectTimes): void {
  socket.once('lookup', () => {
    times.lookedUp = performance.now()
  })
  socket.once('connect', () => {
    times.connected = performance.now()
  })
}

/** Calls back once: on the event, or on an error before it. */
export function answerOn(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  callback: buildConnector.Callback,
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
