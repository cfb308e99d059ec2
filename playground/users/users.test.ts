import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, count, usePlayground } from '../testing/use-playground.ts'

const playground = usePlayground()

test('all users are listed, even many', async () => {
  await playground.json('POST', '/api/reset', { size: 'medium' })
  const reply = await playground.get('/api/users')
  assert.equal(count(reply.body, 'items'), 100)
  assert.deepEqual(at(reply.body, 'meta'), { total: 100, count: 100 })
})

test('a user has a mail address, an address and orders with totals', async () => {
  const { status, body } = await playground.get('/api/users/1')
  assert.equal(status, 200)
  assert.match(String(at(body, 'email')), /^.+@.+$/)
  assert.equal(typeof at(body, 'address', 'city'), 'string')
  const total = at(body, 'orders', 0, 'total')
  assert.ok(typeof total === 'number' && total > 0 && total < 10_000)
})

test('a user who does not exist, and an id that is none', async () => {
  assert.equal((await playground.get('/api/users/9999')).status, 404)
  const reply = await playground.get('/api/users/ada')
  assert.equal(reply.status, 400)
  assert.deepEqual(at(reply.body, 'errors'), [{ parameter: 'id', message: 'must be integer' }])
})
