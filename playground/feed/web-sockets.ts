import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { useServer } from 'graphql-ws/use/ws'
import { type WebSocket, WebSocketServer } from 'ws'
import { parseBearer } from '../account/credentials.ts'
import { subscriptionServer } from '../graphql/subscriptions.ts'
import { problemContentType, toProblem } from '../http/problem.ts'
import type { PlaygroundState } from '../state.ts'
import { serveEcho } from './echo.ts'
import { serveFeed } from './feed.ts'

/** A message may have so many bytes. */
const messageLimit = 1024 * 1024

/** Serves the WebSockets of a path. */
type Serve = (webSocket: WebSocket) => void

/** `/ws/echo`, `/ws/feed` and `/graphql` as WebSockets (RFC 6455). A wrong bearer token is refused everywhere. */
export function serveWebSockets(app: FastifyInstance, state: PlaygroundState): void {
  const server = new WebSocketServer({ noServer: true, maxPayload: messageLimit, handleProtocols })
  const graphql = new WebSocketServer({ noServer: true, maxPayload: messageLimit, handleProtocols })
  const subscriptions = useServer(subscriptionServer(state), graphql)
  const servers = [server, graphql]
  const paths: Readonly<Record<string, Serve>> = {
    '/ws/echo': serveEcho,
    '/ws/feed': webSocket => {
      serveFeed(webSocket, state)
    },
    '/graphql': webSocket => graphql.emit('connection', webSocket),
  }
  app.server.on('upgrade', (request, socket, head) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    const serve = Object.hasOwn(paths, path) ? paths[path] : undefined
    const status = serve === undefined ? 404 : isKnown(request, state) ? undefined : 401
    if (serve === undefined || status !== undefined) refuse(socket, status ?? 404, path)
    else (path === '/graphql' ? graphql : server).handleUpgrade(request, socket, head, serve)
  })
  app.addHook('preClose', async () => {
    for (const client of servers.flatMap(({ clients }) => [...clients])) client.terminate()
    await subscriptions.dispose()
  })
}

/** The first of those that are spoken here; nothing for a client that offers only others. */
function handleProtocols(offered: Set<string>, { url = '' }: IncomingMessage): string | false {
  const spoken = url.startsWith('/graphql') ? 'graphql-transport-ws' : 'playground'
  return offered.has(spoken) ? spoken : false
}

/** True where the caller says nothing of itself, or something that is true. */
function isKnown({ headers }: IncomingMessage, { sessions }: PlaygroundState): boolean {
  const token = parseBearer(headers.authorization)
  return token === undefined || sessions.userOf(token) !== undefined
}

function refuse(socket: Duplex, status: 401 | 404, path: string): void {
  const detail =
    status === 404 ? `There is no WebSocket at ${path}.` : 'The token is not known or has expired.'
  const body = JSON.stringify(toProblem({ status, detail }, path))
  socket.end(
    [
      `HTTP/1.1 ${status === 404 ? '404 Not Found' : '401 Unauthorized'}`,
      'Connection: close',
      `Content-Type: ${problemContentType}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...(status === 401 ? ['WWW-Authenticate: Bearer realm="playground", error="invalid_token"'] : []),
      '',
      body,
    ].join('\r\n'),
  )
}
