import { createServer, type Socket } from 'node:net'
import { listen, type TestServer } from './http-server.ts'

/** Answers for a raw server after it has read the head of a request: writes any bytes, ends, resets. */
export type RawAnswer = (socket: Socket, head: string, connection: number) => void

/** Starts a server that speaks plain TCP, for answers no HTTP library would give. `heads` collects what it was sent. */
export async function rawServer(
  answer: RawAnswer,
): Promise<TestServer & { readonly heads: string[]; connections: () => number }> {
  const heads: string[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer(socket => {
    const connection = ++connections
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    let received = ''
    socket.on('data', chunk => {
      received += chunk.toString('latin1')
      const end = received.indexOf('\r\n\r\n')
      if (end === -1) return
      heads.push(received)
      const head = received
      received = ''
      answer(socket, head, connection)
    })
  })
  const started = await listen(server, 'http', () => {
    for (const socket of sockets) socket.destroy()
  })
  return { ...started, heads, connections: () => connections }
}

/** Answers every request with these bytes and then leaves the connection open, or ends it. */
export function bytes(text: string, then: 'open' | 'end' | 'reset' = 'open'): RawAnswer {
  return socket => {
    socket.write(text, 'latin1')
    // Later, because Node takes a reset that comes together with data for an orderly end.
    setTimeout(() => {
      if (then === 'end') socket.end()
      if (then === 'reset') socket.resetAndDestroy()
    }, 20)
  }
}
