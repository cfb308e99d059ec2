import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { corpusList, type Listed } from '../../testing/corpus.ts'
import { withFolder } from '../../testing/run-program.ts'
import { ReceivedRequest } from '../received-request.ts'
import type { DescribedAnswer } from './described-api.ts'
import { loadDescribedApi } from './load-described-api.ts'

interface Asked {
  readonly method?: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** The response of the API of a document. */
function ask(
  document: JsonValue,
  { method = 'GET', url, headers = {}, body = '' }: Asked,
): Promise<DescribedAnswer> {
  return withFolder({ 'api.json': JSON.stringify(document) }, async folder => {
    const api = await loadDescribedApi(path.join(folder, 'api.json'))
    const bytes = Buffer.from(body)
    return api.answer(new ReceivedRequest({ method, url, rawHeaders: Object.entries(headers).flat() }, bytes))
  })
}

/** A document with one operation. */
function api(operation: JsonObject, more: JsonObject = {}, method = 'get', at = '/users/{id}'): JsonObject {
  return {
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: { [at]: { [method]: operation } },
    ...more,
  }
}

const ok = { '200': { description: 'OK', content: { 'application/json': { example: { id: 1 } } } } }

interface Told {
  readonly status?: number
  readonly type?: string | undefined
  readonly text?: string
  readonly problem?: string | undefined
  readonly note?: string
}

function told(answer: DescribedAnswer): Told {
  if (answer.kind === 'unknown') return {}
  const { status, headers, body } = answer.answer
  const type = headers.find(([name]) => name === 'content-type')?.[1]
  const { problem, note } = answer
  return {
    status,
    type,
    text: Buffer.from(body).toString(),
    problem,
    ...(note === undefined ? {} : { note }),
  }
}

describe('a described API', () => {
  it('answers nothing where it refers to what is not there, and tells of it', async () => {
    const gone = (what: string): JsonObject => ({ $ref: `#/components/${what}/Gone` })
    const json = (schema: JsonValue): JsonObject => ({ content: { 'application/json': { schema } } })
    const nested = { type: 'object', properties: { a: { type: 'array', items: gone('schemas') } } }
    for (const operation of [
      { responses: { '200': { description: 'OK', ...json(gone('schemas')) } } },
      { responses: { '200': { description: 'OK', ...json(nested) } } },
      { responses: { '200': gone('responses') } },
      { parameters: [gone('parameters')], responses: ok },
      { requestBody: gone('requestBodies'), responses: ok },
    ]) {
      const { status, problem = '' } = told(await ask(api(operation), { url: '/users/1' }))
      assert.equal(status, 501, JSON.stringify(operation))
      assert.match(
        problem,
        /^GET \/users\/\{id\} cannot be answered: the reference #\/components\/\w+\/Gone leads nowhere: there is no /,
      )
    }
    const other = { '404': { description: 'D', ...json(gone('schemas')) }, ...ok }
    assert.equal(told(await ask(api({ responses: other }), { url: '/users/1' })).status, 200)
  })

  it('refuses no request for a schema of it that leads nowhere', async () => {
    const schema = { type: 'object', properties: { a: { $ref: '#/components/schemas/Gone' } } }
    const page = { name: 'page', in: 'query', schema }
    const requestBody = { content: { 'application/json': { schema }, 'text/plain': {} } }
    const responses = { ...ok, '422': { description: 'No' } }
    const document = api({ parameters: [page], requestBody, responses }, {}, 'post')
    const json = { 'content-type': 'application/json' }
    const text = { 'content-type': 'text/plain' }
    for (const [url, headers, body, status, problem] of [
      ['/users/1', json, '{}', 501, /cannot be answered: body .*#\/components\/schemas\/Gone leads nowhere/],
      ['/users/1?page=a', text, 'a', 501, /cannot be answered: query page .*Gone leads nowhere/],
      ['/users/1', text, 'a', 200, /^$/],
    ] as const) {
      const answer = told(await ask(document, { method: 'POST', url, headers, body }))
      assert.equal(answer.status, status, answer.problem)
      assert.match(answer.problem ?? '', problem)
    }
  })

  it('tells of both: a request that is wrong, and a documented refusal that leads nowhere', async () => {
    const gone = { $ref: '#/components/schemas/Gone' }
    const wrong = { '422': { description: 'No', content: { 'application/json': { schema: gone } } } }
    const document = api({ ...strict, responses: { ...ok, ...wrong } }, {}, 'post')
    const { status, problem = '' } = told(await ask(document, { ...right, url: '/users/x?page=2' }))
    assert.equal(status, 501)
    assert.match(
      problem,
      /path id must be .*; POST .* cannot be answered: the reference .*Gone leads nowhere/,
    )
  })

  it('says what is wrong as the detail or title of a documented refusal, where nothing forbids it', async () => {
    const said = async (properties: JsonObject, more: JsonObject = {}): Promise<unknown> => {
      const schema = { type: 'object', required: Object.keys(properties), properties }
      const responses = {
        ...ok,
        '422': { description: 'No', content: { 'application/problem+json': { schema, ...more } } },
      }
      const document = api({ ...strict, responses }, {}, 'post')
      return JSON.parse(told(await ask(document, { ...right, url: '/users/x?page=2' })).text ?? '')
    }
    const text = { type: 'string' }
    assert.match(JSON.stringify(await said({ title: text })), /^\{"title":"path id must be /)
    assert.match(JSON.stringify(await said({ title: text, detail: text })), /"detail":"path id must be /)
    assert.deepEqual(await said({ title: { const: 'No' } }), { title: 'No' })
    assert.deepEqual(await said({ title: text }, { example: { title: 'Shown' } }), { title: 'Shown' })
  })

  it('tells of a wrong example only where it passes it over', async () => {
    const schema = { type: 'integer' }
    for (const [values, note] of [
      [[1, 'x'], /^$/],
      [['x', 1], /an example of application\/json breaks its schema, and is not sent/],
    ] as const) {
      const examples = Object.fromEntries(values.map(value => [`e${value}`, { value }]))
      const content = { 'application/json': { schema, examples } }
      const document = api({ responses: { '200': { description: 'OK', content } } })
      const answer = told(await ask(document, { url: '/users/1' }))
      assert.equal(answer.text, '1')
      assert.match(answer.note ?? '', note)
    }
  })

  it('sends nothing that is only written, not even of an example that is wrong', async () => {
    const schema = {
      type: 'object',
      required: ['id', 'password'],
      properties: {
        id: { type: 'integer', minimum: 5 },
        password: { type: 'string', writeOnly: true },
        more: { type: 'array', items: { $ref: '#/components/schemas/More' } },
      },
      additionalProperties: false,
    }
    const More = { type: 'object', properties: { pin: { type: 'integer', writeOnly: true } } }
    const value = { id: 7, password: 'x', more: [{ pin: 1, kept: 2 }], surplus: 1 }
    const content = { 'application/json': { schema, examples: { wrong: { value } } } }
    const responses = { '200': { description: 'OK', content } }
    const document = api({ responses }, { components: { schemas: { More } } })
    const answer = told(await ask(document, { url: '/users/1', headers: { prefer: 'example=wrong' } }))
    assert.deepEqual(JSON.parse(answer.text ?? ''), { id: 7, more: [{ kept: 2 }], surplus: 1 })
    assert.match(answer.note ?? '', /the example "wrong" of application\/json breaks its schema/)
  })

  it('holds every value of a parameter that is given several times against its schema', async () => {
    const integers = { type: 'array', items: { type: 'integer' } }
    const range = { type: 'object', properties: { from: { type: 'integer' }, to: { type: 'integer' } } }
    const parameters = [
      { name: 'id', in: 'query', schema: { type: 'integer' } },
      { name: 'many', in: 'query', schema: integers },
      { name: 'csv', in: 'query', explode: false, schema: integers },
      { name: 'pipes', in: 'query', style: 'pipeDelimited', explode: false, schema: integers },
      { name: 'deep', in: 'query', style: 'deepObject', explode: true, schema: range },
      { name: 'flat', in: 'query', explode: false, schema: range },
      { name: 'any', in: 'query' },
      { name: 'written', in: 'query', content: { 'application/json': { schema: range } } },
    ]
    for (const [query, status] of [
      ['id=1', 200],
      ['id=1&id=x', 422],
      ['id=1&id=2', 422],
      ['many=1&many=2', 200],
      ['many=1&many=x', 422],
      ['csv=1,2', 200],
      ['csv=1,x', 422],
      ['csv=1,2&csv=x', 422],
      ['pipes=1%7C2', 200],
      ['pipes=1%7Cx', 422],
      ['deep%5Bfrom%5D=1&deep%5Bto%5D=2', 200],
      ['deep%5Bfrom%5D=1&deep%5Bto%5D=x', 422],
      ['deep%5Bfrom%5D=1&deep%5Bfrom%5D=2', 422],
      ['flat=from,1,to,2', 200],
      ['flat=from,1,to,x', 422],
      ['any=1&any=x', 200],
      ['written=%7B%22from%22%3A1%7D', 200],
      ['written=%7B%22from%22%3A1%7D&written=%7B%22from%22%3A2%7D', 422],
    ] as const) {
      const { status: own, text } = told(
        await ask(api({ parameters, responses: ok }), { url: `/users/1?${query}` }),
      )
      assert.equal(own, status, `${query} ${text ?? ''}`)
    }
  })

  it('takes no empty credentials', async () => {
    const key = (place: string): JsonObject => ({ type: 'apiKey', in: place, name: 'k' })
    const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`
    for (const [scheme, url, headers, status] of [
      [key('header'), '', { k: '' }, 401],
      [key('header'), '', { k: ' ' }, 401],
      [key('header'), '', { k: 'x' }, 200],
      [key('query'), '?k=', {}, 401],
      [key('query'), '?k', {}, 401],
      [key('query'), '?k=x', {}, 200],
      [key('cookie'), '', { cookie: 'a=1; k=' }, 401],
      [key('cookie'), '', { cookie: 'a=1; k=x' }, 200],
      [{ type: 'http', scheme: 'bearer' }, '', { authorization: 'Bearer ' }, 401],
      [{ type: 'http', scheme: 'bearer' }, '', { authorization: 'Bearer x' }, 200],
      [{ type: 'http', scheme: 'basic' }, '', { authorization: basic(':') }, 401],
      [{ type: 'http', scheme: 'basic' }, '', { authorization: basic('a:') }, 200],
      [{ type: 'http', scheme: 'basic' }, '', { authorization: basic('\n:') }, 200],
    ] as const) {
      const document = api(
        { security: [{ own: [] }], responses: ok },
        { components: { securitySchemes: { own: scheme } } },
      )
      const answer = told(await ask(document, { url: `/users/1${url}`, headers }))
      assert.equal(answer.status, status, JSON.stringify([scheme, url, headers]))
    }
  })

  it('answers with the example of the name that examples of the request have', async () => {
    const named = (examples: JsonObject): JsonObject =>
      Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]))
    const content = (examples: JsonObject): JsonObject => ({
      description: 'D',
      content: { 'application/json': { examples: named(examples) } },
    })
    const user = api({
      parameters: [
        {
          name: 'id',
          in: 'path',
          required: true,
          schema: { type: 'integer' },
          examples: named({ ann: 1, bob: 2, gone: 3 }),
        },
        { name: 'lang', in: 'query', schema: { type: 'string' }, examples: named({ bob: 'de' }) },
      ],
      responses: { '200': content({ ann: 'Ann', bob: 'Bob' }), '404': content({ gone: 'Gone' }) },
    })
    for (const [url, status, text] of [
      ['/users/1', 200, '"Ann"'],
      ['/users/2?lang=de', 200, '"Bob"'],
      ['/users/2', 200, '"Ann"'],
      ['/users/3', 404, '"Gone"'],
      ['/users/9', 200, '"Ann"'],
    ] as const) {
      const answer = told(await ask(user, { url }))
      assert.deepEqual([answer.status, answer.text, answer.problem], [status, text, undefined], url)
    }
    const post = api(
      {
        requestBody: {
          content: { 'application/json': { examples: named({ small: { a: 1 }, big: { a: 99 } }) } },
        },
        responses: { '201': content({ small: 'made' }), '402': content({ big: 'too much' }) },
      },
      {},
      'post',
      '/charges',
    )
    for (const [body, status] of [
      ['{"a":1}', 201],
      ['{"a":99}', 402],
      ['{"a":5}', 201],
    ] as const) {
      const headers = { 'content-type': 'application/json' }
      assert.equal(
        told(await ask(post, { method: 'POST', url: '/charges', headers, body })).status,
        status,
        body,
      )
    }
  })

  it('answers by examples of cookies, of lists and of bodies that are written as text', async () => {
    const named = (one: JsonValue, two: JsonValue): JsonObject => ({
      one: { value: one },
      two: { value: two },
    })
    const responses = {
      '200': { description: 'D', content: { 'application/json': { examples: named(1, 2) } } },
    }
    const parameter = (place: string, schema: JsonObject, one: JsonValue, two: JsonValue, more = {}) => ({
      parameters: [{ name: 'p', in: place, schema, examples: named(one, two), ...more }],
      responses,
    })
    const integers = { type: 'array', items: { type: 'integer' } }
    const body = (type: string, one: JsonValue, two: JsonValue) => ({
      requestBody: { content: { [type]: { examples: named(one, two) } } },
      responses,
    })
    const json = { 'content-type': 'application/json' }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const [operation, asked] of [
      [
        parameter('cookie', { type: 'string' }, 'a1', 'b2'),
        { url: '/users/1', headers: { cookie: 'x=y; p=b2' } },
      ],
      [parameter('query', integers, [1, 2], [3]), { url: '/users/1?p=3' }],
      [parameter('query', integers, [3], [1, 2]), { url: '/users/1?p=1&p=2' }],
      [parameter('query', integers, [3], ['1', '2'], { explode: false }), { url: '/users/1?p=1,2' }],
      [parameter('header', integers, [3], [1, 2]), { url: '/users/1', headers: { p: '1, 2' } }],
      [body('application/json', '{"a": 1}', '{"a": 2}'), { url: '/users/1', headers: json, body: '{"a":2}' }],
      [body('application/json', { a: 1 }, null), { url: '/users/1', headers: json, body: 'null' }],
      [body(form['content-type'], { a: 1 }, { a: 2 }), { url: '/users/1', headers: form, body: 'a=2' }],
    ] as const) {
      const answer = told(await ask(api(operation, {}, 'post'), { method: 'POST', ...asked }))
      assert.equal(answer.text, '2', JSON.stringify([operation, asked]))
    }
  })

  it('shows an example that is null, and one that is JSON written as text', async () => {
    const nullable = { type: 'object', nullable: true, properties: { a: { type: 'integer' } } }
    const member = { type: 'object', properties: { a: { type: 'string', nullable: true, example: null } } }
    const none = { none: { value: null } }
    for (const [content, prefer, text] of [
      [{ schema: { type: 'string', nullable: true }, example: null }, '', 'null'],
      [{ schema: nullable, examples: none }, '', 'null'],
      [{ schema: nullable, examples: { some: { value: { a: 1 } }, ...none } }, 'example=none', 'null'],
      [{ examples: { some: { value: 1 }, ...none } }, 'example=none', 'null'],
      [{ schema: member }, '', '{"a":null}'],
      [{ schema: { type: 'string' }, example: null }, '', '"string"'],
      [{ schema: { type: 'object' }, example: '{"a": 1}' }, '', '{"a":1}'],
      [{ schema: { type: 'object' }, examples: { x: { value: '{"a": 1}' } } }, 'example=x', '{"a":1}'],
      [{ schema: { type: 'array' }, example: '[1]' }, '', '[1]'],
      [{ schema: { type: 'string' }, example: '{"a": 1}' }, '', '"{\\"a\\": 1}"'],
      [{ schema: { type: 'object', example: '{"a": 1}' } }, '', '{"a":1}'],
    ] as const) {
      const document = {
        ...api({ responses: { '200': { description: 'D', content: { 'application/json': content } } } }),
        openapi: '3.0.3',
      }
      const answer = told(await ask(document, { url: '/users/1', headers: { prefer } }))
      assert.equal(answer.text, text, JSON.stringify(content))
    }
  })

  it('sends a text as it is where the media type is none of JSON', async () => {
    const xml = {
      schema: { type: 'object', properties: { a: { type: 'integer' } } },
      example: '<r><a>1</a></r>',
    }
    const responses = { '200': { description: 'D', content: { 'application/xml': xml } } }
    assert.deepEqual(told(await ask(api({ responses }), { url: '/users/1' })), {
      status: 200,
      type: 'application/xml',
      text: '<r><a>1</a></r>',
      problem: undefined,
    })
  })

  it('notes that an example breaks its schema', async () => {
    const schema = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
    const closed = { ...schema, additionalProperties: false }
    const bad = { id: 'seven' }
    const begin = 'GET /users/{id}: an example of application/json breaks its schema, and is not sent: '
    const both = { bad: { value: bad }, good: { value: { id: 7 } } }
    for (const [content, prefer, text, note] of [
      [{ schema, example: { id: 7 } }, '', '{"id":7}', undefined],
      [{ schema, example: bad }, '', '{"id":0}', `${begin}/id: must be integer`],
      [{ schema, examples: both }, '', '{"id":7}', `${begin}/id: must be integer`],
      [{ schema, examples: both }, 'example=good', '{"id":7}', undefined],
      [
        { schema, examples: both },
        'example=bad',
        '{"id":"seven"}',
        'GET /users/{id}: the example "bad" of application/json breaks its schema: /id: must be integer',
      ],
      [
        { schema: closed, example: { id: 7, a: 1 } },
        '',
        '{"id":7}',
        `${begin}/a: must NOT be present: the schema allows no other properties`,
      ],
      [{ schema: { ...schema, example: bad } }, '', '{"id":0}', `${begin}/id: must be integer`],
      [
        { schema: { ...schema, properties: { id: { type: 'integer', example: 'seven' } } } },
        '',
        '{"id":0}',
        `${begin}/id: its example is of another type, or none of its values`,
      ],
      [{ schema: { type: 'object' }, example: 'x' }, '', '{}', `${begin}/: must be object`],
    ] as const) {
      const responses = { '200': { description: 'D', content: { 'application/json': content } } }
      const answer = told(await ask(api({ responses }), { url: '/users/1', headers: { prefer } }))
      assert.deepEqual([answer.text, answer.note], [text, note], JSON.stringify(content))
    }
  })

  it('notes what of a request it passes over, or takes for granted', async () => {
    const requestBody = { content: { 'application/json': { schema: { type: 'object' } } } }
    const document = api({ requestBody, responses: ok }, {}, 'post')
    for (const [headers, body, note] of [
      [{ prefer: 'code=201, wait=3' }, '', undefined],
      [{ prefer: 'code=abc' }, '', 'Prefer: code=abc is no status, and is passed over'],
      [{ prefer: 'wait=3; code="20"' }, '', 'Prefer: code="20" is no status, and is passed over'],
      [{}, '{}', 'the body has no content type, and is taken for application/json'],
      [{ 'content-type': 'application/json' }, '{}', undefined],
    ] as const) {
      const answer = told(await ask(document, { method: 'POST', url: '/users/1', headers, body }))
      assert.equal(answer.note, note)
    }
  })

  it('answers with the example that is preferred, of the answer that has it', async () => {
    const examples = (...names: readonly string[]): JsonObject => ({
      description: 'D',
      content: {
        'application/json': {
          examples: Object.fromEntries(names.map(name => [name, { value: { is: name } }])),
        },
      },
    })
    const responses = { '200': examples('ann', 'bob'), '404': examples('nobody', 'bob') }
    for (const [prefer, status, text, problem] of [
      ['example=bob', 200, '{"is":"bob"}', undefined],
      ['example="nobody"', 404, '{"is":"nobody"}', undefined],
      ['code=404, example=bob', 404, '{"is":"bob"}', undefined],
      ['code=404; example=ann', 404, undefined, 'GET /users/{id} documents no example "ann"'],
      ['example=bo', 404, undefined, 'GET /users/{id} documents no example "bo"'],
      ['code=500', 404, undefined, 'GET /users/{id} documents no answer with the status 500'],
    ] as const) {
      const answer = told(await ask(api({ responses }), { url: '/users/1', headers: { prefer } }))
      const said = text ?? JSON.stringify({ error: problem })
      assert.deepEqual([answer.status, answer.text, answer.problem], [status, said, problem], prefer)
    }
  })

  it('answers with the first success there is, exact before a range before the default', async () => {
    const text = (value: string): JsonObject => ({
      description: value,
      content: { 'text/plain': { example: value } },
    })
    for (const [names, status, body] of [
      [['404', '2XX', '201', 'default'], 201, '201'],
      [['404', 'default', '2XX'], 200, '2XX'],
      [['404', 'default'], 200, 'default'],
      [['404', '500'], 404, '404'],
    ] as const) {
      const responses = Object.fromEntries(names.map(name => [name, text(name)]))
      const answer = told(await ask(api({ responses }), { url: '/users/1' }))
      assert.deepEqual([answer.status, answer.text, answer.problem], [status, body, undefined])
    }
  })

  it('answers with the status that is preferred', async () => {
    const document = api({
      responses: { ...ok, '404': { description: 'No', content: { 'text/plain': { example: 'none' } } } },
    })
    const prefer = (code: string) =>
      ask(document, { url: '/users/1', headers: { prefer: `respond-async, code=${code}` } })
    assert.deepEqual(told(await prefer('404')), {
      status: 404,
      type: 'text/plain',
      text: 'none',
      problem: undefined,
    })
    assert.equal(told(await prefer('410')).status, 404)
    assert.match(told(await prefer('410')).text ?? '', /documents no answer with the status 410/)
  })

  for (const [accept, type] of [
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['text/*', 'text/plain'],
    ['application/json;q=0.5, text/plain', 'text/plain'],
    ['application/json;q=0.5, text/plain;q=0.4', 'application/json'],
    ['application/json;q=0, */*', 'text/plain'],
    ['*/*, application/json;q=0', 'text/plain'],
    ['image/png', undefined],
  ] as const)
    it(`takes the media type that is accepted: ${String(accept)}`, async () => {
      const content = { 'application/json': { example: 1 }, 'text/plain': { example: 'one' } }
      const document = api({ responses: { '200': { description: 'OK', content } } })
      const answer = told(
        await ask(document, { url: '/users/1', headers: accept === undefined ? {} : { accept } }),
      )
      assert.equal(answer.status, type === undefined ? 406 : 200)
      if (type !== undefined) assert.equal(answer.type, type)
    })

  for (const [accept, version] of [
    ['application/json; version=2', 2],
    ['application/json;version=1', 1],
    ['application/json; version="2"', 2],
    ['application/json', 1],
    ['application/json; version=1;q=0.5, application/json; version=2', 2],
    ['application/json, application/json; version=2', 2],
    ['application/json; version=1;q=0, application/json', 2],
    ['application/json; charset=utf-8', 1],
    ['application/json; other=1', 1],
    ['application/json; version=3', undefined],
    ['application/json; other=1;q=0, application/json', 1],
    ['application/json; other=1;q=0, */*;q=0.1', 1],
    ['application/json; version=1;q=0, application/json; version=2;q=0', undefined],
  ] as const)
    it(`takes the media type whose parameters are accepted: ${accept}`, async () => {
      const content = {
        'application/json; version=1': { example: 1 },
        'application/json; version=2': { example: 2 },
      }
      const document = api({ responses: { '200': { description: 'OK', content } } })
      const answer = told(await ask(document, { url: '/users/1', headers: { accept } }))
      assert.equal(answer.status, version === undefined ? 406 : 200)
      if (version !== undefined) assert.equal(answer.text, String(version))
    })

  it('answers with what was asked for, whatever media type it has', async () => {
    const problem = { 'application/problem+json': { examples: { gone: { value: 1 } } } }
    const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
    const parameters = [{ ...id, examples: { gone: { value: 7 } } }]
    const document = api({ parameters, responses: { ...ok, '404': { description: 'No', content: problem } } })
    const accept = 'application/json'
    for (const [url, headers] of [
      ['/users/1', { accept, prefer: 'code=404' }],
      ['/users/1', { accept, prefer: 'example=gone' }],
      ['/users/7', { accept }],
    ] as const) {
      const answer = told(await ask(document, { url, headers }))
      assert.deepEqual([answer.status, answer.type], [404, 'application/problem+json'], answer.text)
    }
    const image = told(await ask(document, { url: '/users/1', headers: { accept: 'image/png' } }))
    assert.equal(image.status, 406)
  })

  it('sends headers that the description shows a value of, and the place that an answer leads to', async () => {
    const text = { type: 'string' }
    const shown = {
      'x-example': { schema: text, example: 'a' },
      'x-examples': { schema: text, examples: { one: { value: 'b' } } },
      'x-schema': { schema: { type: 'string', example: 'c' } },
      'x-default': { schema: { type: 'integer', default: 5 } },
      'x-list': { schema: { type: 'array', items: { type: 'integer' } }, example: [1, 2] },
      'x-wrong': { schema: text, example: 'a\nb' },
      'x-none': { schema: text },
      'content-encoding': { schema: text, example: 'gzip' },
      'content-length': { required: true, schema: { type: 'integer', example: 7 } },
      location: { schema: { type: 'string', format: 'uri' } },
    }
    const all = [
      ['x-example', 'a'],
      ['x-examples', 'b'],
      ['x-schema', 'c'],
      ['x-default', '5'],
      ['x-list', '1,2'],
    ]
    for (const [status, place] of [
      ['200', undefined],
      ['201', 'https://example.org'],
      ['302', 'https://example.org'],
      ['3XX', 'https://example.org'],
    ] as const) {
      const document = api({ responses: { [status]: { description: 'D', headers: shown } } })
      const answer = await ask(document, { url: '/users/1' })
      assert.ok(answer.kind === 'answered')
      assert.equal(answer.problem, undefined)
      const expected = place === undefined ? all : [...all, ['location', place]]
      assert.deepEqual(answer.answer.headers, expected, status)
    }
    const old = {
      swagger: '2.0',
      info: { title: 'A', version: '1' },
      paths: {
        '/a': {
          get: {
            responses: {
              '200': {
                description: 'D',
                headers: { 'x-a': { type: 'integer', default: 3 }, 'x-b': { type: 'string' } },
              },
            },
          },
        },
      },
    }
    const answer = await ask(old, { url: '/a' })
    assert.deepEqual(answer.kind === 'answered' && answer.answer.headers, [['x-a', '3']])
  })

  it('makes a value that the schema allows where there is no example, the same each time, with the headers that are required', async () => {
    const schema = {
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: 'integer', minimum: 5 },
        name: { type: 'string' },
        mail: { type: 'string', format: 'email' },
        secret: { type: 'string', writeOnly: true },
      },
    }
    const headers = {
      'x-rate': { required: true, schema: { type: 'integer', minimum: 3 } },
      'x-other': { schema: {} },
    }
    const document = api({
      responses: { '200': { description: 'OK', headers, content: { 'application/json': { schema } } } },
    })
    const [one, other] = [await ask(document, { url: '/users/1' }), await ask(document, { url: '/users/1' })]
    assert.deepEqual(told(one), told(other))
    const { id, name, mail, secret } = JSON.parse(told(one).text ?? '') as Record<string, unknown>
    assert.deepEqual([id, name, secret], [5, 'string', undefined])
    assert.match(String(mail), /@/)
    assert.ok(one.kind === 'answered')
    assert.deepEqual(
      one.answer.headers.filter(([header]) => header.startsWith('x-')),
      [['x-rate', '3']],
    )
  })

  it('shows all that is required of a large object', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `p${index}`)
    const properties = Object.fromEntries(names.map(name => [name, { type: 'integer' }]))
    const schema = { type: 'object', required: ['p38', 'p39'], properties }
    const responses = { '200': { description: 'OK', content: { 'application/json': { schema } } } }
    const { text = '' } = told(await ask(api({ responses }), { url: '/users/1' }))
    const shown = JSON.parse(text) as Record<string, unknown>
    assert.deepEqual([shown['p0'], shown['p38'], shown['p39']], [0, 0, 0])
    assert.equal(Object.keys(shown).length, 27)
  })

  it('refuses in the media type there is, whatever is accepted', async () => {
    const wrong = {
      '422': { description: 'No', content: { 'application/problem+json': { example: { wrong: true } } } },
    }
    const headers = { ...right.headers, accept: 'application/json' }
    const document = api({ ...strict, responses: { ...ok, ...wrong } }, {}, 'post')
    const answer = told(await ask(document, { ...right, headers, url: '/users/x?page=2' }))
    assert.deepEqual([answer.status, answer.type], [422, 'application/problem+json'])
  })

  const guarded = (security: readonly JsonObject[]): JsonObject => ({
    ...api({ responses: ok, security }),
    components: {
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic' },
        token: { type: 'http', scheme: 'bearer' },
        key: { type: 'apiKey', in: 'query', name: 'key' },
        session: { type: 'apiKey', in: 'cookie', name: 'sid' },
      },
    },
  })
  for (const [title, security, asked, status] of [
    ['none', [{ token: [] }], {}, 401],
    ['a token', [{ token: [] }], { headers: { authorization: 'Bearer t' } }, 200],
    ['a token of another scheme', [{ token: [] }], { headers: { authorization: 'Basic YTpi' } }, 401],
    ['user and password', [{ basic: [] }], { headers: { authorization: 'Basic YTpi' } }, 200],
    ['no user and password', [{ basic: [] }], { headers: { authorization: 'Basic abc' } }, 401],
    ['one of two that are needed', [{ token: [], key: [] }], { headers: { authorization: 'Bearer t' } }, 401],
    [
      'both of two that are needed',
      [{ token: [], key: [] }],
      { url: '/users/1?key=1', headers: { authorization: 'Bearer t' } },
      200,
    ],
    ['one of two alternatives', [{ token: [] }, { session: [] }], { headers: { cookie: 'a=b; sid=1' } }, 200],
    ['nothing where that will do', [{ token: [] }, {}], {}, 200],
  ] as const)
    it(`asks for credentials, and is given ${title}`, async () => {
      const answer = await ask(guarded(security), {
        url: '/users/1',
        ...asked,
      })
      assert.equal(told(answer).status, status)
      assert.ok(answer.kind === 'answered')
      assert.equal(
        answer.answer.headers.some(([name]) => name === 'www-authenticate'),
        status === 401,
      )
    })

  const strict = {
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
      { name: 'page', in: 'query', required: true, schema: { type: 'integer', maximum: 9 } },
      { name: 'x-tenant', in: 'header', required: true, schema: { enum: ['a', 'b'] } },
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
        },
      },
    },
    responses: ok,
  }
  const right = {
    method: 'POST',
    url: '/users/1?page=2',
    headers: { 'x-tenant': 'a', 'content-type': 'application/json' },
    body: '{"name":"Ada"}',
  }
  for (const [title, change, finding, status] of [
    ['nothing', {}, undefined],
    ['a parameter of the path', { url: '/users/x?page=2' }, /path id must be/],
    ['an empty segment of the path', { url: '/users//?page=2' }, /path id is empty/],
    ['a missing parameter of the query', { url: '/users/1' }, /query page is required/],
    ['a parameter of the query', { url: '/users/1?page=10' }, /query page must be/],
    [
      'a header',
      { headers: { 'x-tenant': 'c', 'content-type': 'application/json' } },
      /header x-tenant must be/,
    ],
    ['no body', { body: '' }, /body is required/],
    ['a body without what it needs', { body: '{"nam":"Ada"}' }, /body .*name/],
    [
      'a body of another type',
      { headers: { 'x-tenant': 'a', 'content-type': 'text/plain' } },
      /text\/plain is not documented/,
      415,
    ],
    ['a body that is no JSON', { body: '{"name"' }, /body expected JSON/, 400],
  ] as const)
    it(`refuses a request that is wrong in ${title}`, async () => {
      const answer = await ask(api(strict, {}, 'post'), { ...right, ...change })
      assert.equal(told(answer).status, finding === undefined ? 200 : (status ?? 422))
      if (finding === undefined) return
      assert.equal(told(answer).type, 'application/problem+json')
      assert.match(told(answer).problem ?? '', finding)
      assert.match(told(answer).text ?? '', finding)
    })

  it('refuses with the documented answer', async () => {
    const responses = {
      ...ok,
      '400': { description: 'No', content: { 'application/json': { example: { wrong: true } } } },
    }
    const answer = told(await ask(api({ ...strict, responses }, {}, 'post'), { ...right, url: '/users/x' }))
    assert.deepEqual([answer.status, answer.text], [400, '{"wrong":true}'])
  })

  it('refuses a body that nobody can read with the documented answer to it', async () => {
    const said = (status: string): JsonObject => ({
      description: 'D',
      content: { 'text/plain': { example: `documented ${status}` } },
    })
    const json = { headers: right.headers, body: '{' }
    const text = { headers: { ...right.headers, 'content-type': 'text/csv' } }
    for (const [change, documented, status, body] of [
      [json, ['400', '422'], 400, 'documented 400'],
      [json, ['422'], 422, 'documented 422'],
      [json, ['4XX'], 400, 'documented 4XX'],
      [text, ['400', '415', '422'], 415, 'documented 415'],
      [text, ['400', '422'], 415, undefined],
      [text, ['default'], 415, 'documented default'],
    ] as const) {
      const more = Object.fromEntries(documented.map(one => [one, said(one)]))
      const document = api({ ...strict, responses: { ...ok, ...more } }, {}, 'post')
      const answer = told(await ask(document, { ...right, ...change }))
      assert.deepEqual([answer.status, answer.text === body], [status, body !== undefined], answer.text)
    }
  })

  it('reads a body by its charset, and of a cookie that comes twice the first, or all where there may be several', async () => {
    const content = { 'text/plain': { schema: { enum: ['Größe'] } } }
    const text = api({ requestBody: { content }, responses: ok }, {}, 'post')
    for (const [type, body, status] of [
      ['text/plain; charset=iso-8859-1', Buffer.from('Größe', 'latin1'), 200],
      ['text/plain', Buffer.from('Größe', 'latin1'), 422],
      ['text/plain; charset=utf-16le', Buffer.from('Größe', 'utf16le'), 200],
    ] as const) {
      const headers = { 'content-type': type }
      const answer = told(await ask(text, { method: 'POST', url: '/users/1', headers, body }))
      assert.equal(answer.status, status, `${type} ${answer.problem ?? ''}`)
    }
    const integer = { type: 'integer' }
    const parameters = [
      { name: 'one', in: 'cookie', schema: integer },
      { name: 'all', in: 'cookie', schema: { type: 'array', items: integer } },
    ]
    for (const [cookie, status] of [
      ['one=1; one=x', 200],
      ['one=x; one=1', 422],
      ['all=1; all=2', 200],
      ['all=1; all=x', 422],
    ] as const) {
      const answer = told(
        await ask(api({ parameters, responses: ok }), { url: '/users/1', headers: { cookie } }),
      )
      assert.equal(answer.status, status, cookie)
    }
  })

  const field = (name: string, value: string, more = ''): string =>
    `--XX\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
  const file = field('file', 'x', '; filename="a.txt"')
  const parts = {
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['name', 'file'],
            properties: {
              name: { type: 'string', minLength: 3 },
              count: { type: 'integer' },
              tags: { type: 'array', items: { type: 'string' } },
              owner: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
              rows: { type: 'array', items: { type: 'object', required: ['id'] } },
              file: { type: 'string', format: 'binary' },
            },
          },
        },
      },
    },
    responses: ok,
  }
  const swaggerParts = {
    swagger: '2.0',
    info: { title: 'A', version: '1' },
    paths: {
      '/users/{id}': {
        post: {
          consumes: ['multipart/form-data'],
          parameters: [
            { name: 'id', in: 'path', type: 'integer', required: true },
            { name: 'name', in: 'formData', type: 'string', required: true, minLength: 3 },
            { name: 'count', in: 'formData', type: 'integer' },
            { name: 'file', in: 'formData', type: 'file', required: true },
          ],
          responses: { 200: { description: 'OK' } },
        },
      },
    },
  }
  const inParts = 'multipart/form-data; boundary=XX'
  for (const [title, body, status, finding, type = inParts] of [
    ['all that is needed', field('name', 'Ada') + file, 200, /^$/],
    ['a file that is missing', field('name', 'Ada'), 422, /body must have required property 'file'/],
    ['a field that is wrong', field('name', 'A') + file, 422, /body \/name must NOT have fewer/],
    [
      'a field of another type',
      field('name', 'Ada') + field('count', 'x') + file,
      422,
      /body \/count must be integer/,
    ],
    ['no boundary', 'x', 400, /names no boundary/, 'multipart/form-data'],
    ['what is no form', 'x', 400, /does not end with the boundary "XX"/],
  ] as const)
    it(`judges a form in parts: ${title}`, async () => {
      const whole = body.includes('--XX') ? `${body}--XX--\r\n` : body
      const asked = { method: 'POST', url: '/users/1', headers: { 'content-type': type }, body: whole }
      for (const document of [api(parts, {}, 'post'), swaggerParts]) {
        const answer = told(await ask(document, asked))
        assert.equal(answer.status, status, answer.problem)
        assert.match(answer.problem ?? '', finding)
      }
    })

  it('takes a form of Swagger 2 in each of the media types that it is taken in', async () => {
    const both = ['multipart/form-data', 'application/x-www-form-urlencoded']
    for (const [consumes, type, body, status] of [
      [both, 'application/x-www-form-urlencoded', 'count=1', 200],
      [both, 'application/x-www-form-urlencoded', 'count=x', 422],
      [both, inParts, `${field('count', '1')}--XX--`, 200],
      [both, inParts, `${field('count', 'x')}--XX--`, 422],
      [both.slice(0, 1), 'application/x-www-form-urlencoded', 'count=1', 415],
      [both.slice(1), inParts, `${field('count', '1')}--XX--`, 415],
    ] as const) {
      const parameters = [{ name: 'count', in: 'formData', type: 'integer' }]
      const post = { consumes, parameters, responses: { 200: { description: 'OK' } } }
      const document = { swagger: '2.0', info: { title: 'A', version: '1' }, paths: { '/a': { post } } }
      const answer = told(
        await ask(document, { method: 'POST', url: '/a', headers: { 'content-type': type }, body }),
      )
      assert.equal(answer.status, status, `${consumes.join()} ${type} ${body}`)
    }
  })

  for (const [title, fields, finding] of [
    ['an object', field('owner', '{"id":1}'), /^$/],
    ['an object that is wrong', field('owner', '{"id":"x"}'), /body \/owner\/id must be integer/],
    ['what is no object', field('owner', 'x'), /body \/owner must be object/],
    ['a list in one part', field('tags', '["a"]'), /^$/],
    ['a list in several', field('tags', 'a') + field('tags', 'b'), /^$/],
    ['objects in one part each', field('rows', '{"id":1}') + field('rows', '{"id":2}'), /^$/],
    [
      'an object that is wrong in a list',
      field('rows', '{"id":1}') + field('rows', '{}'),
      /body \/rows\/1 must have/,
    ],
  ] as const)
    it(`judges JSON in a form in parts: ${title}`, async () => {
      const body = `${field('name', 'Ada')}${file}${fields}--XX--`
      const asked = { method: 'POST', url: '/users/1', headers: { 'content-type': inParts }, body }
      assert.match(told(await ask(api(parts, {}, 'post'), asked)).problem ?? '', finding)
    })

  for (const [type, body, status, finding] of [
    [
      'application/xml',
      '<?xml version="1.0"?><!-- a --><r b="1"><a>1 &lt; 2</a><![CDATA[<x>]]></r>\n',
      200,
      /^$/,
    ],
    ['application/soap+xml', '<s:a xmlns:s="x"/>', 200, /^$/],
    ['text/xml', '<!DOCTYPE r [<!ENTITY e "x">]><r>&e;</r>', 200, /^$/],
    [
      'application/xml',
      'no xml',
      400,
      /body expected XML, and it cannot be read as that: there is text outside/,
    ],
    ['application/xml', '{"a":1}', 400, /text outside/],
    ['application/xml', '<a>', 400, /<a> is not closed/],
    ['application/xml', '<a><b></a></b>', 400, /<b> is closed by <\/a>/],
    ['application/xml', '<a/></b>', 400, /<\/b> closes nothing/],
    ['application/xml', '<a/><b/>', 400, /more than one root element/],
    ['application/xml', '<a b=1/>', 400, /nothing can be made of "<a b=1\/>"/],
    ['application/xml', '<a b="1" b="2"/>', 400, /the attribute b twice/],
    ['application/xml', '<a>&nbsp;</a>', 400, /nothing says what &nbsp; is/],
    ['application/xml', '<a>b & c</a>', 400, /nothing says what & is/],
    ['application/xml', ' <?xml version="1.0"?><a/>', 400, /not at its beginning/],
    ['application/xml', '<!-- a -->', 400, /has no element/],
    ['application/xml', '<a><!-- </a>', 400, /nothing can be made of/],
    ['application/xml', '<a b="c & d"/>', 400, /nothing says what & is/],
    ['application/xml', "<a b='&copy;' c=''/>", 400, /nothing says what &copy; is/],
    ['application/xml', '<a b="&lt;&#xaF;&#9;">&gt;</a>', 200, /^$/],
    ['application/xml', '<a>&LT;</a>', 400, /nothing says what &LT; is/],
    ['application/xml', '<a>&#X41;</a>', 400, /nothing says what &#X41; is/],
    ['text/xml', '<!DOCTYPE r [<!ENTITY e "x">]><r b="&e;">a & b</r>', 400, /nothing says what & is/],
    [
      'application/xml',
      Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><Größe/>', 'latin1'),
      200,
      /^$/,
    ],
    ['application/xml; charset=iso-8859-1', Buffer.from('<Größe/>', 'latin1'), 200, /^$/],
    ['application/xml', Buffer.from('\uFEFF<Größe/>', 'utf16le'), 200, /^$/],
    ['application/xml', Buffer.from('<a>ß</a>', 'latin1'), 400, /its byte 4 is not valid in UTF-8/],
    [
      'application/xml',
      Buffer.from('<?xml version="1.0" encoding="utf-8"?><a>ß</a>', 'latin1'),
      400,
      /its byte 42 is not valid in UTF-8/,
    ],
  ] as const)
    it(`judges whether a body is XML: ${body.toString()}`, async () => {
      const content = { [type.replace(/;.*/, '')]: { schema: { type: 'object' } } }
      const document = api({ requestBody: { content }, responses: ok }, {}, 'post')
      const headers = { 'content-type': type }
      const answer = told(await ask(document, { method: 'POST', url: '/users/1', headers, body }))
      assert.equal(answer.status, status, answer.problem)
      assert.match(answer.problem ?? '', finding)
    })

  it('knows the paths of its servers, and says which methods there are', async () => {
    const document = api({ responses: ok }, { servers: [{ url: 'https://api.example/v1' }] })
    for (const url of ['/users/1', '/v1/users/1'])
      assert.equal(told(await ask(document, { url })).status, 200)
    assert.equal(told(await ask(document, { url: '/users/1', method: 'HEAD' })).status, 200)
    assert.deepEqual(await ask(document, { url: '/users/1', method: 'PUT' }), {
      kind: 'unknown',
      allowed: ['GET'],
    })
    assert.deepEqual(await ask(document, { url: '/orders' }), { kind: 'unknown', allowed: [] })
    const between = api({ responses: ok }, {}, 'get', '/users/{id}/orders')
    assert.match(told(await ask(between, { url: '/users//orders' })).problem ?? '', /path id is empty/)
  })

  for (const [type, example, text] of [
    ['application/json', 'a', '"a"'],
    ['application/vnd.a+json', { a: 1 }, '{"a":1}'],
    ['text/html', '<p>a</p>', '<p>a</p>'],
    ['text/plain', 7, '7'],
    ['application/xml', '<a/>', '<a/>'],
    ['application/xml', { id: 1 }, '<?xml version="1.0" encoding="UTF-8"?>\n<xml>\n  <id>1</id>\n</xml>'],
    ['application/x-www-form-urlencoded', { a: 'x y', b: 2 }, 'a=x+y&b=2'],
    ['application/octet-stream', 'bytes', 'bytes'],
  ] as const)
    it(`writes ${JSON.stringify(example)} as ${type}`, async () => {
      const responses = {
        '200': { description: 'OK', content: { [type]: { example: example as JsonValue } } },
      }
      assert.deepEqual(told(await ask(api({ responses }), { url: '/users/1' })), {
        status: 200,
        type,
        text,
        problem: undefined,
      })
    })
})

interface CorpusCase extends Listed {
  readonly id: string
  readonly document: JsonValue
  readonly request: Asked
  readonly expect: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  }
}

describe('the cases of another mock', () => {
  const cases = corpusList('contracts/mock', 'prism-cases.json', 'cases') as readonly CorpusCase[]
  for (const { id, document, request, expect } of cases)
    it(id, async () => {
      // Clients write URLs as their standard says.
      const { pathname, search } = new URL(request.url, 'http://mock')
      const answer = await ask(document, { ...request, url: pathname + search })
      assert.ok(answer.kind === 'answered')
      assert.equal(told(answer).status, expect.status)
      for (const [name, value] of Object.entries(expect.headers)) {
        const [, found = ''] = answer.answer.headers.find(([header]) => header.toLowerCase() === name) ?? []
        assert.ok(found.startsWith(value), `${name}: ${found}`)
      }
      if (expect.body !== undefined) assert.deepEqual(read(told(answer).text ?? ''), read(expect.body))
    })
})

/** Bodies of JSON compare by their values, XML without what stands between and before its elements. */
function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text.replace(/^<\?xml[^>]*>/, '').replaceAll(/\s+(?=<)/g, '')
  }
}
