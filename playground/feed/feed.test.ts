import assert from 'node:assert/strict'
import { on, once } from 'node:events'
import { test } from 'node:test'
import { WebSocket } from 'ws'
import { at, usePlayground } from '../testing/use-playground.ts'
import { startPlayground } from '../start-playground.ts'

const playground = usePlayground()
const order = { userId: 1, items: [{ productId: 1, quantity: 1 }] }

async function open(path: string, headers: Record<string, string> = {}): Promise<WebSocket> {
  const webSocket = new WebSocket(playground.url(path), { headers })
  await once(webSocket, 'open')
  return webSocket
}

async function next(webSocket: WebSocket): Promise<unknown> {
  const [data] = (await once(webSocket, 'message')) as [Buffer]
  return JSON.parse(data.toString())
}

test('the echo sends texts and bytes back, and closes when asked to', async () => {
  const webSocket = await open('/ws/echo')
  webSocket.send('{"a":1}')
  assert.deepEqual(await next(webSocket), { a: 1 })
  webSocket.send(Buffer.from([1, 2]))
  const [data, isBinary] = (await once(webSocket, 'message')) as [Buffer, boolean]
  assert.deepEqual([[...data], isBinary], [[1, 2], true])
  webSocket.send('close 4001 bye')
  const [code, reason] = (await once(webSocket, 'close')) as [number, Buffer]
  assert.deepEqual([code, reason.toString()], [4001, 'bye'])
})

test('the feed tells of orders that are placed and change', async () => {
  const webSocket = new WebSocket(playground.url('/ws/feed'))
  assert.deepEqual(await next(webSocket), { type: 'welcome', topics: ['orders'] })
  webSocket.send('{"type":"subscribe"}')
  assert.deepEqual(await next(webSocket), { type: 'subscribed', topic: 'orders' })
  const placed = next(webSocket)
  const { body } = await playground.json('POST', '/api/orders', order)
  assert.deepEqual(await placed, { type: 'order-placed', order: body })
  const changed = next(webSocket)
  for (let reads = 0; reads < 2; reads++) await playground.get(`/api/orders/${String(at(body, 'id'))}`)
  assert.equal(at(await changed, 'order', 'state'), 'paid')
  webSocket.close()
})

test('an order that is tracked is paid and shipped', async () => {
  const { body } = await playground.json('POST', '/api/orders', order)
  const webSocket = new WebSocket(playground.url('/ws/feed'))
  const messages = on(webSocket, 'message')
  webSocket.once('open', () => {
    webSocket.send(JSON.stringify({ type: 'track', order: at(body, 'id') }))
  })
  const states: unknown[] = []
  for await (const [data] of messages) {
    states.push(at(JSON.parse(String(data)), 'order', 'state'))
    if (states.at(-1) === 'shipped') break
  }
  assert.deepEqual(states.slice(-2), ['paid', 'shipped'])
  webSocket.close()
})

test('the feed says what it does not understand', async () => {
  const webSocket = new WebSocket(playground.url('/ws/feed'))
  await next(webSocket)
  for (const message of ['hello', '[1]', '{"type":"constructor"}', '{"type":"subscribe","topic":"x"}']) {
    webSocket.send(message)
    assert.equal(at(await next(webSocket), 'type'), 'error', message)
  }
  webSocket.close()
})

test('the events tell the same, and what was missed', async () => {
  const stream = await fetch(playground.url('/events?seconds=1'))
  assert.equal(stream.headers.get('content-type'), 'text/event-stream')
  await playground.json('POST', '/api/orders', order)
  const text = await stream.text()
  assert.match(text, /\nevent: order-placed\ndata: \{"id":/)
  const id = /id: (\d+)/.exec(text)?.[1] ?? ''
  const headers = { 'last-event-id': String(Number(id) - 1) }
  const missed = await fetch(playground.url('/events?seconds=1'), { headers })
  assert.ok((await missed.text()).includes(`id: ${id}\n`))
})

for (const [path, headers, status] of [
  ['/ws/nothing', {}, 404],
  ['/ws/feed', { authorization: 'Bearer wrong' }, 401],
] as const)
  test(`a WebSocket at ${path} is refused with ${status}`, async () => {
    const webSocket = new WebSocket(playground.url(path), { headers })
    const [error] = (await once(webSocket, 'error')) as [Error]
    assert.equal(error.message, `Unexpected server response: ${status}`)
  })

test('open streams and WebSockets do not keep a playground from closing', async () => {
  const own = await startPlayground({ port: 0 })
  const webSocket = new WebSocket(`${own.url}/ws/feed`)
  await once(webSocket, 'open')
  const stream = await fetch(`${own.url}/events`)
  const closed = once(webSocket, 'close')
  await own.close()
  await closed
  await stream.text().catch(() => undefined)
})
