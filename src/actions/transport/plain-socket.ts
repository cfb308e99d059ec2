import { connect, type NetConnectOpts, type Socket } from 'node:net'
import type { ConnectTimes } from './connect-times.ts'

const options = { noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }

/** Takes what came in: the first `length` bytes of memory that is used again when it returns. */
export type Read = (length: number, bytes: Buffer) => true

/** Bytes that are read at once: as many as Node itself reads. */
const readLength = 64 * 1024

/**
 * Opens a TCP connection, or one to a socket file, and notes the times on the way. The socket is returned while it still
 * connects. What comes in is given to `read`, if there is one.
 */
export function openPlainSocket(
  place: { readonly host: string; readonly port: number } | { readonly path: string },
  times: ConnectTimes,
  read?: Read,
): Socket {
  const socket = connect({ ...place, ...options, ...reading(read) } satisfies NetConnectOpts)
  socket.once('lookup', () => {
    times.lookedUp = performance.now()
  })
  socket.once('connect', () => {
    times.connected = performance.now()
  })
  return socket
}

/** Reads into one buffer: without it Node makes one for each read. */
function reading(read: Read | undefined): Pick<NetConnectOpts, 'onread'> {
  if (read === undefined) return {}
  const callback = read as (length: number, bytes: Uint8Array) => boolean
  return { onread: { buffer: Buffer.allocUnsafeSlow(readLength), callback } }
}
