import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, count, usePlayground } from '../testing/use-playground.ts'

const playground = usePlayground()
const run = (query: string, variables = {}) => playground.json('POST', '/graphql', { query, variables })

test('a query with variables', async () => {
  const reply = await run('query ($id: ID!) { user(id: $id) { email orders { total state } } }', { id: '1' })
  assert.equal(reply.status, 200)
  const user = (await playground.get('/api/users/1')).body
  assert.equal(at(reply.body, 'data', 'user', 'email'), at(user, 'email'))
  assert.equal(at(reply.body, 'data', 'user', 'orders', 0, 'total'), at(user, 'orders', 0, 'total'))
})

test('lists can be filtered and cut', async () => {
  const { body } = await run(
    '{ users { id } products(category: "home", first: 1) { category } orders(state: paid) { state } }',
  )
  assert.equal(count(body, 'data', 'users'), 10)
  assert.deepEqual(at(body, 'data', 'products'), [{ category: 'home' }])
  assert.equal(at(body, 'data', 'orders', 0, 'state'), 'paid')
})

test('one product, one order, and none', async () => {
  const { body } = await run('{ product(id: 1) { name } order(id: 1) { id } none: order(id: "x") { id } }')
  assert.equal(at(body, 'data', 'order', 'id'), '1')
  assert.equal(at(body, 'data', 'none'), null)
})

test('the mutation fills the same carts', async () => {
  await playground.json('POST', '/api/reset', { size: 'small' })
  const { body } = await run(
    'mutation { addToCart(productId: 1, quantity: 2) { id itemCount coupon { code } } }',
  )
  assert.deepEqual(at(body, 'data', 'addToCart'), { id: 'cart-1', itemCount: 2, coupon: null })
  assert.equal(at((await playground.get('/shop/cart/cart-1')).body, 'itemCount'), 2)
})

test('errors have the shape of GraphQL', async () => {
  const { body } = await run('mutation { addToCart(productId: 10) { id } }')
  assert.equal(at(body, 'errors', 0, 'extensions', 'code'), 'OUT_OF_STOCK')
  assert.deepEqual(at(body, 'errors', 0, 'path'), ['addToCart'])
  const unknown = await run('{ nothing }')
  assert.match(String(at(unknown.body, 'errors', 0, 'message')), /Cannot query field "nothing"/)
})

test('an endless query is refused', async () => {
  const reply = await run(`{ ${'users { id } '.repeat(1000)} }`)
  assert.match(String(at(reply.body, 'errors', 0, 'message')), /2000 tokens/)
})

test('queries may come by GET, mutations may not', async () => {
  const query = await playground.get('/graphql?query={users{id}}', { accept: 'application/json' })
  assert.equal(count(query.body, 'data', 'users'), 10)
  const mutation = await playground.get('/graphql?query=mutation{addToCart(productId:1){id}}')
  assert.equal(mutation.status, 405)
})
