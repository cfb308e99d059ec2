import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { withFolder } from '../../testing/run-program.ts'
import { ReceivedRequest } from '../received-request.ts'
import type { DescribedAnswer } from './described-api.ts'
import { loadDescribedApi } from './load-described-api.ts'

interface Asked {
  readonly method?: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** What the API of a document answers. */
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
}

function told(answer: DescribedAnswer): Told {
  if (answer.kind === 'unknown') return {}
  const { status, headers, body } = answer.answer
  const type = headers.find(([name]) => name === 'content-type')?.[1]
  return { status, type, text: Buffer.from(body).toString(), problem: answer.problem }
}

describe('a described API', () => {
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
  for (const [title, change, finding] of [
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
    ],
    ['a body that is no JSON', { body: '{"name"' }, /body expected JSON/],
  ] as const)
    it(`refuses a request that is wrong in ${title}`, async () => {
      const answer = await ask(api(strict, {}, 'post'), { ...right, ...change })
      assert.equal(told(answer).status, finding === undefined ? 200 : 422)
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

interface CorpusCase {
  readonly id: string
  readonly document: JsonValue
  readonly request: Asked
  readonly expect: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  }
}

const corpus = path.resolve('../shared/corpus/contracts/mock/prism-cases.json')

describe('the cases of another mock', { skip: !existsSync(corpus) && 'the corpus is not there' }, () => {
  const { cases } = existsSync(corpus)
    ? (JSON.parse(readFileSync(corpus, 'utf8')) as { readonly cases: readonly CorpusCase[] })
    : { cases: [] }
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
