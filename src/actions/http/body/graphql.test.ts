import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { buildSchema } from 'graphql'
import { createHandler } from 'graphql-http/lib/use/http'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { listen } from '../testing/http-server.ts'
import { exchange } from '../testing/perform.ts'

const schema = buildSchema('type Query { greeting(name: String!): String, count: Int }')
const rootValue = { greeting: ({ name }: { name: string }) => `Hello ${name}`, count: 3 }

/** Sends a GraphQL request and returns the response of the server. */
async function answer(graphql: JsonValue, method = 'POST'): Promise<JsonValue> {
  const handle = createHandler({ schema, rootValue })
  await using server = await listen(
    createServer((request, response) => {
      void handle(request, response)
    }),
    'http',
  )
  const { body } = (await exchange({ request: `${method} ${server.url}/`, graphql })).response
  const parsed = body.json()
  assert.ok(parsed.ok)
  return parsed.value
}

test('a GraphQL server answers a query', async () => {
  assert.deepEqual(await answer('{ count }'), { data: { count: 3 } })
})

test('a GET has its query in the URL, and no body', async () => {
  assert.deepEqual(await answer('{ count }', 'GET'), { data: { count: 3 } })
  const query = 'query A { count } query B($name: String!) { greeting(name: $name) }'
  const graphql = { query, variables: { name: 'Ada & Bob' }, operation: 'B' }
  assert.deepEqual(await answer(graphql, 'GET'), { data: { greeting: 'Hello Ada & Bob' } })
})

test('variables and the operation reach it', async () => {
  const graphql: JsonObject = {
    query: 'query Hello($name: String!) { greeting(name: $name) } query Count { count }',
    variables: { name: 'Ada' },
    operation: 'Hello',
  }
  assert.deepEqual(await answer(graphql), { data: { greeting: 'Hello Ada' } })
})
