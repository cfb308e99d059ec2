import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, usePlayground } from '../testing/use-playground.ts'

const playground = usePlayground()

test('a playground is up and starts with the small data set', async () => {
  const reply = await playground.get('/api/health')
  assert.equal(reply.status, 200)
  assert.deepEqual(reply.body, { status: 'UP', version: '1.0.0', size: 'small' })
})

test('a reset restores what was changed, and starts the numbers of carts and orders again', async () => {
  const before = await playground.get('/api/products')
  await playground.json('PUT', '/tables/data/1', { price: 1 })
  await playground.json('POST', '/shop/cart/add', { productId: 2, quantity: 1 })
  await playground.json('POST', '/api/orders', { userId: 1, items: [{ productId: 2, quantity: 1 }] })
  assert.equal((await playground.json('POST', '/api/reset', { size: 'small' })).status, 200)
  assert.deepEqual((await playground.get('/api/products')).body, before.body)
  assert.equal((await playground.get('/shop/cart/cart-1')).status, 404)
  assert.equal((await playground.get('/api/orders/31')).status, 404)
  const cart = await playground.json('POST', '/shop/cart/add', { productId: 2, quantity: 1 })
  assert.equal(at(cart.body, 'id'), 'cart-1')
})

test('a reset chooses among three sizes', async () => {
  for (const [size, users] of [
    ['medium', 100],
    ['large', 1000],
    ['small', 10],
  ] as const) {
    const reply = await playground.json('POST', '/api/reset', { size })
    assert.equal(at(reply.body, 'counts', 'users'), users)
    assert.equal(at((await playground.get('/api/users')).body, 'meta', 'total'), users)
    assert.equal(at((await playground.get('/api/health')).body, 'size'), size)
  }
})

test('a size that does not exist is refused with those that do', async () => {
  const reply = await playground.json('POST', '/api/reset', { size: 'huge' })
  assert.equal(reply.status, 400)
  assert.deepEqual(at(reply.body, 'errors'), [
    { pointer: '/size', message: 'must be one of small, medium, large' },
  ])
})
