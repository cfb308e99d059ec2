import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPlayground } from './start-playground.ts'

test('two playgrounds share nothing', async () => {
  const [one, two] = await Promise.all([startPlayground({ port: 0 }), startPlayground({ port: 0 })])
  assert.notEqual(one.url, two.url)
  await fetch(`${one.url}/tables/data/1`, { method: 'DELETE' })
  assert.equal((await fetch(`${one.url}/api/products/1`)).status, 404)
  assert.equal((await fetch(`${two.url}/api/products/1`)).status, 200)
  await Promise.all([one.close(), two.close()])
})

test('a port that is taken is said so', async () => {
  const one = await startPlayground({ port: 0 })
  const port = Number(new URL(one.url).port)
  await assert.rejects(startPlayground({ port }), {
    name: 'PlaygroundStartError',
    message: `Port ${port} on 127.0.0.1 is already in use. Choose another port, or 0 for any free one.`,
  })
  await one.close()
})

test('an address of another machine is said to be one', async () => {
  await assert.rejects(startPlayground({ port: 0, host: '192.0.2.1' }), {
    name: 'PlaygroundStartError',
    message: /^192\.0\.2\.1 is not an address of this machine\./,
  })
})

for (const [broker, announcements] of Object.entries({
  Kafka: { kafka: ['127.0.0.1:1'] },
  RabbitMQ: { amqp: 'amqp://guest:guest@127.0.0.1:1' },
}))
  test(`a ${broker} that cannot be told of orders keeps it from starting`, async () => {
    await assert.rejects(startPlayground({ port: 0, announcements }), {
      name: 'PlaygroundStartError',
      message: new RegExp(`^${broker} cannot be told of orders: .*ECONNREFUSED`),
    })
  })

test('it listens on this machine only, unless told otherwise', async () => {
  const local = await startPlayground({ port: 0 })
  assert.match(local.url, /^http:\/\/127\.0\.0\.1:\d+$/)
  await local.close()
  const everywhere = await startPlayground({ port: 0, host: '0.0.0.0' })
  assert.equal((await fetch(`${everywhere.url}/api/health`)).status, 200)
  await everywhere.close()
})

test('closing ends open streams and slow answers', async () => {
  const playground = await startPlayground({ port: 0 })
  const stream = await fetch(`${playground.url}/ajax/sse?count=1000&interval=60000`)
  const slow = fetch(`${playground.url}/ajax/slow`).catch(() => 'cut off')
  const start = performance.now()
  await playground.close()
  await assert.rejects(stream.text())
  assert.equal(await slow, 'cut off')
  assert.ok(performance.now() - start < 3500)
})
