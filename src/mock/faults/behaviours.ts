import type { Socket } from 'node:net'

/** The behaviour of a server on a connection on which the head of a request has come (or that has been made). */
export type Behaviour = (socket: Socket, head: string) => void

/** The first line of most answers. */
export const ok = 'HTTP/1.1 200 OK\r\n'

/** Sends these bytes (a text's characters are bytes), and leaves the connection open. */
export function send(...parts: readonly (string | Buffer)[]): Behaviour {
  return socket => {
    for (const part of parts) write(socket, part)
  }
}

/** Sends these bytes and ends the connection in an orderly way. */
export function sendAndClose(...parts: readonly (string | Buffer)[]): Behaviour {
  return socket => {
    for (const part of parts) write(socket, part)
    socket.end()
  }
}

/** Sends these bytes and resets the connection. */
export function sendAndReset(...parts: readonly (string | Buffer)[]): Behaviour {
  return socket => {
    for (const part of parts) write(socket, part)
    const isSilent = parts.every(({ length }) => length === 0)
    // Later, because a client that reads data and a reset at once may not see the data.
    setTimeout(() => connectionOf(socket).resetAndDestroy(), isSilent ? 0 : 30)
  }
}

/** The connection itself, also where TLS is spoken over it. */
function connectionOf(socket: Socket & { readonly _parent?: Socket | null }): Socket {
  return socket._parent ?? socket
}

/** Sends `start`, and then one byte of `x` every second. */
export function trickle(start: string | Buffer): Behaviour {
  return socket => {
    write(socket, start)
    const timer = setInterval(() => socket.write('x'), 1000)
    socket.on('close', () => {
      clearInterval(timer)
    })
  }
}

/** Sends `start`, and then one byte of `bytes` every second. */
export function dribble(start: Buffer, bytes: Buffer): Behaviour {
  return socket => {
    let at = 0
    write(socket, start)
    const timer = setInterval(() => {
      socket.write(bytes.subarray(at, ++at))
      if (at >= bytes.length) socket.end()
    }, 1000)
    socket.on('close', () => {
      clearInterval(timer)
    })
  }
}

/** Sends `start`, and then `piece` again and again, as fast as the client takes it. */
export function flood(start: string | Buffer, piece: string | Buffer): Behaviour {
  const block = repeat(piece, Math.ceil(32_768 / piece.length))
  return socket => {
    const pour = (): void => {
      while (!socket.destroyed && socket.write(block));
    }
    write(socket, start)
    socket.on('drain', pour)
    pour()
  }
}

function repeat(piece: string | Buffer, times: number): Buffer {
  return Buffer.concat(Array.from({ length: times }, () => Buffer.from(piece as string, 'latin1')))
}

function write(socket: Socket, part: string | Buffer): void {
  if (typeof part === 'string') socket.write(part, 'latin1')
  else socket.write(part)
}
