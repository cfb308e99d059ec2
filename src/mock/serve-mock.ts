import { readFile } from 'node:fs/promises'
import { maxHeaderSize } from 'node:http'
import path from 'node:path'
import { createSecureContext } from 'node:tls'
import type { ApiDescription } from '../api-description/api-description.ts'
import { type Mock, type MockTls, proxyRoute, routeText } from '../model/mock.ts'
import type { MockContext } from '../run/run-context.ts'
import { defined } from '../util/defined.ts'
import { andThen, catching, type Maybe } from '../util/maybe.ts'
import { formatSize } from '../util/quantity.ts'
import { reasonOf } from '../util/reason-of.ts'
import type { DescribedApi } from './described/described-api.ts'
import { type Answering, answerRequests } from './answer-requests.ts'
import { forAllOrigins } from './cors.ts'
import { Journal } from './journal.ts'
import { LiveRoutes } from './live-routes.ts'
import { type AnyRequest, type AnyResponse, isGone, openServer, type ServerEvents } from './open-server.ts'
import type { MockProxy } from './proxy/proxy.ts'
import type { ProxyContext } from './proxy/recorder.ts'
import type { ReceivedRequest } from './received-request.ts'
import { readRequest, RefusedRequest } from './read-request.ts'
import { reachableAt, type RunningMock } from './running-mock.ts'
import { answerSocket, sendAnswer } from './send-answer.ts'
import type { MockIdentity } from './tls/project-identity.ts'
import type { WebSocketContext } from './web-socket/serve-web-sockets.ts'
import { explanation } from './wire-answer.ts'

/**
 * Starts a mock. Rejects with the error of the listening where its port is taken or its address is not there, and with the reason
 * why its description cannot be read.
 */
export async function serveMock(mock: Mock, context: ProxyContext): Promise<RunningMock> {
  const { host = '127.0.0.1', port = 0, tls } = mock
  const identity = tls === undefined ? undefined : await readIdentity(tls, host, context)
  if (mock.services !== undefined)
    return (await import('./grpc/serve-grpc.ts')).serveGrpc(mock, context, identity)
  const journal = new Journal(() => current.context.recorder?.learner)
  let current = await answeringBy(mock, context, journal)
  const server = await openServer(defined({ host, port, identity }), {
    request: (request, response) => {
      void handle(request, response, current.answer, journal)
    },
    clientError: refuseBroken(journal),
    upgrade: (request, socket, ...more) => {
      import('./web-socket/serve-web-sockets.ts')
        .then(({ upgradeWebSocket }) => {
          upgradeWebSocket(current, request, socket, ...more)
        })
        .catch((error: unknown) => {
          journal.refuse(`${targetOf(request)} cannot be answered: ${reasonOf(error)}`)
          socket.destroy()
        })
    },
  })
  const address = reachableAt(host, server.port)
  const secure = identity === undefined ? '' : 's'
  return {
    variables: defined({
      url: `http${secure}://${address}`,
      address,
      webSocketUrl: `ws${secure}://${address}`,
      certificate: identity?.file,
    }),
    journal,
    get routes() {
      return current.texts
    },
    get description() {
      return current.description
    },
    readyFor: async (other, itsContext) => {
      const next = await answeringBy(other, itsContext, journal)
      return () => {
        current.proxy?.close()
        current = next
      }
    },
    stop: async () => {
      await server.close()
      current.proxy?.close()
    },
    reset: () => {
      current.reset()
      journal.reset()
    },
  }
}

/** The parts by which a mock answers. */
interface Answers extends WebSocketContext {
  readonly context: ProxyContext
  readonly answer: Answering
  /** Its routes and operations, as they are written; found when first asked for. */
  readonly texts: readonly string[]
  readonly description: ApiDescription | undefined
  readonly reset: () => void
}

async function answeringBy(mock: Mock, context: ProxyContext, journal: Journal): Promise<Answers> {
  const described = mock.spec === undefined ? undefined : await describedApi(mock.spec, mock, context)
  const routes = new LiveRoutes(mock.routes, context)
  const proxy =
    mock.proxy === undefined
      ? undefined
      : await proxyTo(mock.proxy, mock.tls === undefined ? 'http' : 'https', context)
  const answer = answerRequests(mock, journal, context, routes, { described, proxy })
  const hasOwn = (request: ReceivedRequest): boolean =>
    routes.knows(request.path, request.method) || described?.answer(request).kind === 'answered'
  let texts: readonly string[] | undefined
  return {
    ...{ mock, context, journal, routes, proxy, hasOwn },
    answer: mock.cors === true ? forAllOrigins(answer, hasOwn) : answer,
    description: described?.description,
    get texts() {
      texts ??= [
        ...new Set([...mock.routes, ...(described?.operations ?? [])].map(routeText)),
        ...(proxy === undefined ? [] : [proxyRoute]),
      ]
      return texts
    },
    reset: () => {
      routes.reset()
      described?.reset()
    },
  }
}

