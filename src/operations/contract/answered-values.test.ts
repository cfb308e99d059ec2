import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../model/json.ts'
import { checked, described, operationOf } from './testing/checked.ts'

const ok = { 200: { description: 'ok', content: { 'application/json': { schema: {} } } } }

/** The path at which `GET /users/{id}` is asked where the list of users holds one, and where that value is from. */
async function askedFor(schema: JsonObject, user: JsonObject): Promise<readonly (string | undefined)[]> {
  const parameters = [{ name: 'id', in: 'path', required: true, schema }]
  const spec = described({
    '/users': { get: { responses: ok } },
    '/users/{id}': { get: { parameters, responses: ok } },
  })
  let last: string | undefined
  const result = await checked(spec, ({ url }, response) => {
    if (url !== '/users') last = url?.replace('/users/', '')
    const body = url === '/users' ? [user] : {}
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const { values } = operationOf(result, 'GET /users/{id}')
  return [last, values[0]?.from]
}

describe('an id of a list', () => {
  const text = { type: 'string' }
  const uuid = '0b2f1c3e-7d4a-4e11-9f0a-5b6c7d8e9f00'
  for (const [what, schema, user, expected] of [
    ['that the parameter allows', { type: 'integer' }, { id: 7 }, ['7', 'answer']],
    ['that is a number where text is asked for', text, { id: 7 }, ['7', 'answer']],
    ['that is text where a number is asked for', { type: 'integer' }, { id: '7' }, ['7', 'answer']],
    [
      'beside one that the parameter does not allow',
      { ...text, format: 'uuid' },
      { id: 'x', uuid },
      [uuid, 'answer'],
    ],
  ] as const)
    it(`${what} is taken`, async () => {
      assert.deepEqual(await askedFor(schema, user), expected)
    })
  for (const [what, schema, user] of [
    ['of another type', { type: 'integer' }, { id: 'x' }],
    ['in another format', { ...text, format: 'uuid' }, { id: 'x' }],
    ['beyond a bound', { type: 'integer', maximum: 5 }, { id: 7 }],
    ['against a pattern', { ...text, pattern: '^u-' }, { id: '7' }],
  ] as const)
    it(`${what} is left alone`, async () => {
      const [asked, from] = await askedFor(schema, user)
      assert.notEqual(asked, String(user.id))
      assert.equal(from, 'guessed')
    })
})
