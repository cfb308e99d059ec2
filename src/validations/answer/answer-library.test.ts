import assert from 'node:assert/strict'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import { type AnswerForTest, exchangeWith, span } from '../../extracts/testing/exchange.ts'
import { createSchemaLibrary, judgeExchange } from '../index.ts'
import { whenLoaded } from '../../util/lazy-part.ts'

const library = createSchemaLibrary()

/** Lists the messages of an API description about a response. */
async function messages(file: string, operation: string, answer: AnswerForTest): Promise<readonly string[]> {
  const spec = path.resolve('fixtures/openapi', file)
  const validation = { target: { kind: 'schema' }, spec, operation, span } as const
  const [result] = await whenLoaded(() => judgeExchange(validation, exchangeWith(answer), library))
  assert.ok(result !== undefined)
  assert.equal(result.passed, result.messages.length === 0)
  assert.equal(result.subject, `schema ${path.basename(file)} ${operation}`)
  return result.messages
}

const json = [['content-type', 'application/json; charset=utf-8']] as const
const text = [['Content-Type', 'text/plain']] as const
const line = { sku: 'a', amount: 1 }
const order = { id: 1, state: 'open', code: 'ABC-1234', note: null, lines: [line, line] }

type Case = readonly [
  what: string,
  file: string,
  operation: string,
  answer: AnswerForTest,
  messages: readonly string[],
]

const shop = 'shop/openapi.yaml'
const cases: readonly Case[] = [
  ['an answer as documented', shop, 'getOrder', { json: order, headers: json }, []],
  ['an operation by its path', shop, 'GET /orders/{orderId}', { json: order, headers: json }, []],
  [
    'every place that is wrong, in other files too',
    shop,
    'getOrder',
    {
      json: { ...order, state: 'lost', lines: [line, { sku: 'a', amount: 0, bundle: [{ extra: 1 }] }] },
      headers: json,
    },
    [
      '/state: must be one of "open", "paid"',
      "/lines/1/bundle/0: must have required property 'sku'",
      "/lines/1/bundle/0: must have required property 'amount'",
      '/lines/1/bundle/0/extra: must NOT be present: the schema allows no other properties',
      '/lines/1/amount: must be > 0',
    ],
  ],
  ['an answer without content type', shop, 'getOrder', { json: [] }, ['/: must be object']],
  [
    'a documented failure',
    shop,
    'getOrder',
    { status: 404, json: {}, headers: [['content-type', 'application/problem+json']] },
    ["/: must have required property 'title'"],
  ],
  [
    'an undocumented status',
    shop,
    'getOrder',
    { status: 500, json: {} },
    ['schema openapi.yaml getOrder: status 500 is not documented; it documents 200 and 404'],
  ],
  [
    'an undocumented content type',
    shop,
    'getOrder',
    { text: 'x', headers: text },
    [
      'schema openapi.yaml getOrder: content type text/plain is not documented for status 200; it documents application/json',
    ],
  ],
  [
    'a body that is not JSON',
    shop,
    'getOrder',
    { text: '{', headers: json },
    ['/: expected JSON, got a body that is not JSON ('],
  ],
  [
    'a body that is missing',
    shop,
    'getOrder',
    { text: '', headers: json },
    ['/: expected JSON, got an empty body'],
  ],
  ['no body where none is documented', shop, 'DELETE /orders/{orderId}', { status: 204 }, []],
  [
    'a range of statuses that is not there',
    shop,
    'listOrders',
    { status: 418 },
    [
      'schema openapi.yaml listOrders: the reference ../gone.yaml leads nowhere: there is no file fixtures/openapi/shop/gone.yaml',
    ],
  ],
  [
    'a type that no schema looks at',
    shop,
    'GET /catalogue/{section}:export({id}).{format}',
    { status: 299, text: 'a;b', headers: [['content-type', 'text/csv']] },
    [],
  ],
  [
    'any status where one holds for all',
    shop,
    'addCategory',
    { status: 503, json: { name: 'toolong', parent: {} }, headers: json },
    [
      "/parent: must have required property 'name'",
      "/parent: must have required property 'parent'",
      '/name: must NOT have more than 5 characters',
    ],
  ],
  [
    'an operation that is not there',
    shop,
    'getOrders',
    {},
    ['schema openapi.yaml getOrders: it has no operation getOrders'],
  ],
  [
    'a description that is not there',
    'none.yaml',
    'get',
    {},
    ['schema none.yaml get: there is no file fixtures/openapi/none.yaml'],
  ],
  [
    'Swagger 2',
    'petstore-2.json',
    'getPet',
    { json: { name: 'a', born: 'x', weight: null, mother: {} }, headers: json },
    [
      '/born: must match format "date"',
      "/mother: must have required property 'name'",
      "/mother: must have required property 'born'",
    ],
  ],
  [
    'what stands beside a reference since 3.1',
    'rockets-3.1.yaml',
    'POST /launch',
    { json: { next: { height: 0 } }, headers: json },
    ["/: must have required property 'height'", '/next/height: must be > 0'],
  ],
  [
    'a text',
    'rockets-3.1.yaml',
    'POST /launch',
    { text: 'ok', headers: text },
    ['/: must NOT have fewer than 3 characters'],
  ],
]

describe('an answer against its API description', () => {
  for (const [what, file, operation, answer, expected] of cases)
    it(`judges ${what}`, async () => {
      const found = await messages(file, operation, answer)
      assert.deepEqual(
        found
          .map((message, index) =>
            message.slice(0, expected[index]?.endsWith('(') === true ? expected[index].length : undefined),
          )
          .sort(),
        [...expected].sort(),
      )
    })

  it('reads the description once in a run', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'answer-'))
    try {
      const spec = path.join(folder, 'api.json')
      await copyFile('fixtures/openapi/petstore-2.json', spec)
      const validation = { target: { kind: 'schema' }, spec, operation: 'getPet', span } as const
      const exchange = exchangeWith({ json: { name: 'a', born: '2020-02-29' }, headers: json })
      const first = await whenLoaded(() => judgeExchange(validation, exchange, library))
      await rm(spec)
      assert.deepEqual(await whenLoaded(() => judgeExchange(validation, exchange, library)), first)
      const [later] = await whenLoaded(() => judgeExchange(validation, exchange, createSchemaLibrary()))
      assert.match(later?.messages[0] ?? '', /there is no file/)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
