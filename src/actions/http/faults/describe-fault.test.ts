import assert from 'node:assert/strict'
import { test } from 'node:test'
import { httpServer } from '../testing/http-server.ts'
import { failure } from '../testing/perform.ts'
import { bytes, rawServer, type RawAnswer } from '../testing/raw-server.ts'

const head = 'HTTP/1.1 200 OK\r\n'

const answers: readonly (readonly [what: string, answer: RawAnswer, message: string])[] = [
  ['closes', bytes('', 'end'), 'the server closed the connection without an answer (CLOSED)'],
  ['resets', bytes('', 'reset'), 'the connection was reset without an answer (ECONNRESET)'],
  [
    'closes within the headers',
    bytes(`${head}content-`, 'end'),
    'the server closed the connection before the headers of the answer were complete (CLOSED)',
  ],
  [
    'resets within the headers',
    bytes(`${head}content-`, 'reset'),
    'the connection was reset before the headers of the answer were complete (ECONNRESET)',
  ],
  [
    'closes within a body of known length',
    bytes(`${head}content-length: 10\r\n\r\nhello`, 'end'),
    'the server closed the connection before the answer was complete, after 5 of 10 bytes (CLOSED)',
  ],
  [
    'closes within a body of known length after saying it would',
    bytes(`${head}connection: close\r\ncontent-length: 10\r\n\r\nhello`, 'end'),
    'the server closed the connection before the answer was complete, after 5 of 10 bytes (CLOSED)',
  ],
  [
    'closes within a chunked body',
    bytes(`${head}transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n`, 'end'),
    'the server closed the connection before the answer was complete, after 5 bytes (CLOSED)',
  ],
  [
    'closes within a chunked body after saying it would',
    bytes(`${head}connection: close\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhel`, 'end'),
    'the server closed the connection before the answer was complete, after 3 bytes (CLOSED)',
  ],
  [
    'resets within a body',
    bytes(`${head}content-length: 10\r\n\r\nhello`, 'reset'),
    'the connection was reset before the answer was complete, after 5 of 10 bytes (ECONNRESET)',
  ],
  [
    'sends no HTTP',
    bytes('hello there\r\n\r\n', 'end'),
    'the answer is not valid HTTP: Expected HTTP/ (MALFORMED)',
  ],
  [
    'sends an impossible version',
    bytes('HTTP/9.9 200 OK\r\n\r\n'),
    'the answer is not valid HTTP: Invalid HTTP version (MALFORMED)',
  ],
  [
    'sends an impossible status',
    bytes('HTTP/1.1 abc OK\r\n\r\n'),
    'the answer is not valid HTTP: Invalid status code (MALFORMED)',
  ],
  [
    'sends a bad header name',
    bytes(`${head}bad header: 1\r\n\r\n`),
    'the answer is not valid HTTP: Invalid header token in "bad header" (MALFORMED)',
  ],
  [
    'sends a bad content-length',
    bytes(`${head}content-length: ten\r\n\r\n`),
    'the answer is not valid HTTP: Invalid character in Content-Length (MALFORMED)',
  ],
  [
    'sends a content-length and chunks',
    bytes(`${head}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
    'the headers of the answer are not valid HTTP (TWO_LENGTHS)',
  ],
  [
    'sends a bad chunk size',
    bytes(`${head}transfer-encoding: chunked\r\n\r\nzz\r\n`),
    'the answer is not valid HTTP: Invalid character in chunk size (MALFORMED)',
  ],
  [
    'sends endless headers',
    bytes(`${head}${'x-a: 1\r\n'.repeat(50_000)}`),
    "the answer's headers are larger than 128 KiB (HEADERS_TOO_LARGE)",
  ],
  [
    'switches protocols',
    bytes('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
    'the server switched to another protocol, which nobody asked for (101)',
  ],
]

for (const [what, answer, message] of answers)
  test(`a server that ${what}`, async () => {
    await using server = await rawServer(answer)
    const { kind, message: text } = await failure({ request: `GET ${server.url}/` }, { timeout: 2000 })
    assert.equal(kind, 'Network Error')
    assert.equal(text, message)
  })

test('nothing listens', async () => {
  const { kind, message, hint } = await failure({ request: 'GET http://127.0.0.1:1/' })
  assert.equal(kind, 'Network Error')
  assert.equal(message, 'connect ECONNREFUSED 127.0.0.1:1 (nothing listens there)')
  assert.match(hint ?? '', /^Start the service/)
})

test('nothing listens at any address of a name', async () => {
  const { message } = await failure({ request: 'GET http://localhost:1/' })
  assert.match(message, /^connect ECONNREFUSED (::1:1 and )?127\.0\.0\.1:1 \(nothing listens there\)$/)
})

test('a host that does not exist', async () => {
  const { message } = await failure({ request: 'GET http://no-such-host.invalid/' })
  assert.match(message, /^host "no-such-host\.invalid" not found \((ENOTFOUND|EAI_AGAIN)\)$/)
})

test('TLS with a server that speaks plain HTTP', async () => {
  await using server = await httpServer()
  const host = `127.0.0.1:${server.port}`
  const { kind, message, hint } = await failure({ request: `GET https://${host}/` })
  assert.equal(kind, 'Network Error')
  assert.match(message, /^TLS with 127\.0\.0\.1:\d+ failed: the answer is not TLS \((ERR_SSL_\w+|EPROTO)\)$/)
  assert.equal(hint, `If it speaks plain HTTP there, use http://${host}.`)
})
