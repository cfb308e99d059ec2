import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { JsonObject } from '../../../model/json.ts'
import type { ActionAnswer } from '../../action.ts'
import { exchangeOf, failureOf } from '../../testing/answers.ts'
import { testContext } from '../../testing/test-context.ts'
import { action } from '../index.ts'
import { httpServer } from '../testing/http-server.ts'
import { exchange, failure } from '../testing/perform.ts'
import { bytes, rawServer } from '../testing/raw-server.ts'

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi'

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

for (const split of [3, 11, 15, 24])
  test(`100 Continue is passed over when it comes in two pieces, the first of ${split} bytes`, async () => {
    const interim = 'HTTP/1.1 100 Continue\r\n\r\n'
    await using server = await rawServer(socket => {
      socket.write(interim.slice(0, split))
      void setTimeout(20).then(() => socket.write(interim.slice(split) + ok))
    })
    const { response } = await exchange({ request: `GET ${server.url}/` })
    assert.equal(response.body.text(), 'hi')
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
  for (const method of ['GET', 'PUT', 'DELETE', 'QUERY', 'PROPFIND', 'MOVE'])
    exchangeOf(await run({ request: `${method} ${server.url}/`, file: 'package.json' }))
  assert.ok(server.connections() >= 2)
  await run.close()
})

for (const method of ['POST', 'PATCH', 'LOCK', 'PURGE', 'VIEW'])
  test(`a ${method} is not sent twice, because it may have been carried out`, async () => {
    await using server = await closesWhenUsedAgain()
    const run = runner()
    exchangeOf(await run({ request: `GET ${server.url}/` }))
    const { message } = failureOf(await run({ request: `${method} ${server.url}/` }))
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
function runner(): Runner {
  const context = testContext()
  const run = async (input: JsonObject): Promise<ActionAnswer> => action.perform(input, context)
  return Object.assign(run, { close: async () => context.resources.close() })
}

interface Runner {
  (input: JsonObject): Promise<ActionAnswer>
  close(): Promise<void>
}

const endOfHead = 'content-length: 0\r\n\r\n'

for (const [what, answer, expected] of [
  ['000', `HTTP/1.1 000 X\r\n${endOfHead}`, /^the answer is not valid HTTP: 000 is no status$/],
  ['001 with a body', `HTTP/1.0 001 X\r\n\r\nbody`, /: 001 is no status$/],
  ['099 behind 102', `HTTP/1.1 102 P\r\n\r\nHTTP/1.1 099 X\r\n${endOfHead}`, /: 099 is no status$/],
  ['101 without a protocol', `HTTP/1.1 101 X\r\n\r\n${ok}`, /^the server switched to another protocol/],
  ['101 with a body', `HTTP/1.1 101 X\r\ncontent-length: 2\r\n\r\nhi`, /^the server switched to another/],
  ['1000', `HTTP/1.1 1000 X\r\n${endOfHead}`, /Invalid response status/],
  ['2x0', `HTTP/1.1 2x0 X\r\n${endOfHead}`, /Invalid status code/],
] as const)
  for (const isWhole of [true, false])
    test(`A6: the status ${what} is a fault with its reason, ${isWhole ? 'at once' : 'byte by byte'}`, async () => {
      await using server = await rawServer(socket => {
        socket.setNoDelay(true)
        void drip(socket, isWhole ? [answer] : Array.from(answer))
      })
      const { message } = await failure({ request: `GET ${server.url}/` }, { timeout: 5_000 })
      assert.match(message, expected)
    })

async function drip(socket: Socket, pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    socket.write(piece, 'latin1')
    await setTimeout(1)
  }
}
