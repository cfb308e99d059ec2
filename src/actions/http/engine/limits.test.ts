import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { httpServer, listen } from '../testing/http-server.ts'
import { exchange, failure } from '../testing/perform.ts'
import { bytes, rawServer } from '../testing/raw-server.ts'

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi'

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
  assert.match(message, /^no complete answer within 150 ms, after \d+ of 100 bytes \(timeout\)$/)
  assert.ok((timings?.duration ?? 0) >= 149 && (timings?.duration ?? 0) < 1000)
})

test('a server that never answers runs into the time limit', async () => {
  await using server = await rawServer(() => undefined)
  const { message } = await failure({ request: `GET ${server.url}/` }, { timeout: 100 })
  assert.equal(message, 'no answer within 100 ms (timeout)')
})

test('the time limit covers connecting, and leaves no connection behind', { timeout: 10_000 }, async () => {
  const server = createTcpServer()
  const accepted = once(server, 'connection') as Promise<[Socket]>
  await using started = await listen(server, 'https')
  const { message, timings } = await failure({ request: `GET ${started.url}/` }, { timeout: 1_000 })
  assert.equal(message, `no TLS connection to 127.0.0.1:${started.port} within 1 s (timeout)`)
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

test('a connection that ends while its last piece is still being unpacked', async () => {
  const zeros = gzipSync(Buffer.alloc(32 * 1024 * 1024))
  await using server = await rawServer(socket => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\nconnection: close\r\n\r\n')
    // Apart from the head, so that it comes in one piece, which is more than a decoder takes at once.
    setTimeout(20, undefined).then(
      () => socket.end(zeros),
      () => undefined,
    )
  })
  const { body } = (await exchange({ request: `GET ${server.url}/` }, { wantsBody: false })).response
  assert.equal(body.size, 32 * 1024 * 1024)
})
