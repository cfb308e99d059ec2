import { connect, type NetConnectOpts, type Socket } from 'node:net'
import type { ConnectTimes } from './connect-times.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'

/** Where a connection leads: a host and a port, or a socket file. */
export type Destination = { readonly host: string; readonly port: number } | { readonly path: string }

/** Takes what came in: the first `length` bytes of memory that is used again when it returns. */
export type Read = (length: number, bytes: Buffer) => true

/** Milliseconds without anything after which the system asks whether the other side is still there. */
export const quietTime = 60_000

const options = { noDelay: true, keepAlive: true, keepAliveInitialDelay: quietTime }

/** Bytes that are read at once: as many as Node itself reads. */
const readLength = 64 * 1024

/**
 * Opens a TCP connection, or one to a socket file, and notes the times on the way. The socket is returned while it still
 * connects. What comes in is given to `read`, if there is one.
 */
export function openPlainSocket(to: Destination, times: ConnectTimes, read?: Read): Socket {
  const socket = connect({ ...to, ...options, ...reading(read) } satisfies NetConnectOpts)
  noteTimes(socket, times)
  return socket
}

/** The buffer that all sockets read into, one after the other. */
let buffer: Buffer | undefined

/**
 * The option to read into one buffer: without it Node makes one of 64 KiB for each read, which fills memory. What is read is
 * taken before another socket reads, so that thousands of them need no more than one.
 */
export function reading(read: Read | undefined): Pick<NetConnectOpts, 'onread'> {
  if (read === undefined) return {}
  const callback = read as (length: number, bytes: Uint8Array) => boolean
  return { onread: { buffer: (buffer ??= Buffer.allocUnsafeSlow(readLength)), callback } }
}

/** Notes when the address of a socket is known, and when it is connected. */
export function noteTimes(socket: Socket, times: ConnectTimes): void {
  socket.once('lookup', () => {
    times.lookedUp = monotonicTime()
  })
  socket.once('connect', () => {
    times.connected = monotonicTime()
  })
}
