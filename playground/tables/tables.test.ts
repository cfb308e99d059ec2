import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Product } from '../data/records.ts'
import { at, count, usePlayground } from '../testing/use-playground.ts'

const playground = usePlayground()
const table = (query: string) => playground.get(`/tables/data?${query}`)
const rows = async (query: string) => at((await table(query)).body, 'rows') as Product[]

beforeEach(() => playground.json('POST', '/api/reset', { size: 'medium' }))

test('the first page comes by default', async () => {
  const { body } = await playground.get('/tables/data')
  assert.equal(count(body, 'rows'), 10)
  assert.equal(at(body, 'rows', 0, 'id'), 1)
  assert.deepEqual(
    { ...(body as object), rows: [] },
    { rows: [], total: 200, page: 1, pageSize: 10, pages: 20 },
  )
})

test('pages follow each other without gap or overlap', async () => {
  const ids = []
  for (let page = 1; page <= 3; page++)
    ids.push(...(await rows(`pageSize=70&sort=category&page=${page}`)).map(row => row.id))
  assert.equal(ids.length, 200)
  assert.equal(new Set(ids).size, 200)
})

test('a page after the last is empty', async () => {
  const { status, body } = await table('page=99')
  assert.equal(status, 200)
  assert.equal(count(body, 'rows'), 0)
  assert.equal(at(body, 'total'), 200)
})

test('rows can be sorted in both directions', async () => {
  const prices = (await rows('sort=price&direction=desc&pageSize=100')).map(row => row.price)
  assert.deepEqual(
    prices,
    prices.toSorted((left, right) => right - left),
  )
  const names = (await rows('sort=name&pageSize=100')).map(row => row.name)
  assert.deepEqual(names, names.toSorted())
})

test('rows can be filtered and searched', async () => {
  const found = await rows('category=kitchen&minPrice=20&maxPrice=120&inStock=true&q=KETTLE&pageSize=100')
  assert.ok(found.length > 0)
  for (const row of found) {
    assert.equal(row.category, 'kitchen')
    assert.ok(row.price >= 20 && row.price <= 120 && row.stock > 0)
    assert.match(row.name, /kettle/i)
  }
  for (const row of await rows('tag=eco&inStock=false'))
    assert.ok(row.tags.includes('eco') && row.stock === 0)
})

test('a filter that nothing passes gives no pages', async () => {
  const { body } = await table('q=unobtainium')
  assert.equal(at(body, 'total'), 0)
  assert.equal(at(body, 'pages'), 0)
})

test('every wrong parameter is named', async () => {
  const reply = await table(
    'page=0&pageSize=101&sort=colour&direction=up&category=cars&minPrice=cheap&inStock=maybe',
  )
  assert.equal(reply.status, 400)
  assert.deepEqual(at(reply.body, 'errors'), [
    { parameter: 'page', message: 'must be >= 1' },
    { parameter: 'pageSize', message: 'must be <= 100' },
    { parameter: 'sort', message: 'must be one of id, sku, name, category, price, stock, rating, createdAt' },
    { parameter: 'direction', message: 'must be one of asc, desc' },
    {
      parameter: 'category',
      message: 'must be one of books, electronics, garden, home, kitchen, office, sports, toys',
    },
    { parameter: 'minPrice', message: 'must be number' },
    { parameter: 'inStock', message: 'must be boolean' },
  ])
})

test('a parameter that is given twice is wrong', async () => {
  assert.deepEqual(at((await table('page=1&page=2')).body, 'errors'), [
    { parameter: 'page', message: 'must be integer' },
  ])
})

test('a change keeps the other fields, and shows among the products', async () => {
  const before = (await playground.get('/api/products/7')).body as Product
  const reply = await playground.json('PUT', '/tables/data/7', { price: 12.5, tags: ['sale'] })
  assert.equal(reply.status, 200)
  assert.deepEqual(reply.body, { ...before, price: 12.5, tags: ['sale'] })
  assert.deepEqual((await playground.get('/api/products/7')).body, reply.body)
})

test('a whole row can be sent back', async () => {
  const [row] = await rows('page=3')
  assert.equal((await playground.json('PUT', `/tables/data/${row?.id ?? 0}`, row)).status, 200)
})

test('a wrong change is refused and changes nothing', async () => {
  const before = await playground.get('/api/products/7')
  const wrong = { id: 8 }
  assert.deepEqual(at((await playground.json('PUT', '/tables/data/7', wrong)).body, 'errors'), [
    { pointer: '/id', message: 'must be 7, as in the path' },
  ])
  for (const body of [
    {},
    { price: -1 },
    { price: '5' },
    { stock: 1.5 },
    { colour: 'red' },
    { category: 'cars' },
    [],
  ])
    assert.equal((await playground.json('PUT', '/tables/data/7', body)).status, 400, JSON.stringify(body))
  assert.deepEqual((await playground.get('/api/products/7')).body, before.body)
})

test('a row that was deleted is gone everywhere', async () => {
  assert.equal((await playground.send('DELETE', '/tables/data/7')).status, 204)
  assert.equal((await playground.send('DELETE', '/tables/data/7')).status, 404)
  assert.equal((await playground.json('PUT', '/tables/data/7', { stock: 1 })).status, 404)
  assert.equal((await playground.get('/api/products/7')).status, 404)
  assert.equal(at((await playground.get('/tables/data')).body, 'total'), 199)
})
