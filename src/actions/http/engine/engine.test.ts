import assert from 'node:assert/strict'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import zlib from 'node:zlib'
import type { JsonObject } from '../../../model/json.ts'
import type { ActionAnswer, ActionContext } from '../../action.ts'
import { exchangeOf, failureOf } from '../../testing/answers.ts'
import { testContext } from '../../testing/test-context.ts'
import { action } from '../index.ts'
import { httpServer, listen } from '../testing/http-server.ts'
import { exchange, failure } from '../testing/perform.ts'
import { bytes, rawServer } from '../testing/raw-server.ts'

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi'
const text = 'some text that repeats, some text that repeats, '.repeat(2000)

for (const [coding, encoded] of [
  ['gzip', zlib.gzipSync(text)],
  ['x-gzip', zlib.gzipSync(text)],
  ['GZIP', zlib.gzipSync(text)],
  ['deflate', zlib.deflateSync(text)],
  ['deflate', zlib.deflateRawSync(text)],
  ['br', zlib.brotliCompressSync(text)],
  ['identity', Buffer.from(text)],
  ['gzip, br', zlib.brotliCompressSync(zlib.gzipSync(text))],
  ['unheard-of', Buffer.from(text)],
] as const)
  test(`a body in ${coding} is decoded`, async () => {
    await using server = await httpServer((_request, response) => {
      response.setHeader('content-encoding', coding)
      response.end(encoded)
    })
    const { response } = await exchange({ request: `GET ${server.url}/` })
    assert.equal(response.body.text(), text)
    assert.equal(response.body.size, text.length)
    assert.ok(response.headers.some(([name, value]) => name === 'content-encoding' && value === coding))
  })

test('a large encoded body is decoded as it comes', async () => {
  const noise = randomBytes(5_000_000)
  await using server = await httpServer((_request, response) => {
    response.setHeader('content-encoding', 'gzip')
    response.end(zlib.gzipSync(noise))
  })
  const { body } = (await exchange({ request: `GET ${server.url}/` })).response
  assert.equal(body.size, noise.length)
  assert.equal(body.text(), noise.toString())
})

test('an encoded body is decoded however it is cut in pieces', async () => {
  const encoded = zlib.gzipSync(text)
  await using server = await httpServer((_request, response) => {
    response.setHeader('content-encoding', 'gzip')
    void (async () => {
      for (const byte of encoded.subarray(0, 30)) response.write(Buffer.of(byte))
      await setTimeout(20)
      response.end(encoded.subarray(30))
    })()
  })
  assert.equal((await exchange({ request: `GET ${server.url}/` })).response.body.text(), text)
})

test('a body that is not what its encoding says is a failure', async () => {
  await using server = await httpServer((_request, response) => {
    response.setHeader('content-encoding', 'gzip')
    response.end('plain text')
  })
  const { kind, message } = await failure({ request: `GET ${server.url}/` })
  assert.equal(kind, 'Network Error')
  assert.equal(
    message,
    'the response body is not what its content-encoding says (gzip: incorrect header check)',
  )
})

test('an encoded body that ends too early is a failure', async () => {
  await using server = await httpServer((_request, response) => {
    response.setHeader('content-encoding', 'gzip')
    response.end(zlib.gzipSync(text).subarray(0, 100))
  })
  const { message } = await failure({ request: `GET ${server.url}/` })
  assert.match(message, /\(gzip: unexpected end of file\)$/)
})

test('a small body that grows beyond the limit when decoded is a failure, without the memory', async () => {
  const bomb = zlib.gzipSync(Buffer.alloc(100_000_000))
  await using server = await httpServer((_request, response) => {
    response.setHeader('content-encoding', 'gzip')
    response.end(bomb)
  })
  const { message } = await failure({ request: `GET ${server.url}/` }, { timeout: 20_000 })
  assert.equal(message, 'the response body is larger than 64 MiB')
})

for (const method of ['HEAD', 'GET'])
  test(`an answer without a body may name an encoding (${method})`, async () => {
    await using server = await httpServer((_request, response) => {
      response
        .writeHead(method === 'GET' ? 304 : 200, { 'content-encoding': 'gzip', 'content-length': 100 })
        .end()
    })
    const { response } = await exchange({ request: `${method} ${server.url}/` })
    assert.equal(response.body.size, 0)
    assert.equal(response.body.text(), '')
  })