async function proxyTo(address: string, scheme: string, context: ProxyContext): Promise<MockProxy> {
  const { MockProxy: Proxy } = await import('./proxy/proxy.ts')
  return new Proxy(address, scheme, context)
}

/** The identity that a mock shows. Rejects with the reason why files cannot be read. */
async function readIdentity(
  tls: 'made' | MockTls,
  host: string,
  { directory, toolFolder }: MockContext,
): Promise<MockIdentity> {
  if (tls === 'made') return (await import('./tls/project-identity.ts')).projectIdentity(toolFolder, host)
  const [file, keyFile] = [tls.certificate, tls.key].map(name => path.resolve(directory, name)) as [
    string,
    string,
  ]
  const [certificate, key] = await Promise.all([readFile(file, 'utf8'), readFile(keyFile, 'utf8')])
  try {
    createSecureContext({ cert: certificate, key })
  } catch (error) {
    throw new Error(`${tls.certificate} and ${tls.key} are no certificate and its key: ${reasonOf(error)}`, {
      cause: error,
    })
  }
  return { file, certificate, key }
}

async function describedApi(
  spec: string,
  { state }: Mock,
  { directory }: MockContext,
): Promise<DescribedApi> {
  const { loadDescribedApi } = await import('./described/load-described-api.ts')
  return loadDescribedApi(path.resolve(directory, spec), { collections: state, directory })
}

function handle(
  request: AnyRequest,
  response: AnyResponse,
  answer: Answering,
  journal: Journal,
): Maybe<void> {
  const gone = (): AbortSignal => whenGone(response)
  const respond = (received: ReceivedRequest | RefusedRequest): Maybe<void> => {
    if (!(received instanceof RefusedRequest))
      return catching(
        () =>
          andThen(
            answer(received, gone, () => whenSent(response)),
            wire => (isGone(response) ? undefined : sendAnswer(response, wire, gone)),
          ),
        error => {
          // It was counted when it came.
          journal.complain(`${received.method} ${received.url}: ${reasonOf(error)}`)
          response.destroy()
        },
      )
    const { status, reason } = received
    journal.refuse(`${targetOf(request)}: ${reason}`)
    return sendAnswer(response, explanation(status, { error: reason }).with('connection', 'close'), gone)
  }
  return catching(
    () => andThen(readRequest(request), respond),
    error => {
      // A client that has gone before it had said all has asked for nothing.
      if (request.destroyed && !request.complete) return
      journal.refuse(`${targetOf(request)} cannot be answered: ${reasonOf(error)}`)
      response.destroy()
    },
  )
}

/** Resolves when an answer has been sent, or cannot be any more. */
function whenSent(response: AnyResponse): Promise<void> {
  return new Promise(resolve => {
    if (isGone(response)) resolve()
    else
      response.once('close', () => {
        resolve()
      })
  })
}

/** Aborted when the client has gone. Most answers do not wait, and need none. */
function whenGone(response: AnyResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => {
    gone.abort()
  })
  if (isGone(response)) gone.abort()
  return gone.signal
}

/** Milliseconds that a connection stays open behind an answer to what could not be read. */
const lingering = 1000

/** Answers what is no HTTP, or takes too long to become it; a client that has gone is no call. */
function refuseBroken(journal: Journal): ServerEvents['clientError'] {
  return (error, socket) => {
    // It has been answered, and this is the rest of it.
    if (socket?.writableEnded === true && !socket.destroyed) return
    if (error.code === 'ECONNRESET' || socket?.writable === false) {
      socket?.destroy()
      return
    }
    const isTooLong = error.code === 'HPE_HEADER_OVERFLOW'
    const why = isTooLong ? `its head is longer than ${formatSize(maxHeaderSize)}` : error.message
    const reason = `a call is no HTTP that can be read: ${why}`
    journal.refuse(reason)
    if (socket === undefined) return
    answerSocket(socket, explanation(isTooLong ? 431 : 400, { error: reason }))
    // A client that is still sending gets no answer from a connection that is closed at once (RFC 9112, 9.6).
    setTimeout(() => socket.destroy(), lingering).unref()
  }
}

/** The method and URL of a request, without the query: it may hold secrets, and nothing has learnt them. */
function targetOf({ method = '', url = '' }: AnyRequest): string {
  return `${method} ${url.replace(/\?.*/s, '')}`
}
