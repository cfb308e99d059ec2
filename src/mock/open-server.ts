import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { AddressInfo, Server as NetServer, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Identity } from './tls/make-certificate.ts'

/** A server that listens. */
export interface OpenServer {
  readonly port: number
  /** Ends it with all its connections. */
  close(): Promise<void>
}

/** Handlers of the events of a server. */
export interface ServerEvents {
  readonly request: (request: AnyRequest, response: AnyResponse) => void
  /** A client asks for another protocol, such as WebSocket; `serveAgain` reads its connection anew. */
  readonly upgrade: (
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    serveAgain: (socket: Duplex) => void,
  ) => void
  /**
   * Called for input that is no HTTP, or took too long to become it. Without a socket nothing more can be said to the
   * client.
   */
  readonly clientError: (error: NodeJS.ErrnoException, socket?: Duplex) => void
}

export type AnyRequest = IncomingMessage | Http2ServerRequest
export type AnyResponse = ServerResponse | Http2ServerResponse

/** True where an answer goes by HTTP/2, whose responses lack members that those of HTTP/1.1 have, such as `closed`. */
export function isHttp2(response: AnyResponse): response is Http2ServerResponse {
  return 'stream' in response
}

/** True where nothing more can be sent, because it was all sent or the client has gone. */
export function isGone(response: AnyResponse): boolean {
  return isHttp2(response) ? response.stream.destroyed : response.closed
}

/** Where a server listens, and what it shows who connects by TLS. */
interface ServerPlace {
  readonly host: string
  readonly port: number
  readonly identity?: Identity
}

/**
 * Opens a server that speaks HTTP/1.1 and HTTP/2: with an identity by TLS, where the client chooses (ALPN), else both on
 * the same port, by how a connection begins (RFC 9113, 3.3). Rejects with the error of the listening.
 */
export async function openServer(
  { host, port, identity }: ServerPlace,
  events: ServerEvents,
): Promise<OpenServer> {
  const server = identity === undefined ? plainServer(events) : await secureServer(identity, events)
  const serveAgain = (socket: Duplex): void => {
    server.emit(identity === undefined ? 'connection' : 'secureConnection', socket)
  }
  server.on('upgrade', (request, socket, head) => {
    events.upgrade(request, socket, head, serveAgain)
  })
  server.on('clientError', events.clientError)
  if (identity !== undefined) server.on('sessionError', brokenSession(events))
  server.on('connect', (_, socket: Duplex | Http2ServerResponse) => {
    // By HTTP/2 it is an answer, of which a success would be a tunnel (RFC 9113, 8.5).
    if ('stream' in socket) socket.writeHead(405).end()
    else events.clientError(new Error('it asks for a proxy (CONNECT)'), socket)
  })
  return listen(server, host, port)
}

/** Has a server listen. Rejects with the error of the listening. */
export async function listen(server: NetServer, host: string, port: number): Promise<OpenServer> {
  // Sockets, because a connection of TLS that has not finished its handshake is nothing else yet.
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(port, host)
  await once(server, 'listening')
  // A connection that cannot be taken is for the client to tell of.
  server.on('error', () => undefined)
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise(resolve => {
        // Before the server is closed, which would close those that wait.
        for (const socket of sockets) end(socket)
        server.close(() => {
          resolve()
        })
      }),
  }
}

/** Bytes that Linux keeps for a client on the same machine as soon as they are sent, whether it has read them or not. */
const alwaysTaken = 32 * 1024

/**
 * Ends a connection. One that a server closes first keeps its two ports for a minute, and mocks that begin anew for each of many
 * rows would use up those of the machine, so it is reset where nothing of an answer can be lost by that.
 */
function end(socket: Socket): void {
  // Of other systems it is not known that they keep what was not read.
  const isHere = process.platform === 'linux' && /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')
  // One whose client has just gone is about to be shut down, which a reset would neither wait for nor survive.
  const mayReset = isHere && socket.writable && socket.writableLength === 0
  if (mayReset && socket.bytesWritten < alwaysTaken) socket.resetAndDestroy()
  else socket.destroy()
}

/** Milliseconds that a connection may take to say what it speaks. */
const openingTimeout = 60_000

function plainServer(events: ServerEvents): Server {
  const { request } = events
  // A header that a request lacks, or an expectation in vain, is told by the reader of the request.
  const server = createServer({ requireHostHeader: false }, request as RequestListener)
  server.on('checkExpectation', request as RequestListener)
  // Above what clients keep connections open, so that none is closed under a request that is on its way.
  server.keepAliveTimeout = 75_000
  const [serveHttp1] = server.listeners('connection') as ((socket: Socket) => void)[]
  server.removeAllListeners('connection')
  let http2: Promise<NetServer> | undefined
  server.on('connection', socket => {
    socket.setTimeout(openingTimeout, () => socket.destroy())
    whenBegun(socket, first => {
      socket.setTimeout(0).removeAllListeners('timeout')
      if (!beginsHttp2(first)) {
        serveHttp1?.call(server, socket)
        return
      }
      http2 ??= import('node:http2').then(module =>
        module.createServer(request).on('sessionError', brokenSession(events)),
      )
      void http2.then(one => one.emit('connection', socket))
    })
  })
  return server
}

async function secureServer({ certificate, key }: Identity, { request }: ServerEvents): Promise<Server> {
  const { createSecureServer } = await import('node:http2')
  const server = createSecureServer({ cert: certificate, key, allowHTTP1: true }, request)
  // It has the events of both versions, and those of a server.
  return server as unknown as Server
}

/** Tells of what is no HTTP/2; a client that ends its connection with an error has said something all the same. */
function brokenSession({ clientError }: ServerEvents) {
  return (error: NodeJS.ErrnoException): void => {
    if (error.code === 'ERR_HTTP2_ERROR') clientError(error)
  }
}

/** How a connection of HTTP/2 begins (RFC 9113, 3.4). */
const preface = 'PRI * HTTP/2.0'

function beginsHttp2(first: Buffer): boolean {
  return preface.startsWith(first.toString('latin1', 0, preface.length))
}

/** Calls `then` with the first bytes, which stay to be read: `P` may become POST or the preface of HTTP/2. */
function whenBegun(socket: Socket, then: (first: Buffer) => void): void {
  let first = Buffer.alloc(0)
  const look = (): void => {
    first = Buffer.concat([first, (socket.read() as Buffer | null) ?? Buffer.alloc(0)])
    if (first.length < 4 && preface.startsWith(first.toString('latin1'))) return
    socket.off('readable', look)
    socket.unshift(first)
    then(first)
  }
  socket.on('error', () => socket.destroy()).on('readable', look)
}
