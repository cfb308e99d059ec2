import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describedBy } from '../../api-description/testing/description.ts'
import { negativeItems } from './negative-items.ts'

const responses = { 200: { description: 'ok' }, 400: { description: 'no' }, 404: { description: 'none' } }
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' }, example: 7 }
const description = {
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://shop.example.org' }],
  security: [{ token: [] }],
  components: {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer' },
      key: { type: 'apiKey', in: 'query', name: 'key' },
    },
  },
  paths: {
    '/users/{id}': { get: { tags: ['Users'], parameters: [id], responses } },
    '/users': {
      post: {
        tags: ['Users'],
        requestBody: { content: { 'application/json': { schema: { type: 'string' }, example: '{{x}}' } } },
        responses: { 201: { description: 'made' } },
      },
    },
    '/health': {
      servers: [{ url: 'https://health.example.org/v1' }],
      get: {
        security: [{ key: [] }],
        parameters: [{ name: 'deep', in: 'query', schema: { type: 'boolean' } }],
        responses,
      },
    },
  },
}

const options = { seed: 1, most: 50, includeWrites: false }

it('makes a folder of each tag, with credentials as variables', async () => {
  const folders = negativeItems(await describedBy(description), options)
  const settings = { auth: 'none', 'stop-on-failure': false }
  const steps = (index: number) =>
    folders[index]?.items.flatMap(item => (item.kind === 'request' ? [item.step] : []))
  assert.deepEqual(
    folders.map(({ items: _, ...folder }) => folder),
    [
      { kind: 'folder', name: 'Users', secrets: { token: '{{env.API_TOKEN}}' }, settings },
      { kind: 'folder', name: 'Shop', secrets: { apiKey: '{{env.API_API_KEY}}' }, settings },
    ],
  )
  const { variables: unlikely } = steps(0)?.[1] ?? {}
  assert.match(JSON.stringify(unlikely), /^\{"id":\d{10}\}$/)
  assert.deepEqual(steps(0), [
    {
      name: 'GET /users/{id}: path id of a wrong type',
      variables: { id: 'not-a-number' },
      request: 'GET {{baseUrl}}/users/{{id}}',
      auth: { bearer: '{{token}}' },
      validations: [{ status: { 'one-of': [400, 404] } }],
    },
    {
      name: 'GET /users/{id}: unknown id',
      variables: unlikely,
      request: 'GET {{baseUrl}}/users/{{id}}',
      auth: { bearer: '{{token}}' },
      validations: [{ status: 404 }],
    },
    {
      name: 'GET /users/{id}: no credentials',
      variables: { id: 7 },
      request: 'GET {{baseUrl}}/users/{{id}}',
      auth: 'none',
      validations: [{ status: { 'one-of': [401, 403, 404] } }],
    },
    {
      name: 'GET /users/{id}: credentials of nobody',
      variables: { id: 7 },
      request: 'GET {{baseUrl}}/users/{{id}}',
      auth: 'none',
      headers: { Authorization: 'Bearer apitest-nobody' },
      validations: [{ status: { 'one-of': [401, 403, 404] } }],
    },
  ])
  assert.deepEqual(steps(1), [
    {
      name: 'GET /health: query deep of a wrong type',
      request: 'GET https://health.example.org/v1/health?deep=not-a-boolean',
      auth: { 'api-key': { query: 'key', value: '{{apiKey}}' } },
      validations: [{ status: { 'one-of': [400, 404] } }],
    },
    {
      name: 'GET /health: no credentials',
      request: 'GET https://health.example.org/v1/health',
      auth: 'none',
      query: { deep: { disabled: true } },
      validations: [{ status: { 'one-of': [401, 403, 404] } }],
    },
    {
      name: 'GET /health: credentials of nobody',
      request: 'GET https://health.example.org/v1/health',
      auth: 'none',
      query: { deep: { disabled: true }, key: 'apitest-nobody' },
      validations: [{ status: { 'one-of': [401, 403, 404] } }],
    },
  ])
})

it('makes those of operations that change data only where they are allowed', async () => {
  const folders = negativeItems(await describedBy(description), { ...options, includeWrites: true })
  const steps = folders[0]?.items.flatMap(item => (item.kind === 'request' ? [item.step] : [])) ?? []
  const written = steps.filter(step => JSON.stringify(step).includes('"POST '))
  const refused = [{ status: '4xx' }, { status: { 'not-one-of': [401, 403, 407, 429] } }]
  assert.deepEqual(
    written.map(step => [step['name'], 'json' in step ? step['json'] : step['text'], step['validations']]),
    [
      ['POST /users: body of a wrong type', {}, refused],
      ['POST /users: body null', null, refused],
      ['POST /users: body that is not JSON', '{"not": "JSON"', refused],
      ['POST /users: no credentials', '\\{{x}}', [{ status: { 'one-of': [401, 403] } }]],
      ['POST /users: credentials of nobody', '\\{{x}}', [{ status: { 'one-of': [401, 403] } }]],
    ],
  )
})
