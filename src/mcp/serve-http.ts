import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  type McpServer,
  originValidationResponse,
  type ServerEventBus,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { isSameSecret } from '../util/is-same-secret.ts'
import { randomUuid } from '../util/random-name.ts'
import { longestMessage } from './longest-message.ts'

/** Where and for whom tools are served. */
export interface HttpOptions {
  /** Of 127.0.0.1; 0 takes any that is free. */
  readonly port: number
  /** The token that clients have to know; undefined lets anybody on this machine in, which only tests do. */
  readonly token: string | undefined
  /** Makes a server for a connection, or for a request. */
  readonly makeServer: () => McpServer
  /** Where changes are told of what is offered; requests of 2026-07-28 can listen to it. */
  readonly bus?: ServerEventBus
}

/** Tools that are served over HTTP, until they are closed. */
export interface HttpService {
  readonly url: string
  close(): Promise<void>
}

/** The version of the protocol that knows no sessions. */
const modernVersion = '2026-07-28'

/** The only path. */
const servedPath = '/mcp'

/**
 * How long a client of 2025 may say nothing, and wait for nothing, before its session ends, in milliseconds; and how many
 * sessions there are at most: then the one that was used longest ago ends.
 */
const idleTime = 30 * 60_000
const mostSessions = 100

/** Serves tools on this machine: to requests of 2026-07-28 each by itself, to clients of 2025 in sessions. */
export async function serveHttp({ port, token, makeServer, bus }: HttpOptions): Promise<HttpService> {
  const modern = createMcpHandler(() => makeServer(), {
    legacy: 'reject',
    maxRequestBodySize: longestMessage,
    ...(bus === undefined ? {} : { bus }),
  })
  const sessions = new Sessions(makeServer)
  const answer = async (request: Request, gone: AbortSignal): Promise<Response> => {
    const refused =
      hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
      originValidationResponse(request, localhostAllowedOrigins()) ??
      unauthorized(request, token)
    if (refused !== undefined) return refused
    if (new URL(request.url).pathname !== servedPath)
      return new Response('There is only /mcp here.\n', { status: 404 })
    // Requests of 2026-07-28 need no stream that stands open, and no session that is ended.
    if (request.method !== 'POST' && request.headers.get('mcp-protocol-version') === modernVersion)
      return new Response('There is only POST here.\n', { status: 405, headers: { allow: 'POST' } })
    return (await isLegacyRequest(request, undefined, { maxRequestBodySize: longestMessage }))
      ? sessions.answer(request, gone)
      : modern.fetch(request)
  }
  const server = createServer((incoming, outgoing) => {
    respond(incoming, outgoing, answer).catch((error: unknown) => {
      if (outgoing.headersSent) outgoing.destroy(error as Error)
      else outgoing.writeHead(500, { connection: 'close' }).end()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${String(taken)}${servedPath}`,
    close: async () => {
      await Promise.all([modern.close(), sessions.close()])
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** RFC 6750 section 3: who does not say the token is told that there is one. */
function unauthorized(request: Request, token: string | undefined): Response | undefined {
  if (token === undefined) return undefined
  if (isSameSecret(request.headers.get('authorization') ?? '', `Bearer ${token}`)) return undefined
  return new Response('The bearer token is missing or wrong.\n', {
    status: 401,
    headers: { 'www-authenticate': 'Bearer realm="apitest"' },
  })
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly idle: NodeJS.Timeout
  /** Requests that are not answered to the end. */
  open: number
}

/** The clients of 2025, each with a server of its own, which can ask its user questions. */
class Sessions {
  /** The one that was used last is the last. */
  readonly #open = new Map<string, Session>()
  readonly #makeServer: () => McpServer

  constructor(makeServer: () => McpServer) {
    this.#makeServer = makeServer
  }

  /** `gone` is aborted when the request is answered to the end, or its client is gone. */
  async answer(request: Request, gone: AbortSignal): Promise<Response> {
    const id = request.headers.get('mcp-session-id')
    if (id === null) return (await this.#begin()).handleRequest(request)
    const session = this.#open.get(id)
    if (session === undefined) return noSession()
    this.#open.delete(id)
    this.#open.set(id, session)
    session.open += 1
    gone.addEventListener('abort', () => {
      session.open -= 1
      session.idle.refresh()
    })
    return session.transport.handleRequest(request)
  }

  async #begin(): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUuid,
      maxRequestBodySize: longestMessage,
      onsessioninitialized: id => {
        this.#makeRoom()
        const session: Session = {
          transport,
          open: 0,
          idle: setTimeout(() => {
            if (session.open === 0) void transport.close()
          }, idleTime).unref(),
        }
        this.#open.set(id, session)
      },
      onsessionclosed: id => {
        this.#forget(id)
      },
    })
    const server = this.#makeServer()
    await server.connect(transport)
    server.server.onclose = () => {
      if (transport.sessionId !== undefined) this.#forget(transport.sessionId)
    }
    return transport
  }

  /** Many clients begin sessions and never end them. */
  #makeRoom(): void {
    if (this.#open.size < mostSessions) return
    const all = [...this.#open]
    const [id, session] = all.find(([, { open }]) => open === 0) ?? all[0] ?? []
    if (id === undefined) return
    this.#forget(id)
    void session?.transport.close()
  }

  #forget(id: string): void {
    clearTimeout(this.#open.get(id)?.idle)
    this.#open.delete(id)
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#open.values()].map(({ transport }) => transport.close()))
  }
}

/** The response that tells a client of 2025 to begin another session. */
function noSession(): Response {
  const error = { code: -32_001, message: 'there is no such session' }
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 })
}

/** Answers a request of Node by what answers those of browsers. */
async function respond(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: (request: Request, gone: AbortSignal) => Promise<Response>,
): Promise<void> {
  const gone = new AbortController()
  outgoing.once('close', () => {
    gone.abort()
  })
  const { method = 'GET', headers, url = '/' } = incoming
  if (!URL.canParse(url, 'http://127.0.0.1')) {
    outgoing.writeHead(400, { connection: 'close' }).end('The target is no URL.\n')
    return
  }
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const request = new Request(new URL(url, 'http://127.0.0.1'), {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')] as [string, string]],
    ),
    signal: gone.signal,
    ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' } : {}),
  })
  const response = await answer(request, gone.signal)
  // Nothing reads the rest of what was refused before its end, so that no other request can follow it.
  const last = hasBody && !incoming.complete ? { connection: 'close' } : {}
  outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), ...last })
  if (response.body === null) {
    outgoing.end()
    return
  }
  outgoing.flushHeaders()
  for await (const chunk of response.body) {
    if (outgoing.destroyed) break
    outgoing.write(chunk)
  }
  outgoing.end()
}
