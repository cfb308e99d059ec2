import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { headerBytes } from '../../actions/http/engine/header-list.ts'
import { type Mock, webSocketMethod } from '../../model/mock.ts'
import type { MockContext } from '../../run/run-context.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { answerByRoute, answerOtherwise } from '../answer-requests.ts'
import { delayAnswer } from '../delay.ts'
import type { Journal } from '../journal.ts'
import type { LiveRoutes } from '../live-routes.ts'
import { largestBody } from '../read-request.ts'
import { ReceivedRequest } from '../received-request.ts'
import type { MockProxy } from '../proxy/proxy.ts'
import type { WireAnswer } from '../wire-answer.ts'
import { answerSocket } from '../send-answer.ts'
import { talkOver } from './talk-over.ts'

/** Context in which WebSockets of a mock are answered. */
export interface WebSocketContext {
  readonly mock: Mock
  readonly routes: LiveRoutes
  readonly journal: Journal
  readonly context: MockContext
  /** The server behind the mock. */
  readonly proxy: MockProxy | undefined
  /** True where the mock itself answers a request. */
  readonly hasOwn: (request: ReceivedRequest) => boolean
}

const sockets = new WebSocketServer({
  noServer: true,
  maxPayload: largestBody,
  handleProtocols: chooseProtocol,
})
sockets.on('headers', (lines, request) => {
  for (const [name, value] of answers.get(request)?.headers ?? [])
    lines.push(`${name}: ${headerBytes([value])[0] ?? ''}`)
})

/** Answers who asks for another protocol: by a WebSocket, or without taking it up. `serveAgain` reads a connection anew. */
export function upgradeWebSocket(
  socketContext: WebSocketContext,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  serveAgain: (socket: Duplex) => void,
): void {
  const { journal } = socketContext
  const { url, rawHeaders } = request
  const asked = new ReceivedRequest({ method: webSocketMethod, url, rawHeaders }, Buffer.alloc(0))
  const way = isHandshake(request) ? wayOf(asked, request, socketContext) : undefined
  if (way === undefined) {
    socket.unshift(Buffer.concat([withoutUpgrade(request), head]))
    serveAgain(socket)
    return
  }
  socket.on('error', () => undefined)
  const accept = (): Promise<WebSocket> =>
    new Promise((resolve, reject) => {
      const refuseHandshake = (error: Error): void => {
        socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n')
        reject(error)
      }
      sockets.once('wsClientError', refuseHandshake)
      sockets.handleUpgrade(request, socket, head, resolve)
      sockets.off('wsClientError', refuseHandshake)
    })
  way(asked, request, socket, accept, socketContext).catch((error: unknown) => {
    journal.complain(`${webSocketMethod} ${asked.url} cannot be answered: ${reasonOf(error)}`)
    if (!socket.writableEnded) socket.destroy()
  })
}

/** How a WebSocket that is asked for comes to be: by a route, or by the server behind where the mock itself has nothing to say. */
function wayOf(
  asked: ReceivedRequest,
  { method, url, rawHeaders }: IncomingMessage,
  { routes, proxy, hasOwn }: WebSocketContext,
): typeof answerHandshake | undefined {
  if (routes.knows(asked.path, webSocketMethod)) return answerHandshake
  if (proxy === undefined || routes.knows(asked.path, 'ANY')) return undefined
  return hasOwn(new ReceivedRequest({ method, url, rawHeaders }, Buffer.alloc(0))) ? undefined : handOn
}

/** The answers to handshakes, for the code that writes them. */
const answers = new WeakMap<
  IncomingMessage,
  Pick<WireAnswer, 'headers'> & { readonly preferredProtocols?: readonly string[] }
>()

function chooseProtocol(offered: ReadonlySet<string>, request: IncomingMessage): string | false {
  const { preferredProtocols = [...offered] } = answers.get(request) ?? {}
  return preferredProtocols.find(name => offered.has(name)) ?? false
}

function isHandshake({ method, headers: { upgrade = '' } }: IncomingMessage): boolean {
  return method === 'GET' && /^websocket$/i.test(upgrade)
}

/**
 * The head of a request without its upgrade: other upgrades than to a route's WebSocket, such as that to h2c which clients offer
 * with any request, are not taken up.
 */
function withoutUpgrade({ method = 'GET', url = '/', httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2)
    const kept = /^connection$/i.test(name) ? otherTokens(value) : value
    if (!/^(?:upgrade|http2-settings)$/i.test(name) && kept !== '') lines.push(`${name}: ${kept}`)
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}

function otherTokens(value: string): string {
  return value
    .split(',')
    .map(token => token.trim())
    .filter(token => !/^(?:upgrade|http2-settings)$/i.test(token))
    .join(', ')
}

async function answerHandshake(
  asked: ReceivedRequest,
  request: IncomingMessage,
  socket: Duplex,
  accept: () => Promise<WebSocket>,
  { mock, routes, journal, context }: WebSocketContext,
): Promise<void> {
  const call = journal.begin(asked)
  const found = await routes.find(asked)
  if (found.kind === 'none') {
    const { answer, ...noted } = answerOtherwise(asked, found, mock, context)
    journal.settle(call, { status: answer.status, ...noted })
    answerSocket(socket, answer)
    return
  }
  const { answer, problem } = await answerByRoute(found.maker, found.route, found.scope, asked)
  journal.settle(call, { status: answer.status, route: found.route, problem, span: found.written.span })
  const { delay, talk } = found.maker.written
  if (delay !== undefined) await delayAnswer(delay, whenClosed(socket))
  if (socket.destroyed) return
  if (answer.status !== 101 || talk === undefined) {
    answerSocket(socket, answer)
    return
  }
  answers.set(request, {
    headers: answer.headers,
    ...(talk.subprotocols === undefined ? {} : { preferredProtocols: talk.subprotocols }),
  })
  await talkOver(await accept(), { talk, chosen: found, call, journal }, context)
}

/** Has the server behind the mock answer. */
async function handOn(
  asked: ReceivedRequest,
  request: IncomingMessage,
  socket: Duplex,
  accept: () => Promise<WebSocket>,
  { journal, proxy }: WebSocketContext,
): Promise<void> {
  if (proxy === undefined) return
  const call = journal.begin(asked)
  const { passWebSocket } = await import('../proxy/pass-web-socket.ts')
  await passWebSocket(asked, proxy, journal, {
    call,
    gone: whenClosed(socket),
    accept: (headers, subprotocol) => {
      answers.set(request, { headers, preferredProtocols: subprotocol === undefined ? [] : [subprotocol] })
      return accept()
    },
    refuse: answer => {
      answerSocket(socket, answer)
    },
  })
}

function whenClosed(socket: Duplex): AbortSignal {
  const gone = new AbortController()
  socket.once('close', () => {
    gone.abort()
  })
  return gone.signal
}
