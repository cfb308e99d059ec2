import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../model/json.ts'
import { requestOfStep } from './request-of-step.ts'

const operation: JsonObject = { query: '{ item { name } }', variables: { n: 5 }, operation: 'Q' }

test('the GraphQL operation of a GET is written down in its query', () => {
  const written = requestOfStep(
    { request: 'GET http://a.test/graphql?b=1', query: { c: 2 }, graphql: operation },
    {},
  )
  assert.deepEqual(written?.query, [
    ['c', '2'],
    ['query', '{ item { name } }'],
    ['variables', '{"n":5}'],
    ['operationName', 'Q'],
  ])
  assert.equal(written.body, undefined)
  assert.deepEqual(written.losses, [])
})

test('it is told where types of its variables are lost', () => {
  const graphql = { query: '{ item }', variables: { n: '{{n}}' } }
  const written = requestOfStep({ request: 'GET http://a.test/graphql', graphql }, {})
  assert.deepEqual(written?.losses, [
    { what: 'types of GraphQL variables', why: 'they are filled into the query of a GET as text' },
  ])
})

test('the operation of any other request is its body', () => {
  const written = requestOfStep({ request: 'POST http://a.test/graphql', graphql: operation }, {})
  assert.deepEqual(written?.query, [])
  assert.deepEqual(written.body, {
    kind: 'json',
    value: { query: '{ item { name } }', variables: { n: 5 }, operationName: 'Q' },
    type: 'application/json',
  })
})
