import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws'

/** A WebSocket server of a test, to be closed at the end of its scope with `await using`. */
export interface TestWebSocketServer extends AsyncDisposable {
  /** `ws://127.0.0.1:41234`. */
  readonly url: string
  /** The handshakes it has seen. */
  readonly seen: readonly IncomingMessage[]
  /** The sockets that are open. */
  readonly open: ReadonlySet<WebSocket>
}

/** Starts a server that does with every WebSocket what a test says; without it echoes. */
export async function webSocketServer(
  connected: (webSocket: WebSocket, request: IncomingMessage) => void = echo,
  options: ServerOptions = {},
): Promise<TestWebSocketServer> {
  const seen: IncomingMessage[] = []
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, ...options })
  server.on('connection', (webSocket, request) => {
    seen.push(request)
    webSocket.on('error', () => undefined)
    connected(webSocket, request)
  })
  await new Promise<void>(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `ws://127.0.0.1:${port}`,
    seen,
    open: server.clients,
    [Symbol.asyncDispose]: () =>
      new Promise(resolve => {
        for (const client of server.clients) client.terminate()
        server.close(() => {
          resolve()
        })
      }),
  }
}

/** Sends every message back. */
export function echo(webSocket: WebSocket): void {
  webSocket.on('message', (data, isBinary) => {
    webSocket.send(data, { binary: isBinary })
  })
}
