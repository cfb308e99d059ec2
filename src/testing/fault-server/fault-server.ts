import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type { Behaviour } from '../../mock/faults/behaviours.ts'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'

/** A server that does one thing wrong, to be closed at the end of its scope with `await using`. */
export interface FaultServer extends AsyncDisposable {
  /** `http` or `https`: what a client should speak. */
  readonly scheme: 'http' | 'https'
  /** `127.0.0.1:41234`. */
  readonly host: string
  /** Further words of capital letters that stand for something in steps and messages: `{ TOPIC: 'apitest-1' }`. */
  readonly words?: Readonly<Record<string, string>>
  /** Connections that are open at the moment. */
  open(): number
}

export interface FaultServerOptions {
  /** With these the server speaks TLS. */
  readonly tls?: TlsOptions
  /** The scheme that the client speaks, when it is not the server's. */
  readonly scheme?: 'http' | 'https'
  /** Behaves as soon as a connection is made, without waiting for a request. */
  readonly atOnce?: boolean
}

/** Starts a server on a free port of 127.0.0.1 that behaves like this on every request. */
export async function faultServer(
  behave: Behaviour,
  { tls, scheme, atOnce = false }: FaultServerOptions = {},
): Promise<FaultServer> {
  const sockets = new Set<Socket>()
  const serve = (socket: Socket): void => {
    socket.on('error', () => undefined)
    // Read, because the end of a connection is only seen by one who reads.
    if (atOnce) behave(socket.resume(), '')
    else onHead(socket, behave)
  }
  const server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  })
  return {
    scheme: scheme ?? (tls === undefined ? 'http' : 'https'),
    host: await listen(server),
    open: () => sockets.size,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** A server of which only the address is there: nothing listens. Nobody may listen on port 1 without being asked. */
export function nobody(): Promise<FaultServer> {
  const close = (): Promise<void> => Promise.resolve()
  return Promise.resolve({ scheme: 'http', host: '127.0.0.1:1', open: () => 0, [Symbol.asyncDispose]: close })
}

function onHead(socket: Socket, behave: Behaviour): void {
  let received = ''
  socket.on('data', chunk => {
    received += chunk.toString('latin1')
    if (!received.includes('\r\n\r\n')) return
    const head = received
    received = ''
    behave(socket, head)
  })
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
