import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { CallOutcome, ReceivedCall } from '../journal.ts'
import type { LiveMock, LiveMocks } from './live-mocks.ts'
import type { ControlPlace } from './registry.ts'
import { isSameSecret } from '../../util/is-same-secret.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'
import { writeJson } from '../../util/exact-number.ts'

/** Where the mocks of a process are asked and told from outside. */
export interface ControlServer {
  readonly place: ControlPlace
  close(): Promise<void>
}

/** The page of a process of mocks, with what a browser may do with it. */
export interface ControlPage {
  readonly text: string
  readonly policy: string
}

/**
 * Starts the control of the mocks of a process: on an address of its own, so that the mocks answer at every path. Only who
 * knows the token is answered; the page, which holds nothing by itself, brings it along.
 */
export async function startControl(
  mocks: LiveMocks,
  page: () => Promise<ControlPage>,
): Promise<ControlServer> {
  const token = randomBytes(24).toString('base64url')
  const server = createServer((request, response) => {
    // A request that cannot be answered any more has lost its client.
    void handle(control, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const control = { mocks, page, place: { url, token } }
  return {
    place: control.place,
    close: async () => {
      const closed = new Promise(resolve => server.close(resolve))
      server.closeIdleConnections()
      // A client that is being told that it is over may hear that to its end.
      await Promise.race([closed, wait(closingTimeout, undefined, { ref: false })])
      server.closeAllConnections()
    },
  }
}

/** Milliseconds. */
const closingTimeout = 500

/** The parts with which requests are answered. */
interface Control {
  readonly mocks: LiveMocks
  readonly page: () => Promise<ControlPage>
  readonly place: ControlPlace
}

async function handle(
  { mocks, page, place: { url, token } }: Control,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  for (const [name, value] of Object.entries(guards)) response.setHeader(name, value)
  const { pathname, searchParams } = new URL(request.url ?? '/', url)
  const target = `${request.method ?? ''} ${pathname}`
  if (isForeign(request, url)) answer(response, 403, { error: 'this is for its own page only' })
  else if (target === 'GET /') sendPage(response, await page())
  // Browsers ask for it by themselves.
  else if (target === 'GET /favicon.ico') response.writeHead(204).end()
  else if (!isKnown(request, token)) answer(response, 401, { error: 'the token is missing' })
  else if (handlers[target] === undefined) answer(response, 404, { error: 'there is nothing here' })
  else await handlers[target]({ mocks, response, asked: searchParams })
}

const guards = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** True where a page of another place asks: by its origin, or by a name that leads here (DNS rebinding). */
function isForeign({ headers }: IncomingMessage, url: string): boolean {
  const { host, origin } = headers
  const site = headers['sec-fetch-site'] ?? 'none'
  return `http://${host ?? ''}` !== url || (origin ?? url) !== url || !['none', 'same-origin'].includes(site)
}

function isKnown({ headers }: IncomingMessage, token: string): boolean {
  return isSameSecret(headers.authorization ?? '', `Bearer ${token}`)
}

function sendPage(response: ServerResponse, { text, policy }: ControlPage): void {
  response.setHeader('content-security-policy', policy)
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(text)
}

function answer(response: ServerResponse, status: number, value: JsonValue): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(writeJson(value))
}

/** A question with where its answer goes. */
interface Asked {
  readonly mocks: LiveMocks
  readonly response: ServerResponse
  readonly asked: URLSearchParams
}

const handlers: Readonly<Record<string, (asked: Asked) => void | Promise<void>>> = {
  'GET /api/mocks': ({ mocks, response }) => {
    answer(response, 200, mocks.state())
  },
  'GET /api/calls': one((mock, { mocks, response, asked }) => {
    const route = asked.get('route') ?? undefined
    if (route === undefined || mock.running.routes.includes(route))
      answer(response, 200, mocks.calls(mock, route))
    else answer(response, 404, { error: `there is no route ${route}`, routes: mock.running.routes })
  }),
  'GET /api/call': one((mock, { mocks, response, asked }) => {
    const found = mocks.call(mock, Number(asked.get('number')))
    answer(response, found === undefined ? 410 : 200, found ?? { error: 'this call is not kept any more' })
  }),
  'GET /api/events': sendEvents,
  'POST /api/reset': one((mock, { response }) => {
    mock.running.reset()
    answer(response, 200, { reset: mock.mock.name })
  }),
  'POST /api/stop': async ({ mocks, response, asked }) => {
    const names = asked.getAll('mock')
    const stopped = await mocks.stop(names.length === 0 ? undefined : names, 'stopped')
    answer(response, 200, { stopped })
  },
}

/** A question about one mock. */
function one(handler: (mock: LiveMock, asked: Asked) => void): (asked: Asked) => void {
  return asked => {
    const mock = asked.mocks.find(asked.asked.get('mock') ?? '')
    if (mock === undefined) answer(asked.response, 404, { error: 'there is no such mock here' })
    else handler(mock, asked)
  }
}

/** Milliseconds between two looks at what came. */
const lookEvery = 250

/** Milliseconds after which a line without meaning keeps the connection open. */
const quietFor = 15_000

/** Tells what comes as it comes (server-sent events): the mocks with their counts, and calls. */
function sendEvents({ mocks, response }: Asked): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const seen = new WeakMap<ReceivedCall, CallOutcome | undefined>()
  let known = ''
  let spokeAt = monotonicTime()
  const send = (event: string, value: JsonValue | JsonObject): void => {
    spokeAt = monotonicTime()
    response.write(`event: ${event}\ndata: ${writeJson(value)}\n\n`)
  }
  const look = (): void => {
    // A client that does not read gets no more until then; the news that matter are told after that.
    if (response.writableNeedDrain) return
    const state = mocks.state()
    const text = writeJson(state)
    if (text !== known) send('state', state)
    known = text
    const calls = mocks.all.flatMap(mock => mocks.news(mock, seen))
    if (calls.length > 0) send('calls', calls)
    if (monotonicTime() - spokeAt > quietFor) {
      spokeAt = monotonicTime()
      response.write(':\n\n')
    }
  }
  look()
  const timer = setInterval(look, lookEvery)
  const end = (): void => void response.end('event: over\ndata: null\n\n')
  mocks.over.addEventListener('abort', end)
  response.once('close', () => {
    clearInterval(timer)
    mocks.over.removeEventListener('abort', end)
  })
}
