import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'

/** A server of a test, to be closed at the end of its scope with `await using`. */
export interface TestServer extends AsyncDisposable {
  /** `http://127.0.0.1:41234`, without a slash at the end. */
  readonly url: string
  readonly port: number
}

/** A request as an HTTP server saw it. */
export interface SeenRequest {
  readonly method: string
  readonly url: string
  /** Names and values in turn, as they were on the wire. */
  readonly rawHeaders: readonly string[]
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** Answers a request whose body has been read, as a server of a test. */
export type Answer = (request: SeenRequest, response: ServerResponse) => void

/**
 * Starts a server of node:http, or this one of node:https; `seen` collects its requests. Without `answer` it answers 200
 * with nothing.
 */
export async function httpServer(
  answer: Answer = (_request, response) => response.end(),
  secureServer?: SecureServer,
): Promise<TestServer & { readonly seen: readonly SeenRequest[] }> {
  const seen: SeenRequest[] = []
  const server = secureServer ?? createServer()
  // A client that waits for the processor must not find that its connection has been ended meanwhile.
  server.keepAliveTimeout = 0
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    void readBody(request).then(body => {
      const { method = '', url = '', rawHeaders, headers } = request
      const entry = { method, url, rawHeaders, headers, body }
      seen.push(entry)
      answer(entry, response)
    })
  })
  const scheme = secureServer === undefined ? 'http' : 'https'
  const started = await listen(server, scheme, () => {
    server.closeAllConnections()
  })
  return { ...started, seen }
}

/** Lets a server listen on a free port of 127.0.0.1; `endConnections` ends those that its own end would wait for. */
export async function listen(
  server: Server,
  scheme: 'http' | 'https',
  endConnections: () => void = () => undefined,
): Promise<TestServer> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    port,
    [Symbol.asyncDispose]: () =>
      new Promise(resolve => {
        endConnections()
        server.close(() => {
          resolve()
        })
      }),
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
