import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InOrder } from './in-order.ts'

test('the first file comes out at once, the second when the first is closed', () => {
  const order = new InOrder()
  assert.equal(order.add('a', 'a1 '), 'a1 ')
  assert.equal(order.add('b', 'b1 '), '')
  assert.equal(order.add('a', 'a2 '), 'a2 ')
  assert.equal(order.close('a', 'a3 '), 'a3 b1 ')
  assert.equal(order.add('b', 'b2 '), 'b2 ')
})

test('files that ended meanwhile come before one that still runs', () => {
  const order = new InOrder()
  order.add('a', 'a ')
  order.add('slow', 'slow ')
  assert.equal(order.close('c', 'c '), '')
  assert.equal(order.close('a', ''), 'c slow ')
})

test('what never ended comes out at the end', () => {
  const order = new InOrder()
  order.add('a', 'a ')
  order.add('b', 'b ')
  assert.equal(order.rest(), 'b ')
  assert.equal(order.rest(), '')
})
