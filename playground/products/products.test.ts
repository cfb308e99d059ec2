import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, count, usePlayground } from '../testing/use-playground.ts'

const playground = usePlayground()

test('the list stops after 50 products and says how many there are', async () => {
  await playground.json('POST', '/api/reset', { size: 'medium' })
  const reply = await playground.get('/api/products')
  assert.equal(count(reply.body, 'items'), 50)
  assert.deepEqual(at(reply.body, 'meta'), { total: 200, count: 50 })
})

test('a product has price, stock, category, rating and tags', async () => {
  const { body } = await playground.get('/api/products/1')
  assert.equal(at(body, 'id'), 1)
  for (const field of ['price', 'stock', 'rating']) assert.equal(typeof at(body, field), 'number', field)
  assert.equal(typeof at(body, 'category'), 'string')
  assert.ok(Array.isArray(at(body, 'tags')))
})

test('a product that does not exist', async () => {
  const reply = await playground.get('/api/products/9999')
  assert.equal(reply.status, 404)
  assert.equal(at(reply.body, 'detail'), 'There is no product 9999.')
})

test('categories know how many products they have', async () => {
  await playground.json('POST', '/api/reset', { size: 'small' })
  const { body } = await playground.get('/api/categories')
  const items = at(body, 'items') as { id: string; productCount: number }[]
  assert.equal(items.length, 8)
  assert.equal(
    items.reduce((sum, category) => sum + category.productCount, 0),
    20,
  )
})

test('notifications are listed', async () => {
  const { body } = await playground.get('/api/notifications')
  assert.equal(count(body, 'items'), 8)
  assert.equal(typeof at(body, 'items', 0, 'title'), 'string')
})