test('a body larger than the limit is a failure', async () => {
  await using server = await httpServer((_request, response) => {
    const chunk = Buffer.alloc(1_000_000)
    for (let count = 0; count < 70; count++) response.write(chunk)
    response.end()
  })
  const { kind, message } = await failure({ request: `GET ${server.url}/` }, { timeout: 20_000 })
  assert.equal(kind, 'Network Error')
  assert.equal(message, 'the response body is larger than 64 MiB')
})

test('a large body nobody reads leaves only its beginning in memory', async () => {
  const chunk = Buffer.alloc(1_000_000, 'x')
  const server = createServer((_request, response: ServerResponse) => {
    let left = 200
    const write = (): void => {
      while (left-- > 0) if (!response.write(chunk)) return
      response.end()
    }
    response.on('drain', write)
    write()
  })
  await using started = await listen(server, 'http')
  const before = process.memoryUsage().rss
  const options = { wantsBody: false, timeout: 60_000 }
  const { body } = (await exchange({ request: `GET ${started.url}/` }, options)).response
  const growth = process.memoryUsage().rss - before
  assert.equal(body.size, 200_000_000)
  assert.equal(body.complete, false)
  assert.equal(body.text(), 'x'.repeat(16_384))
  assert.ok(growth < 120_000_000, `grew by ${growth} bytes`)
})

test('a small body nobody reads is kept whole', async () => {
  await using server = await rawServer(bytes(ok))
  const { body } = (await exchange({ request: `GET ${server.url}/` }, { wantsBody: false })).response
  assert.equal(body.text(), 'hi')
  assert.equal(body.complete, true)
})

test('a body without a length ends with its connection', async () => {
  await using server = await rawServer(bytes('HTTP/1.1 200 OK\r\n\r\nhello', 'end'))
  assert.equal((await exchange({ request: `GET ${server.url}/` })).response.body.text(), 'hello')
})

test('100 Continue is passed over, however often and with whatever headers', async () => {
  const interim = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\nx-a: 1\r\n\r\n'
  await using server = await rawServer((socket, _head, connection) => {
    if (connection > 1) socket.destroy()
    else if (server.heads.length === 1) socket.write(interim + ok)
    else {
      socket.write(interim)
      void setTimeout(20).then(() => socket.write(ok))
    }
  })
  const run = runner()
  for (let count = 0; count < 3; count++) {
    const { response } = exchangeOf(await run({ request: `POST ${server.url}/`, text: 'a' }))
    assert.equal(response.body.text(), 'hi')
  }
  await run.close()
})

