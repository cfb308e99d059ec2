import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headerValue } from '../../model/header-value.ts'
import { requestMethods } from '../../model/request-methods.ts'
import { RunResources } from '../resources.ts'
import { exchangeOf } from '../testing/answers.ts'
import { testContext } from '../testing/test-context.ts'
import { http2Server } from '../transport/testing/http2-server.ts'
import { action } from './index.ts'
import { httpServer } from './testing/http-server.ts'
import { exchange, failure } from './testing/perform.ts'
import { bytes, rawServer } from './testing/raw-server.ts'

test('a request is written as the step says, byte for byte', async () => {
  await using server = await rawServer(bytes('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
  const { request } = await exchange({
    request: `POST ${server.url}/a/b?x=1`,
    query: { tag: ['one', 'two words'], none: null, ok: true },
    headers: { 'X-Twice': ['1', 'b'], 'x-count': 5 },
    json: { name: 'Ada' },
  })
  assert.deepEqual(server.heads, [
    'POST /a/b?x=1&tag=one&tag=two%20words&ok=true HTTP/1.1\r\n' +
      `host: 127.0.0.1:${server.port}\r\n` +
      'connection: keep-alive\r\n' +
      'user-agent: apitest/development\r\n' +
      'accept: */*\r\n' +
      'accept-encoding: gzip, deflate, br, zstd\r\n' +
      'content-type: application/json\r\n' +
      'X-Twice: 1\r\n' +
      'X-Twice: b\r\n' +
      'x-count: 5\r\n' +
      'content-length: 14\r\n' +
      '\r\n' +
      '{"name":"Ada"}',
  ])
  const written = request.headers.map(([name, value]) => `${name}: ${value}`)
  const lines = server.heads.join('').split('\r\n').slice(1, -2)
  assert.deepEqual(written.toSorted(), lines.filter(line => line !== 'connection: keep-alive').toSorted())
})

/** Methods whose content means something, so that a request without any says so (RFC 9110 section 8.6). */
const withLength = new Set(['POST', 'PUT', 'PATCH', 'QUERY', 'PROPFIND', 'PROPPATCH'])

for (const method of requestMethods) {
  test(`${method} is sent without a body`, async () => {
    await using server = await rawServer(bytes('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
    const { request } = await exchange({ request: `${method} ${server.url}/` })
    const [head = ''] = server.heads
    assert.ok(head.startsWith(`${method} / HTTP/1.1\r\n`), head)
    assert.equal(/^content-length: 0\r$/m.test(head), withLength.has(method))
    assert.equal(request.summary, `${method} ${server.url}/`)
  })
  if (method !== 'TRACE')
    test(`${method} is sent with a body`, async () => {
      await using server = await rawServer(bytes('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
      const { request } = await exchange({ request: `${method} ${server.url}/`, text: 'body' })
      const [head = ''] = server.heads
      assert.match(head, /^content-length: 4\r$/m)
      assert.ok(head.endsWith('\r\n\r\nbody'), head)
      assert.equal(request.method, method)
    })
}

test('TRACE has no body, and nothing of the settings that its answer must not repeat', async () => {
  await using server = await httpServer((_request, response) =>
    response.writeHead(200, { 'set-cookie': 'a=1' }).end(),
  )
  const session = new RunResources()
  const context = { session, settings: { auth: { bearer: 'shared' } } }
  await exchange({ request: `GET ${server.url}/` }, context)
  await exchange({ request: `TRACE ${server.url}/` }, context)
  await exchange(
    { request: `TRACE ${server.url}/`, auth: { bearer: 'own' }, headers: { cookie: 'b=2' } },
    context,
  )
  await exchange({ request: `GET ${server.url}/` }, context)
  assert.deepEqual(
    server.seen.map(({ headers: { authorization, cookie } }) => [authorization, cookie]),
    [
      ['Bearer shared', undefined],
      [undefined, undefined],
      ['Bearer own', 'b=2'],
      ['Bearer shared', 'a=1'],
    ],
  )
  const { message } = await failure({ request: `TRACE ${server.url}/`, text: 'body' })
  assert.equal(message, 'a TRACE request has no body')
  await session.close()
})

test('an answer keeps its header lines as they came: order, case and repetition', async () => {
  await using server = await rawServer(
    bytes(
      'HTTP/1.1 201 Well Made\r\nX-b: 1\r\nSet-Cookie: a=1\r\nX-Empty:\r\nset-cookie: b=2\r\nX-a: \xe9\r\ncontent-length: 2\r\n\r\nhi',
    ),
  )
  const { response } = await exchange({ request: `GET ${server.url}/` })
  assert.equal(response.status, 201)
  assert.equal(response.statusText, 'Well Made')
  assert.deepEqual(response.headers, [
    ['X-b', '1'],
    ['Set-Cookie', 'a=1'],
    ['X-Empty', ''],
    ['set-cookie', 'b=2'],
    ['X-a', 'é'],
    ['content-length', '2'],
  ])
  assert.equal(response.body.text(), 'hi')
})

for (const status of [200, 299, 304, 399, 400, 500])
  test(`status ${status} went ${status < 400 ? 'well' : 'wrong'}`, async () => {
    await using server = await httpServer((_request, response) => response.writeHead(status).end())
    const { success } = await exchange({ request: `GET ${server.url}/` })
    assert.deepEqual(success, { holds: status < 400, expected: '2xx or 3xx' })
  })

test('a redirect is an answer like any other', async () => {
  await using server = await httpServer((_request, response) =>
    response.writeHead(302, { location: '/b' }).end(),
  )
  const { response } = await exchange({ request: `GET ${server.url}/a` })
  assert.equal(response.status, 302)
  assert.equal(server.seen.length, 1)
})

test('defaults give way to headers of the settings, and those to headers of the step, in any case of letters', async () => {
  await using server = await httpServer()
  await exchange(
    {
      request: `GET ${server.url}/`,
      headers: { 'X-Trace': 'step', 'user-agent': 'me', Host: 'api.example' },
    },
    {
      settings: { headers: { 'x-trace': 'settings', ACCEPT: 'text/html', 'X-Other': 1, 'User-Agent': 'us' } },
    },
  )
  const headers = server.seen[0]?.headers
  assert.equal(headers?.['x-trace'], 'step')
  assert.equal(headers['accept'], 'text/html')
  assert.equal(headers['x-other'], '1')
  assert.equal(headers['user-agent'], 'me')
  assert.equal(headers['host'], 'api.example')
})

test('a header given as null is left out', async () => {
  await using server = await httpServer()
  await exchange({ request: `GET ${server.url}/`, headers: { accept: null, 'user-agent': null } })
  assert.equal(server.seen[0]?.headers['accept'], undefined)
  assert.equal(server.seen[0]?.headers['user-agent'], undefined)
})

for (const version of ['1.1', '2'])
  test(`D5: header text beyond ASCII is sent as UTF-8, and read so where it comes back (HTTP/${version})`, async () => {
    const text = 'Zoë → 東京 🚀'
    const utf8 = Buffer.from(text).toString('latin1')
    const seen: unknown[] = []
    await using server =
      version === '2'
        ? await http2Server((stream, headers) => {
            seen.push(headers['x-name'])
            stream.respond({ 'x-utf8': utf8, 'x-latin1': '\xe9' })
            stream.end()
          }, false)
        : await httpServer((request, response) => {
            seen.push(request.headers['x-name'])
            response.writeHead(200, { 'x-utf8': utf8, 'x-latin1': '\xe9' }).end()
          })
    const context = { settings: { transport: { 'http-version': version } } }
    const { request, response } = await exchange(
      { request: `GET ${server.url}/`, headers: { 'x-name': text } },
      context,
    )
    assert.deepEqual(seen, [utf8])
    assert.equal(headerValue(request.headers, 'x-name'), text)
    assert.equal(headerValue(response.headers, 'x-utf8'), text)
    assert.equal(headerValue(response.headers, 'x-latin1'), 'é')
  })

test('D5: a question mark at the end of a URL is sent', async () => {
  await using server = await httpServer()
  for (const path of ['/x?', '?', '/x?#a', '/x?']) await exchange({ request: `GET ${server.url}${path}` })
  assert.deepEqual(
    server.seen.map(({ url }) => url),
    ['/x?', '/?', '/x?', '/x?'],
  )
})

for (const [headers, message] of [
  [{ 'x-a': 'a\r\nx-b: c' }, /^header "x-a" has a line break in its value "a\\r\\nx-b: c"$/],
  [{ 'x-a': ['a', 'b\n'] }, /^header "x-a" has a line break/],
  [{ 'x a': '1' }, /^"x a" is not a header name$/],
  [{ '': '1' }, /^"" is not a header name$/],
  [{ 'x-a\r\nx-b': '1' }, /^"x-a\\r\\nx-b" is not a header name$/],
  [{ 'x-a': 'a\x7f' }, /^header "x-a" has the character "\x7f" in its value, which HTTP cannot carry$/],
  [{ 'x-a': { b: 1 } }, /^header "x-a" must be text/],
  [{ host: ['a', 'b'] }, /^header "host" can be sent only once$/],
  [{ 'Transfer-Encoding': 'chunked' }, /^header "Transfer-Encoding" cannot be set/],
] as const)
  test(`nothing is sent with the headers ${JSON.stringify(headers)}`, async () => {
    await using server = await httpServer()
    const { kind, message: text } = await failure({ request: `GET ${server.url}/`, headers })
    assert.equal(kind, 'Request Error')
    assert.match(text, message)
    assert.equal(server.seen.length, 0)
  })

test('a content-length that does not fit the body is refused', async () => {
  await using server = await httpServer()
  const { kind } = await failure({
    request: `POST ${server.url}/`,
    text: 'four',
    headers: { 'content-length': 3 },
  })
  assert.equal(kind, 'Request Error')
  assert.equal(server.seen.length, 0)
})

test('requests of one run share a connection', async () => {
  const ports = new Set<number | undefined>()
  await using server = await httpServer((_request, response) => {
    ports.add(response.socket?.remotePort)
    response.end('{}')
  })
  const context = testContext()
  for (let count = 0; count < 5; count++)
    exchangeOf(await action.perform({ request: `POST ${server.url}/`, json: {} }, context))
  await context.resources.close()
  assert.equal(ports.size, 1)
  assert.equal(server.seen.length, 5)
})

test('a failure carries the request and the times', async () => {
  const { request, timings } = await failure({ request: 'POST http://127.0.0.1:1/x', json: { a: 1 } })
  assert.equal(request?.summary, 'POST http://127.0.0.1:1/x')
  assert.equal(request.body?.text, '{"a":1}')
  assert.ok((timings?.startedAt ?? 0) > 1e12)
})
