import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { BoundedMap } from './bounded-map.ts'
import { toCents } from './money.ts'
import { dataSizes, orderStates, recordCounts } from './records.ts'
import { seedShop, type Shop } from './shop.ts'

test('every size has the records it promises', () => {
  for (const size of dataSizes) {
    const shop = seedShop(size)
    const counts = {
      users: shop.users.size,
      products: shop.products.size,
      orders: shop.seedOrders.size,
      categories: shop.categories.length,
      notifications: shop.notifications.length,
    }
    assert.deepEqual(counts, recordCounts[size])
  }
})

test('the data is the same at every start, in every version of the program', () => {
  assert.deepEqual(
    dataSizes.map(size => fingerprint(seedShop(size))),
    ['864b11b333b3ce29', '17403529e59497ac', '06a1db189a5622f0'],
  )
})

test('the records of a small set are the first of a large one', () => {
  const [small, large] = [seedShop('small'), seedShop('large')]
  for (const [id, user] of small.users) assert.deepEqual(large.users.get(id), user)
  for (const [id, product] of small.products) assert.deepEqual(large.products.get(id), product)
  for (const [id, order] of small.seedOrders) assert.deepEqual(large.seedOrders.get(id), order)
})

test('every order belongs to a user and holds products of its own data set', () => {
  for (const shop of dataSizes.map(seedShop))
    for (const order of shop.seedOrders.values()) {
      assert.ok(shop.users.has(order.userId), `order ${order.id}`)
      for (const item of order.items) assert.equal(shop.products.get(item.productId)?.price, item.unitPrice)
    }
})

test('sums of orders are exact to the cent', () => {
  for (const order of seedShop('large').seedOrders.values()) {
    const cents = order.items.reduce((sum, item) => sum + toCents(item.unitPrice) * item.quantity, 0)
    assert.equal(toCents(order.subtotal), cents)
    assert.equal(toCents(order.total), cents + toCents(order.shipping))
    assert.equal(order.total, Number(order.total.toFixed(2)))
  }
})

test('even the small set has every state of an order, and a product that is out of stock', () => {
  const shop = seedShop('small')
  assert.deepEqual(new Set([...shop.seedOrders.values()].map(order => order.state)), new Set(orderStates))
  assert.equal(shop.products.get(10)?.stock, 0)
})

test('mail addresses and stock keeping units are unique', () => {
  const shop = seedShop('large')
  assert.equal(new Set([...shop.users.values()].map(user => user.email)).size, shop.users.size)
  assert.equal(new Set([...shop.products.values()].map(product => product.sku)).size, shop.products.size)
})

test('what callers create drops the oldest when there is too much of it', () => {
  const map = new BoundedMap<number, string>(2)
  map.set(1, 'a').set(2, 'b').set(3, 'c').set(2, 'again')
  assert.deepEqual([...map.keys()], [2, 3])
})

function fingerprint(shop: Shop): string {
  const records = [shop.users, shop.products, shop.seedOrders].map(map => [...map.values()])
  const text = JSON.stringify([records, shop.categories, shop.notifications])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