test('a body that looks like 100 Continue is left alone', async () => {
  const body = 'HTTP/1.1 100 Continue\r\n\r\n'
  await using server = await rawServer(socket => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`)
    void setTimeout(20).then(() => socket.write(body))
  })
  assert.equal((await exchange({ request: `GET ${server.url}/` })).response.body.text(), body)
})

test('interim answers are passed over', async () => {
  await using server = await rawServer(
    bytes(`HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: <a>\r\n\r\n${ok}`),
  )
  const { response } = await exchange({ request: `GET ${server.url}/` })
  assert.equal(response.status, 200)
  assert.deepEqual(response.headers, [['content-length', '2']])
})

test('the time limit covers everything', async () => {
  await using server = await rawServer(socket => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n')
    const timer = setInterval(() => socket.write('x'), 20)
    socket.on('close', () => {
      clearInterval(timer)
    })
  })
  const { message, kind, timings } = await failure({ request: `GET ${server.url}/` }, { timeout: 150 })
  assert.equal(kind, 'Network Error')
  assert.equal(message, 'no complete answer within 150ms (timeout)')
  assert.ok((timings?.duration ?? 0) >= 149 && (timings?.duration ?? 0) < 1000)
})

test('a server that never answers runs into the time limit', async () => {
  await using server = await rawServer(() => undefined)
  const { message } = await failure({ request: `GET ${server.url}/` }, { timeout: 100 })
  assert.equal(message, 'no complete answer within 100ms (timeout)')
})

test('the time limit covers connecting, and leaves no connection behind', async () => {
  const server = createTcpServer()
  const accepted = once(server, 'connection') as Promise<[Socket]>
  await using started = await listen(server, 'https')
  const { message, timings } = await failure({ request: `GET ${started.url}/` }, { timeout: 150 })
  assert.equal(message, 'no complete answer within 150ms (timeout)')
  assert.deepEqual(Object.keys(timings?.phases ?? {}), ['connect'])
  const [socket] = await accepted
  if (!socket.closed) await once(socket.resume(), 'close')
})

test('an interruption ends a request', async () => {
  await using server = await rawServer(() => undefined)
  const interruption = new AbortController()
  const answer = failure({ request: `GET ${server.url}/` }, { signal: interruption.signal })
  await setTimeout(30)
  interruption.abort()
  assert.equal((await answer).message, 'interrupted before the answer was complete')
})

test('a request after an interruption fails at once', async () => {
  await using server = await rawServer(bytes(ok))
  const { message } = await failure({ request: `GET ${server.url}/` }, { signal: AbortSignal.abort() })
  assert.equal(message, 'interrupted before the answer was complete')
})

test('a first request tells how long connecting took, the next one does not connect', async () => {
  await using server = await rawServer(bytes(ok))
  const run = runner()
  const input = { request: `GET ${server.url.replace('127.0.0.1', 'localhost')}/` }
  const first = exchangeOf(await run(input)).timings
  const second = exchangeOf(await run(input)).timings
  assert.deepEqual(Object.keys(first.phases ?? {}), ['dns', 'connect', 'firstByte', 'download'])
  assert.deepEqual(Object.keys(second.phases ?? {}), ['firstByte', 'download'])
  for (const { duration, phases } of [first, second]) {
    const parts = Object.values(phases ?? {})
    assert.ok(parts.every(part => part >= 0))
    assert.ok(parts.reduce((sum: number, part: number) => sum + part, 0) <= duration + 0.01)
  }
  await run.close()
})

test('a connection the server closes after its answer is not used again', async () => {
  await using server = await rawServer(
    bytes('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nhi', 'end'),
  )
  const run = runner()
  for (let count = 0; count < 3; count++) exchangeOf(await run({ request: `POST ${server.url}/`, text: 'a' }))
  assert.equal(server.connections(), 3)
  await run.close()
})

/** Answers the first request of a connection and closes the connection at the second. */
const closesWhenUsedAgain = async (): ReturnType<typeof rawServer> => {
  const used = new WeakSet()
  return rawServer(socket => {
    if (used.has(socket)) socket.destroy()
    else socket.write(ok)
    used.add(socket)
  })
}

test('a request whose connection was closed at the moment it was used again is sent once more', async () => {
  await using server = await closesWhenUsedAgain()
  const run = runner()
  for (const method of ['GET', 'PUT', 'DELETE'])
    exchangeOf(await run({ request: `${method} ${server.url}/`, file: 'package.json' }))
  assert.ok(server.connections() >= 2)
  await run.close()
})

test('a POST is not sent twice, because it may have been carried out', async () => {
  await using server = await closesWhenUsedAgain()
  const run = runner()
  exchangeOf(await run({ request: `POST ${server.url}/`, json: 1 }))
  const { message } = failureOf(await run({ request: `POST ${server.url}/`, json: 1 }))
  assert.match(
    message,
    /^the server closed the connection without an answer|^the connection was reset without an answer/,
  )
  assert.equal(server.heads.length, 2)
  await run.close()
})

test('a request is not sent twice when the first connection is closed', async () => {
  await using server = await rawServer(socket => socket.destroy())
  await failure({ request: `GET ${server.url}/` })
  assert.equal(server.heads.length, 1)
})

test('many requests at the same time each have a connection, and leave no warning', async () => {
  const warnings: Error[] = []
  process.on('warning', warning => warnings.push(warning))
  await using server = await httpServer((_request, response) => {
    void setTimeout(20).then(() => response.end())
  })
  const run = runner()
  const start = performance.now()
  await Promise.all(Array.from({ length: 50 }, () => run({ request: `GET ${server.url}/` })))
  assert.ok(performance.now() - start < 1000)
  assert.equal(server.seen.length, 50)
  assert.deepEqual(warnings, [])
  await run.close()
})

/** Sends requests with one set of connections. */
function runner(changes: Partial<ActionContext> = {}): Runner {
  const context = testContext(changes)
  const run = (input: JsonObject): Promise<ActionAnswer> => action.perform(input, context)
  return Object.assign(run, { close: () => context.resources.close() })
}

interface Runner {
  (input: JsonObject): Promise<ActionAnswer>
  close(): Promise<void>
}
