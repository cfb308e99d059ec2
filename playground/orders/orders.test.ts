import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, count, usePlayground } from '../testing/use-playground.ts'

const playground = usePlayground()
const order = (productId: number, quantity: number, userId = 1) =>
  playground.json('POST', '/api/orders', { userId, items: [{ productId, quantity }] })

test('the list stops after 50 orders', async () => {
  await playground.json('POST', '/api/reset', { size: 'medium' })
  const reply = await playground.get('/api/orders')
  assert.equal(count(reply.body, 'items'), 50)
  assert.equal(at(reply.body, 'meta', 'total'), 300)
})

test('an order of the seed data stays as it is', async () => {
  const first = await playground.get('/api/orders/1')
  assert.equal(first.status, 200)
  assert.deepEqual((await playground.get('/api/orders/1')).body, first.body)
})

test('an order that was placed proceeds from read to read', async () => {
  await playground.json('POST', '/api/reset', { size: 'small' })
  const placed = await order(1, 2)
  assert.equal(placed.status, 201)
  assert.equal(placed.headers.get('location'), '/api/orders/31')
  assert.equal(at(placed.body, 'state'), 'pending')
  const states = []
  for (let read = 0; read < 5; read++) states.push(at((await playground.get('/api/orders/31')).body, 'state'))
  assert.deepEqual(states, ['pending', 'paid', 'shipped', 'shipped', 'shipped'])
  assert.equal(at((await playground.get('/api/users/1')).body, 'orders', 3, 'state'), 'shipped')
})

test('a HEAD request does not make an order proceed', async () => {
  const id = String(at((await order(1, 1)).body, 'id'))
  for (let read = 0; read < 3; read++) await playground.send('HEAD', `/api/orders/${id}`)
  assert.equal(at((await playground.get(`/api/orders/${id}`)).body, 'state'), 'pending')
})

test('an order takes its pieces from the stock', async () => {
  await playground.json('POST', '/api/reset', { size: 'small' })
  assert.equal((await order(5, 2)).status, 201)
  assert.equal(at((await playground.get('/api/products/5')).body, 'stock'), 0)
  const reply = await order(5, 1)
  assert.equal(reply.status, 409)
  assert.equal(at(reply.body, 'type'), 'urn:problem:out-of-stock')
})

test('the same product twice is one item, and cannot outwit the stock', async () => {
  await playground.json('POST', '/api/reset', { size: 'small' })
  const twice = (quantity: number) => ({
    userId: 1,
    items: [
      { productId: 5, quantity: 1 },
      { productId: 5, quantity },
    ],
  })
  assert.equal((await playground.json('POST', '/api/orders', twice(2))).status, 409)
  const reply = await playground.json('POST', '/api/orders', twice(1))
  assert.equal(count(reply.body, 'items'), 1)
  assert.equal(at(reply.body, 'items', 0, 'quantity'), 2)
})

test('an order of nobody, of nothing and of no pieces is refused', async () => {
  assert.equal((await order(1, 1, 999)).status, 422)
  assert.equal((await order(999, 1)).status, 422)
  assert.equal((await order(1, 0)).status, 400)
  assert.equal((await playground.json('POST', '/api/orders', { userId: 1, items: [] })).status, 400)
})

test('an order that does not exist', async () => {
  assert.equal((await playground.get('/api/orders/9999')).status, 404)
})
