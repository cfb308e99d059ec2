import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { type WebSocket, WebSocketServer } from 'ws'
import { listen, type TestServer } from '../../../actions/http/testing/http-server.ts'

const user = {
  id: 7,
  name: 'Ada',
  email: 'ada@example.org',
  age: '36',
  balance: 12.5,
  active: true,
  verified: 'true',
  nick: '',
  phone: null,
  zip: '01234',
  version: '1.10',
  since: '2026-01-02',
  tags: ['new', 'vip'],
  codes: ['7', '8'],
  address: { city: 'London', zip: '01234' },
}

const items = [
  { id: 1, name: 'Ada', state: 'active', role: 'admin', price: 5 },
  { id: 2, name: 'Bob', state: 'failed', role: 'user', price: '20' },
]

const bodies: Readonly<Record<string, unknown>> = {
  '/user': user,
  '/users': { items, total: 2 },
  '/list': items,
  '/none': { items: [], total: 0 },
  '/graphql': { data: null, errors: [{ message: 'Cannot query field "nmae"' }] },
  '/graphql-ok': { data: { user: { name: 'Ada' } } },
}

/** Text as it goes out, with a type; JSON and UTF-8 (default). */
const texts: Readonly<Record<string, readonly [text: string | Buffer, type?: string, status?: number]>> = {
  '/html': ['<h1>Sign in</h1>', 'text/html'],
  '/html-as-json': ['<h1>Sign in</h1>'],
  '/json-as-html': ['{"id":7,"name":"Ada"}', 'text/html'],
  '/text': ['Hello, Ada', 'text/plain'],
  '/quote': [
    '<q:Quote xmlns:q="urn:q" xmlns="urn:i"><Price>12.50</Price><Price>7.00</Price><q:Total>19.50</q:Total></q:Quote>',
    'text/xml',
  ],
  '/empty': [''],
  '/null': ['null'],
  '/two': ['{"name":"Ada"}{"name":"Bob"}'],
  '/lines': ['{"name":"Ada"}\n{"name":"Bob"}\n', 'application/x-ndjson'],
  '/nan': ['{"total": NaN}'],
  '/big': ['{"id": 9007199254740993}'],
  '/cut': ['{"name":"Ada","items":[1,2'],
  '/problem': ['{"title":"no such user"}', 'application/problem+json', 404],
  '/latin': [Buffer.from('{"name":"J\u00fcrgen"}', 'latin1')],
}

/** The bytes of answers that are written byte by byte, from the status line on. */
const raw: Readonly<Record<string, string>> = {
  '/short': 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"name":"Ada"}',
  '/chunks':
    'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\ne\r\n{"name":"Ada"}\r\n',
  '/status-099': 'HTTP/1.1 099 Fine\r\nContent-Length: 0\r\n\r\n',
  '/status-2000': 'HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n',
  '/status-20': 'HTTP/1.1 20 OK\r\nContent-Length: 0\r\n\r\n',
  '/status-word': 'HTTP/1.1 OK\r\nContent-Length: 0\r\n\r\n',
}

/** Starts the server of the table: HTTP, streams of events and WebSockets on one port. */
export async function answers(): Promise<TestServer> {
  const server = createServer(answer)
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head) => {
    sockets.handleUpgrade(request, socket, head, webSocket => {
      if (request.url === '/ws/refused') webSocket.close(1008, 'not for you')
      else if (request.url !== '/ws/quiet') greet(webSocket)
    })
  })
  return listen(server, 'http', () => {
    for (const webSocket of sockets.clients) webSocket.terminate()
    server.closeAllConnections()
  })
}

/** Says welcome, and every message back. */
function greet(webSocket: WebSocket): void {
  webSocket.send('{"type":"welcome","state":"ok"}')
  webSocket.on('message', data => {
    webSocket.send(data, { binary: false })
  })
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const status = /^\/status\/(\d+)$/.exec(pathname)?.[1]
  if (raw[pathname] !== undefined) response.socket?.end(raw[pathname])
  else if (status !== undefined) response.writeHead(Number(status), { 'x-version': '2' }).end()
  else if (pathname === '/cookies') response.writeHead(200, { 'set-cookie': cookies }).end('ok')
  else if (pathname === '/redirect') response.writeHead(302, { location: '/html' }).end()
  else if (pathname === '/around') response.writeHead(302, { location: '/around' }).end()
  else if (pathname === '/events') events(response, searchParams)
  else if (pathname === '/packed') packed(response, searchParams)
  else whole(response, pathname)
}

const cookies = [
  'session=abc123; Path=/; HttpOnly; SameSite=Lax; Max-Age=3600',
  'theme=dark; Secure',
  'twice=1; Path=/a',
  'twice=2; Path=/b',
]

function whole(response: ServerResponse, pathname: string): void {
  const json = bodies[pathname]
  const missing = ['not found', 'text/plain', 404] as const
  const known = json === undefined ? texts[pathname] : ([JSON.stringify(json)] as const)
  const [text, type = 'application/json', status = 200] = known ?? missing
  response.writeHead(status, { 'content-type': type, 'x-version': '2', 'x-empty': '' }).end(text)
}

/** Two events; the stream then stays open, unless `end` is asked for. */
function events(response: ServerResponse, asked: URLSearchParams): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write('event: price\ndata: {"state":"active","value":5}\n\n')
  response.write('event: price\ndata: {"state":"failed","value":"20"}\n\n')
  if (asked.has('end')) response.end()
}

/** A body by gzip: whole, cut off, or none at all. */
function packed(response: ServerResponse, asked: URLSearchParams): void {
  const whole = gzipSync(JSON.stringify(user))
  const body = asked.has('cut') ? whole.subarray(0, -12) : asked.has('plain') ? JSON.stringify(user) : whole
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body)
}
