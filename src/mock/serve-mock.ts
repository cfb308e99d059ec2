import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { hostAndPort } from '../actions/transport/place.ts'
import type { JsonObject } from '../model/json.ts'
import { type Mock, routeText, webSocketMethod } from '../model/mock.ts'
import type { MockContext } from '../run/run-context.ts'
import { reasonOf } from '../util/reason-of.ts'
import type { DescribedApi } from './described/described-api.ts'
import { type Answering, answerRequests } from './answer-requests.ts'
import { Journal } from './journal.ts'
import { LiveRoutes } from './live-routes.ts'
import { readRequest, RefusedRequest } from './read-request.ts'
import { explanation, type WireAnswer } from './wire-answer.ts'

/** A mock that answers. */
export interface RunningMock {
  /** What `{{mocks.NAME.…}}` stands for, beside the `url`. */
  readonly variables: JsonObject
  readonly url: string
  readonly journal: Journal
  readonly routes: readonly string[]
  /** Answers as another description says from now on, at the same place. Rejects, and changes nothing, where that cannot be read. */
  answerBy(mock: Mock, context: MockContext): Promise<void>
  /** Ends it with all its connections. */
  stop(): Promise<void>
}

/**
 * Starts a mock. Rejects with the error of the listening where its port is taken or its address is not there, and with the reason
 * why its description cannot be read.
 */
export async function serveMock(mock: Mock, context: MockContext): Promise<RunningMock> {
  const { host = '127.0.0.1', port = 0 } = mock
  const journal = new Journal()
  let current = await answeringBy(mock, context, journal)
  const server = createServer((request, response) => {
    handle(request, response, current.answer, journal).catch((error: unknown) => {
      journal.refuse(`${request.method ?? ''} ${request.url ?? ''} cannot be answered: ${reasonOf(error)}`)
      response.destroy()
    })
  })
  server.on('clientError', refuseBroken(journal))
  // Above what clients keep connections open, so that none is closed under a request that is on its way.
  server.keepAliveTimeout = 75_000
  const endWebSockets = mock.routes.some(({ method }) => method === webSocketMethod)
    ? (await import('./web-socket/serve-web-sockets.ts')).serveWebSockets(server, {
        mock,
        get routes() {
          return current.live
        },
        journal,
        context,
      })
    : undefined
  await listen(server, port, host)
  const { port: taken } = server.address() as AddressInfo
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const address = hostAndPort({ host: shown, port: taken })
  return {
    url: `http://${address}`,
    variables: { address, webSocketUrl: `ws://${address}` },
    journal,
    get routes() {
      return current.routes
    },
    answerBy: async (other, itsContext) => {
      current = await answeringBy(other, itsContext, journal)
    },
    stop: () =>
      new Promise(resolve => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
        endWebSockets?.()
      }),
  }
}

/** What a mock answers with, and the routes by which it does. */
async function answeringBy(
  mock: Mock,
  context: MockContext,
  journal: Journal,
): Promise<{ readonly answer: Answering; readonly live: LiveRoutes; readonly routes: readonly string[] }> {
  const described = mock.spec === undefined ? undefined : await describedApi(mock.spec, mock, context)
  const live = new LiveRoutes(mock.routes, context)
  return {
    answer: answerRequests(mock, journal, context, live, described),
    live,
    routes: [...new Set([...mock.routes, ...(described?.operations ?? [])].map(routeText))],
  }
}

async function describedApi(
  spec: string,
  { state }: Mock,
  { directory }: MockContext,
): Promise<DescribedApi> {
  const { loadDescribedApi } = await import('./described/load-described-api.ts')
  return loadDescribedApi(path.resolve(directory, spec), { collections: state, directory })
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      // A connection that cannot be taken is for the client to tell of.
      server.on('error', () => undefined)
      resolve()
    })
  })
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answering,
  journal: Journal,
): Promise<void> {
  const read = readRequest(request)
  const received = read instanceof Promise ? await read : read
  if (received instanceof RefusedRequest) {
    const { status, reason } = received
    journal.refuse(`${request.method ?? ''} ${request.url ?? ''}: ${reason}`)
    response.shouldKeepAlive = false
    send(response, explanation(status, { error: reason }))
    return
  }
  const wire = await answer(received, () => whenGone(response))
  if (response.closed) return
  if (wire.stream === undefined) send(response, wire)
  else await sendStream(response, wire, wire.stream(whenGone(response)))
}

/** Aborted when the client has gone. Most answers do not wait, and need none. */
function whenGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => {
    gone.abort()
  })
  if (response.closed) gone.abort()
  return gone.signal
}

/** Answers what is no HTTP, or takes too long to become it; a client that has gone is no call. */
function refuseBroken(journal: Journal): (error: NodeJS.ErrnoException, socket: Duplex) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    journal.refuse(`a call is no HTTP that can be read: ${error.message}`)
    socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n')
  }
}

function send(response: ServerResponse, { status, prepared: { lines, body } }: WireAnswer): void {
  response.writeHead(status, lines)
  if (typeof body === 'string') response.end(body, 'latin1')
  else response.end(body)
}

/** Sends an answer bit by bit; its head goes out at once. */
async function sendStream(
  response: ServerResponse,
  { status, prepared: { lines } }: WireAnswer,
  stream: AsyncIterable<string>,
): Promise<void> {
  response.writeHead(status, lines)
  response.flushHeaders()
  if (response.req.method !== 'HEAD')
    for await (const text of stream)
      if (!response.write(text)) await Promise.race([once(response, 'drain'), once(response, 'close')])
  response.end()
}
