import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { at, count, usePlayground } from '../testing/use-playground.ts'

const playground = usePlayground()
const post = (action: string, body: unknown) => playground.json('POST', `/shop/cart/${action}`, body)
const add = (productId: number, quantity = 1, cartId?: string) => post('add', { productId, quantity, cartId })
const coupon = (code: string) => post('coupon', { cartId: 'cart-1', code })

beforeEach(() => playground.json('POST', '/api/reset', { size: 'small' }))

test('the first item makes a cart, the next ones go into it', async () => {
  const first = await add(1, 2)
  assert.equal(first.status, 200)
  assert.equal(at(first.body, 'id'), 'cart-1')
  assert.equal(count((await add(2, 1, 'cart-1')).body, 'items'), 2)
  const third = await add(1, 1, 'cart-1')
  assert.equal(at(third.body, 'items', 0, 'quantity'), 3)
  assert.equal(at(third.body, 'itemCount'), 4)
  assert.deepEqual((await playground.get('/shop/cart/cart-1')).body, third.body)
  assert.equal(at((await add(1)).body, 'id'), 'cart-2')
})

test('sums are exact to the cent', async () => {
  await playground.json('PUT', '/tables/data/1', { price: 0.1, stock: 100 })
  await playground.json('PUT', '/tables/data/2', { price: 0.25, stock: 100 })
  await add(1, 3)
  const { body } = await add(2, 1, 'cart-1')
  assert.equal(at(body, 'items', 0, 'total'), 0.3)
  assert.equal(at(body, 'subtotal'), 0.55)
  const { body: reduced } = await coupon('SAVE10')
  assert.deepEqual([at(reduced, 'discount'), at(reduced, 'total')], [0.06, 0.49])
})

test('a quantity can be changed, and 0 removes the item', async () => {
  await add(1, 2)
  const changed = await post('update', { cartId: 'cart-1', productId: 1, quantity: 5 })
  assert.equal(at(changed.body, 'items', 0, 'quantity'), 5)
  assert.equal(
    count((await post('update', { cartId: 'cart-1', productId: 1, quantity: 0 })).body, 'items'),
    0,
  )
})

test('an item can be removed once', async () => {
  await add(1, 2)
  const removed = await post('remove', { cartId: 'cart-1', productId: 1 })
  assert.deepEqual(at(removed.body, 'items'), [])
  assert.equal(at(removed.body, 'total'), 0)
  assert.equal((await post('remove', { cartId: 'cart-1', productId: 1 })).status, 404)
})

test('what is not in stock cannot be bought, also not bit by bit', async () => {
  assert.equal((await add(10)).status, 409)
  assert.equal((await add(5, 2)).status, 200)
  const reply = await add(5, 1, 'cart-1')
  assert.equal(reply.status, 409)
  assert.equal(at(reply.body, 'type'), 'urn:problem:out-of-stock')
  assert.equal((await post('update', { cartId: 'cart-1', productId: 5, quantity: 3 })).status, 409)
  assert.equal(at((await playground.get('/shop/cart/cart-1')).body, 'itemCount'), 2)
})

test('carts and products that do not exist', async () => {
  assert.equal((await add(1, 1, 'cart-9')).status, 404)
  assert.equal((await add(999)).status, 404)
  assert.equal((await playground.get('/shop/cart/cart-9')).status, 404)
  assert.equal((await post('remove', { cartId: 'cart-9', productId: 1 })).status, 404)
  assert.equal((await coupon('SAVE10')).status, 404)
})

test('fields that are missing or wrong', async () => {
  for (const quantity of [0, -1, 1.5, '1', 1001])
    assert.equal((await post('add', { productId: 1, quantity })).status, 400)
  assert.equal((await post('update', { productId: 1, quantity: 1 })).status, 400)
  assert.equal((await post('coupon', { cartId: 'cart-1' })).status, 400)
})

test('coupons take their part off', async () => {
  const subtotal = Number(at((await add(1, 2)).body, 'subtotal'))
  const save = await coupon('save10')
  assert.deepEqual(at(save.body, 'coupon'), { code: 'SAVE10', percent: 10 })
  assert.equal(at(save.body, 'discount'), Math.round(subtotal * 10) / 100)
  assert.equal((await coupon('SAVE10')).status, 200)
  await add(1, 2)
  const welcome = await post('coupon', { cartId: 'cart-2', code: 'WELCOME20' })
  assert.equal(at(welcome.body, 'total'), Math.round(subtotal * 80) / 100)
})

test('a cart takes one coupon', async () => {
  await add(1, 2)
  await coupon('SAVE10')
  const second = await coupon('WELCOME20')
  assert.equal(second.status, 409)
  assert.equal(at(second.body, 'type'), 'urn:problem:coupon-already-applied')
})

test('rejected coupons say why and change nothing', async () => {
  const before = await add(1, 2)
  for (const [code, status, type] of [
    ['EXPIRED', 410, 'coupon-expired'],
    ['MAXEDOUT', 409, 'coupon-used-up'],
    ['NOSUCH', 422, 'coupon-unknown'],
    ['constructor', 422, 'coupon-unknown'],
  ] as const) {
    const reply = await coupon(code)
    assert.equal(reply.status, status, code)
    assert.equal(at(reply.body, 'type'), `urn:problem:${type}`)
  }
  assert.deepEqual((await playground.get('/shop/cart/cart-1')).body, before.body)
})

test('a product that is deleted leaves the carts', async () => {
  await add(1, 2)
  await playground.send('DELETE', '/tables/data/1')
  assert.equal(at((await playground.get('/shop/cart/cart-1')).body, 'total'), 0)
})
