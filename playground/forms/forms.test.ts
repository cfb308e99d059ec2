import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, count, usePlayground } from '../testing/use-playground.ts'

const playground = usePlayground()
const first = (body: unknown) => String(at(body, 'options', 0, 'value'))

test('every dropdown leads to the next', async () => {
  const countries = await playground.get('/forms/cascade')
  assert.equal(at(countries.body, 'level'), 'countries')
  const country = first(countries.body)
  const states = await playground.get(`/forms/cascade?country=${country}`)
  assert.equal(at(states.body, 'level'), 'states')
  const cities = await playground.get(`/forms/cascade?country=${country}&state=${first(states.body)}`)
  assert.equal(at(cities.body, 'level'), 'cities')
  assert.ok(count(cities.body, 'options') > 0)
  assert.deepEqual(at(cities.body, 'options', 0), { value: 'mitte', label: 'Mitte' })
})

test('places that do not exist, and a state without a country', async () => {
  assert.equal((await playground.get('/forms/cascade?country=xx')).status, 404)
  assert.equal((await playground.get('/forms/cascade?country=de&state=ny')).status, 404)
  const reply = await playground.get('/forms/cascade?state=by')
  assert.equal(reply.status, 400)
  assert.deepEqual(at(reply.body, 'errors'), [{ parameter: 'country', message: 'is required with state' }])
})
