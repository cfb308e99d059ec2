import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describedBy, withOperation } from '../../api-description/testing/description.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { imported, importedFile, requestsOf, stepsOf } from './testing/imported.ts'

const shop = await importedFile('fixtures/openapi/shop/openapi.yaml')
const steps = stepsOf(shop)

/** The step of the only operation of a document. */
async function stepOf(operation: object, more: object = {}, version?: string): Promise<JsonObject> {
  const { collection } = await imported(await describedBy(withOperation(operation, more, version)))
  return requestsOf(collection.items)[0]?.request.step ?? {}
}

/** The JSON body for a schema. */
async function bodyFor(schema: object, more: object = {}, version?: string): Promise<JsonValue | undefined> {
  const requestBody = { content: { 'application/json': { schema } } }
  return (await stepOf({ requestBody }, more, version))['json']
}

describe('a schema that asks for more than anybody sends', () => {
  /** The losses of a body with a schema, and why. */
  async function lossesOf(schema: object, schemas: object = {}): Promise<readonly string[]> {
    const requestBody = { content: { 'application/json': { schema } } }
    const { report } = await imported(
      await describedBy(withOperation({ requestBody }, { components: { schemas } })),
    )
    return report.losses.map(({ why }) => why)
  }

  it('is given up where each schema asks for the next one twice', async () => {
    const twice = (index: number) => ({
      type: 'object',
      required: ['a', 'b'],
      properties: { a: nextOf(index), b: nextOf(index) },
    })
    const nextOf = (index: number) => ({ $ref: `#/components/schemas/S${index + 1}` })
    const schemas = Array.from({ length: 18 }, (_, index) => [`S${index}`, twice(index)] as const)
    const [why] = await lossesOf(nextOf(-1), { ...Object.fromEntries(schemas), S18: { type: 'string' } })
    assert.match(why ?? '', /more than 20000 values/)
  })

  it('is given up where lists lie in lists', async () => {
    const list = (items: object) => ({ type: 'array', minItems: 100, items })
    const [why] = await lossesOf(list(list(list({ type: 'integer' }))))
    assert.match(why ?? '', /more than 20000 values/)
  })

  for (const [name, schema] of Object.entries({
    text: { type: 'string', minLength: 2_000_000 },
    list: { type: 'array', minItems: 200_000, items: { type: 'integer' } },
    pattern: { type: 'string', pattern: '^(a{2000}){1000}$' },
  }))
    it(`is given up for a ${name} of millions`, async () => {
      const [why] = await lossesOf({ type: 'object', required: ['n'], properties: { n: schema } })
      assert.match(why ?? '', /no value was found that its schema allows: \/n/)
    })

  it('still has texts of some length', async () => {
    const text = { type: 'string', minLength: 20_000 }
    assert.deepEqual(await lossesOf({ type: 'object', required: ['n'], properties: { n: text } }), [])
  })
})

describe('a collection of an API description', () => {
  it('has a folder for each first tag, in the order of the tags, and what has none behind them', () => {
    assert.deepEqual(
      shop.collection.items.map(item => (item.kind === 'folder' ? item.name : item.step['name'])),
      ['orders', 'catalogue', 'uploads', 'PUT /raw'],
    )
    const [orders] = shop.collection.items
    assert.equal(orders?.kind === 'folder' ? orders.description : '', 'Placing orders, and looking at them.')
    assert.equal(shop.report.created, 8)
  })

  it('knows the servers as base URL, variables and environments', () => {
    const { baseUrl, variables, environments } = shop.collection
    assert.equal(baseUrl, 'https://{{region}}.shop.example.org/v1')
    assert.equal(variables?.['region'], 'eu')
    assert.deepEqual(environments, [
      { name: 'Production', variables: { baseUrl, region: 'eu' }, secrets: {} },
      { name: 'Local', variables: { baseUrl: 'http://127.0.0.1:4010/v1' }, secrets: {} },
    ])
  })

  it('has the credentials of the document for all requests, and keeps secrets out of the file', () => {
    assert.deepEqual(shop.collection.settings, {
      auth: {
        oauth2: {
          'token-url': 'https://{{region}}.shop.example.org/oauth/token',
          'client-id': '{{clientId}}',
          'client-secret': '{{clientSecret}}',
          scope: 'orders:read orders:write',
        },
      },
    })
    assert.equal(shop.collection.secrets?.['clientSecret'], '{{env.API_CLIENT_SECRET}}')
    assert.equal(steps['listOrders']?.['auth'], undefined)
    assert.deepEqual(steps['addPicture']?.['auth'], { 'api-key': { query: 'key', value: '{{keyApiKey}}' } })
    const removal = steps['DELETE /orders/{orderId}']
    assert.deepEqual(removal?.['auth'], { basic: { username: '{{username}}', password: '{{password}}' } })
    assert.deepEqual(removal['headers'], { 'X-Tenant': '{{apiKey}}' })
  })

  it('fills in paths, sends what is required, and switches off the rest', () => {
    assert.deepEqual(steps['getOrder'], {
      name: 'An order',
      tags: ['reading'],
      variables: { orderId: 1 },
      request: 'GET {{baseUrl}}/orders/{{orderId}}?expand=lines,customer',
      headers: {
        'X-Request-ID': { disabled: '3fa85f64-5717-4562-b3fc-2c963f66afa6' },
        Cookie: ['session=abc', { disabled: 'theme=dark' }],
      },
      validations: [{ status: 200 }, { schema: { spec: 'openapi.yaml', operation: 'getOrder' } }],
    })
    assert.deepEqual(steps['listOrders']?.['query'], {
      expand: { disabled: 'lines' },
      'filter[state]': { disabled: 'paid' },
    })
  })

  it('finds parameters anywhere in a path', () => {
    assert.deepEqual(steps['GET /catalogue/{section}:export({id}).{format}'], {
      name: 'GET /catalogue/{section}:export({id}).{format}',
      variables: { section: '1', id: '1', format: '1' },
      request: 'GET {{baseUrl}}/catalogue/{{section}}:export({{id}}).{{format}}',
      auth: 'none',
      validations: [{ status: '2xx' }],
    })
  })

  it('makes bodies that their schemas allow, without what only answers have', () => {
    assert.deepEqual(steps['addCategory']?.['json'], { name: 'name', parent: null })
    const order = mapping(steps['placeOrder']?.['json'])
    assert.match(valueText(order['code'] ?? ''), /^[A-Z]{3}-\d{4}$/)
    assert.deepEqual(
      { ...order, code: '' },
      {
        state: 'open',
        code: '',
        secret: 'secret',
        lines: [
          { sku: 'cat-food', amount: 1, size: '7' },
          { sku: 'cat-food', amount: 1, size: '7' },
        ],
      },
    )
    assert.equal(steps['placeOrder']?.['content-type'], 'application/vnd.shop+json')
  })

  it('sends a short text in place of a file, and says so', () => {
    assert.deepEqual(steps['addPicture']?.['multipart'], {
      title: String.raw`A \{{cat}}`,
      picture: { text: 'example', filename: 'picture.txt', 'content-type': 'image/png' },
      meta: { text: '{"width":8}', 'content-type': 'application/json' },
    })
    assert.ok(shop.report.notes.some(({ what }) => what === 'file picture of multipart/form-data'))
  })

  it('goes to a server of its own, and expects nothing where only failures are documented', () => {
    assert.deepEqual(steps['PUT /raw'], {
      name: 'PUT /raw',
      variables: { bucket: 'main' },
      request: 'PUT https://files.example.org/{{bucket}}/raw',
      text: 'example',
      'content-type': 'application/octet-stream',
    })
  })

  it('says which references lead nowhere, and what is no request', () => {
    assert.deepEqual(
      shop.report.losses.map(({ where, what, why }) => [where, what, why]),
      [
        [
          'orders / All orders',
          'reference ../gone.yaml of response 4XX',
          'there is no file fixtures/openapi/shop/gone.yaml',
        ],
      ],
    )
    assert.deepEqual(shop.report.skipped, [{ reason: 'callbacks', count: 1, items: ['added'] }])
  })

  it('tells that an operation is deprecated', () => {
    const description = steps['DELETE /orders/{orderId}']?.['description']
    assert.equal(description, 'Deprecated.\n\nOnly for administrators.')
  })

  it('is the same the second time', async () => {
    assert.deepEqual(await importedFile('fixtures/openapi/shop/openapi.yaml'), shop)
  })

  it('reads Swagger 2', async () => {
    const pets = stepsOf(await importedFile('fixtures/openapi/petstore-2.json'))
    assert.deepEqual(pets, {
      getPet: {
        name: 'getPet',
        variables: { petId: 'p%201%2F2' },
        request: 'GET {{baseUrl}}/pets/{{petId}}?fields=a%7Cb',
        query: { tag: [{ disabled: 'x' }, { disabled: 'y' }] },
        validations: [{ status: 200 }, { schema: { spec: 'openapi.yaml', operation: 'getPet' } }],
      },
      changePet: {
        name: 'changePet',
        variables: { petId: 'p%201%2F2' },
        request: 'PUT {{baseUrl}}/pets/{{petId}}',
        json: { name: 'name', born: '2025-01-15' },
      },
      paintPet: {
        name: 'paintPet',
        variables: { petId: 'p%201%2F2' },
        request: 'POST {{baseUrl}}/pets/{{petId}}',
        form: { colour: 'black' },
        validations: [{ status: 303 }],
      },
    })
  })

  it('reads OpenAPI 3.1, and replaces an example that its own schema does not allow', async () => {
    const { collection, report } = await importedFile('fixtures/openapi/rockets-3.1.yaml')
    const [launch] = requestsOf(collection.items)
    assert.deepEqual(launch?.request.step['json'], { crew: ['crew'], window: '2025-01-15T09:30:00Z' })
    assert.equal(collection.baseUrl, 'http://localhost/rockets')
    assert.deepEqual(
      report.notes.map(({ what }) => what),
      ['base URL http://localhost/rockets', 'example of body application/json'],
    )
    assert.deepEqual(report.skipped, [{ reason: 'webhooks', count: 1, items: ['POST landed'] }])
  })
})

describe('an example body', () => {
  type Case = readonly [what: string, schema: object, value: JsonValue | undefined, more?: object]
  const node = { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } }
  const cases: readonly Case[] = [
    ['the example of the schema', { type: 'integer', example: 5, default: 4 }, 5],
    ['the default', { type: 'integer', default: 4, enum: [3, 4] }, 4],
    ['the first of a choice', { enum: [null, 'b', 'c'] }, 'b'],
    ['nothing that does not fit', { type: 'integer', example: 'x', minimum: 3 }, 3],
    [
      'a number within its bounds',
      { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 1.5 },
      1.25,
    ],
    ['a multiple', { type: 'integer', multipleOf: 7, minimum: 20 }, 21],
    ['a date', { type: 'string', format: 'date-time' }, '2025-01-15T09:30:00Z'],
    ['a text that is long enough', { properties: { a: { type: 'string', minLength: 5 } } }, { a: 'aaaaa' }],
    ['what is required', { required: ['a', 'c'], properties: { a: {}, b: {} } }, { a: 'a', c: 'c' }],
    ['everything, where nothing is required', { properties: { a: { type: 'boolean' } } }, { a: true }],
    [
      'items that differ',
      { type: 'array', minItems: 2, uniqueItems: true, items: { type: 'integer' } },
      [1, 2],
    ],
    ['the first branch', { oneOf: [{ type: 'string', enum: ['x'] }, { type: 'integer' }] }, 'x'],
    ['no null, where there is more', { oneOf: [{ type: 'boolean', nullable: true }] }, true],
    [
      'what all parts say',
      {
        allOf: [
          { required: ['a'], properties: { a: { type: 'integer' } } },
          { properties: { a: { minimum: 9 } } },
        ],
      },
      { a: 9 },
    ],
    [
      'no property that is closed off',
      { example: { a: 1, b: 2 }, properties: { a: { type: 'integer' } }, additionalProperties: false },
      { a: 1 },
    ],
    [
      'as many properties as are asked for',
      { type: 'object', minProperties: 2 },
      { key1: 'key1', key2: 'key2' },
    ],
    ['the end of a recursion', node, { next: {} }, { components: { schemas: { Node: node } } }],
    [
      'the end of a recursion without end',
      { $ref: '#/components/schemas/Endless' },
      {},
      {
        components: {
          schemas: {
            Endless: {
              type: 'object',
              required: ['e'],
              properties: { e: { $ref: '#/components/schemas/Endless' } },
            },
          },
        },
      },
    ],
    [
      'names like those of objects',
      JSON.parse('{"required":["__proto__"]}') as object,
      JSON.parse('{"__proto__":"proto"}') as JsonValue,
    ],
  ]
  for (const [what, schema, value, more] of cases)
    it(`is ${what}`, async () => {
      assert.deepEqual(await bodyFor(schema, more), value)
    })

  it('is the example of the media type before all others', async () => {
    const schema = { type: 'object', example: { a: 1 } }
    const examples = { first: { $ref: '#/components/examples/one' }, second: { value: { a: 3 } } }
    const components = { examples: { one: { value: { a: 2 } } } }
    const step = await stepOf(
      { requestBody: { content: { 'application/json': { schema, examples } } } },
      { components },
    )
    assert.deepEqual(step['json'], { a: 2 })
  })

  it('is XML where nothing else is taken', async () => {
    const schema = {
      type: 'object',
      xml: { name: 'pet' },
      properties: {
        id: { type: 'integer', xml: { attribute: true } },
        tags: {
          type: 'array',
          xml: { wrapped: true },
          items: { type: 'string', example: 'a&b', xml: { name: 'tag' } },
        },
      },
    }
    const step = await stepOf({ requestBody: { content: { 'application/xml': { schema } } } })
    const lines = ['<pet id="1">', '  <tags>', '    <tag>a&amp;b</tag>', '  </tags>', '</pet>']
    assert.equal(step['xml'], `<?xml version="1.0" encoding="UTF-8"?>\n${lines.join('\n')}`)
  })
})

describe('parameters', () => {
  const list = { type: 'array', items: { type: 'string' }, example: ['a', 'b'] }
  const object = { type: 'object', example: { x: 1, y: 'b c' } }
  const inQuery: readonly (readonly [parameter: object, query: string])[] = [
    [{ schema: list }, 'p=a&p=b'],
    [{ schema: list, explode: false }, 'p=a,b'],
    [{ schema: list, style: 'spaceDelimited', explode: false }, 'p=a%20b'],
    [{ schema: object }, 'x=1&y=b%20c'],
    [{ schema: object, style: 'deepObject' }, 'p[x]=1&p[y]=b%20c'],
    [{ content: { 'application/json': { schema: object } } }, 'p=%7B%22x%22:1,%22y%22:%22b%20c%22%7D'],
    [{ schema: { type: 'string', example: '{{x}}&é' } }, 'p=%7B%7Bx%7D%7D%26%C3%A9'],
  ]
  for (const [parameter, query] of inQuery)
    it(`are written as ${query} in a query`, async () => {
      const parameters = [{ name: 'p', in: 'query', required: true, ...parameter }]
      assert.equal((await stepOf({ parameters }))['request'], `POST {{baseUrl}}/things?${query}`)
    })

  const inPath: readonly (readonly [parameter: object, path: string, value: JsonValue])[] = [
    [{ schema: list }, '{{p}}', 'a,b'],
    [{ schema: list, style: 'label', explode: true }, '.{{p}}', 'a.b'],
    [{ schema: list, style: 'matrix', explode: true }, ';{{p}}', 'p=a;p=b'],
    [{ schema: { type: 'integer' }, style: 'matrix' }, ';p={{p}}', 1],
    [{ schema: object, explode: true }, '{{p}}', 'x=1,y=b%20c'],
  ]
  for (const [parameter, path, value] of inPath)
    it(`are written as ${path} in a path`, async () => {
      const item = { get: { parameters: [{ name: 'p', in: 'path', required: true, ...parameter }] } }
      const description = await describedBy(withOperation({}, { paths: { '/{p}': item } }))
      const [made] = requestsOf((await imported(description)).collection.items)
      assert.equal(made?.request.step['request'], `GET {{baseUrl}}/${path}`)
      assert.deepEqual(made.request.step['variables'], { p: value })
    })

  it('do not take the place of credentials', async () => {
    const item = { get: { parameters: [{ name: 'token', in: 'path', schema: { type: 'string' } }] } }
    const description = await describedBy(withOperation({}, { paths: { '/a/{token}': item } }))
    const [made] = requestsOf((await imported(description)).collection.items)
    assert.equal(made?.request.step['request'], 'GET {{baseUrl}}/a/{{pathToken}}')
  })

  it('are usual values in headers that everybody knows', async () => {
    const header = (name: string) => ({ name, in: 'header', required: true, schema: { type: 'string' } })
    const names = ['Accept', 'Authorization', 'Content-Type', 'Date', 'Content-Length']
    const requestBody = { content: { 'application/json': { schema: {} } } }
    const responses = { 200: { content: { 'application/hal+json': {} } } }
    const step = await stepOf({ parameters: names.map(header), requestBody, responses })
    assert.deepEqual(step['headers'], {
      Accept: 'application/hal+json',
      Authorization: 'Bearer {{token}}',
      'Content-Type': 'application/json',
      Date: 'Wed, 15 Jan 2025 09:30:00 GMT',
    })
  })
})

describe('what cannot become a request as it is', () => {
  it('is told: methods that nobody sends, and answers that never end', async () => {
    const responses = { 200: { content: { 'text/event-stream': {} } } }
    const paths = { '/a': { get: { responses }, additionalOperations: { BREW: {} } } }
    const { report } = await imported(await describedBy(withOperation({}, { paths }, '3.2.0')))
    assert.deepEqual([report.requests, report.created], [2, 1])
    assert.deepEqual(
      report.losses.map(({ what }) => what),
      ['BREW /a'],
    )
    assert.deepEqual(
      report.notes.map(({ what }) => what),
      ['answer text/event-stream'],
    )
  })
})

describe('references that lead nowhere', () => {
  const A = { $ref: '#/components/schemas/A' }
  const B = { $ref: '#/components/schemas/B' }
  const json = (schema: object) => ({ content: { 'application/json': { schema } } })

  /** The losses of an operation, in a document that lies among files. */
  async function lossesOf(
    operation: object,
    schemas: object = {},
    others: object = {},
  ): Promise<readonly string[]> {
    const document = withOperation(operation, { components: { schemas } })
    const { report } = await imported(await describedBy(document, { ...others }, 'file:///shop/openapi.json'))
    return report.losses.map(({ what, why }) => `${what}: ${why}`)
  }

  it('are told where they go in a circle', async () => {
    assert.deepEqual(await lossesOf({ requestBody: json(A) }, { A: B, B: A }), [
      `reference ${A.$ref} of body application/json: it leads in a circle`,
    ])
    const others = { 'file:///shop/1.yaml': '$ref: 2.yaml', 'file:///shop/2.yaml': '$ref: 1.yaml' }
    assert.deepEqual(await lossesOf({ requestBody: json({ $ref: '1.yaml' }) }, {}, others), [
      'reference 1.yaml of body application/json: it leads in a circle',
    ])
  })

  it('are told of answers, too', async () => {
    const responses = { 200: json({ type: 'array', items: A }), 404: json({ $ref: 'gone.json' }) }
    assert.deepEqual(await lossesOf({ responses }, { A: { properties: { b: B } } }), [
      `reference ${B.$ref} of response 200: there is no /components/schemas/B in openapi.json`,
      'reference gone.json of response 404: there is no file file:///shop/gone.json',
    ])
  })

  for (const reference of ['/shop/a.json', 'file:///shop/a.json', '\\\\shop\\a.json', 'FILE:a.json'])
    it(`are told where they name a file as ${reference}`, async () => {
      assert.deepEqual(
        await lossesOf({ requestBody: json({ $ref: reference }) }, {}, { 'file:///shop/a.json': {} }),
        [`reference ${reference} of body application/json: a file is read only by a relative path`],
      )
    })

  it('are told where they name neither a file nor a URL of HTTP', async () => {
    const [loss] = await lossesOf({ requestBody: json({ $ref: 'C:/a.json' }) })
    assert.match(loss ?? '', /only files and URLs of http and https are read$/)
  })

  it('are none where a relative path leaves the folder of the document', async () => {
    const others = { 'file:///common/a.json': { type: 'string' } }
    assert.deepEqual(await lossesOf({ requestBody: json({ $ref: '../common/a.json' }) }, {}, others), [])
  })
})

describe('what is not what it should be', () => {
  /** The losses of an OpenAPI 3.0 document with these paths, and its notes. */
  async function toldOf(paths?: unknown): Promise<readonly string[]> {
    const document = {
      openapi: '3.0.0',
      servers: [{ url: 'https://h' }],
      ...(paths === undefined ? {} : { paths }),
    }
    const { report } = await imported(await describedBy(document))
    return [...report.losses, ...report.notes].map(({ where, what, why }) => `${where}: ${what}: ${why}`)
  }

  it('is told: operations, parameters, bodies and responses', async () => {
    const parameters = [null, { $ref: 5 }, { in: 'path' }, { name: 'n', in: 'body' }]
    assert.deepEqual(
      await toldOf({
        '/z': { get: 5, put: { $ref: '#/none' }, post: { parameters, requestBody: 7, responses: [1] } },
      }),
      [
        'API: reference #/none of PUT /z: there is no /none in openapi.json',
        'API: GET /z: an object was expected, not 5',
        'POST /z: request body: an object was expected, not 7',
        'POST /z: parameter 1: an object was expected, not null',
        'POST /z: parameter 2: its $ref is not text',
        'POST /z: a path parameter: it has no name',
        'POST /z: parameter n: its `in` is none of path, query, header, cookie',
        'POST /z: responses: an object was expected, not a list',
      ],
    )
  })

  const none = 'API: paths: they describe no operations'
  it('is told where it leaves no operations at all', async () => {
    assert.deepEqual(await toldOf(), [none])
    assert.deepEqual(await toldOf([]), ['API: paths: an object was expected, not a list', none])
  })

  it('does not count what is left empty', async () => {
    const post = { parameters: null, requestBody: null, responses: null, callbacks: null }
    assert.deepEqual(await toldOf({ '/a': { parameters: null, post } }), [])
  })
})

describe('a body that contradicts itself', () => {
  it('is the example of its author, and told as a loss', async () => {
    const schema = { oneOf: [{ type: 'string' }, { minLength: 1 }], type: 'string', minLength: 1 }
    const requestBody = { content: { 'application/json': { schema, example: 'mine' } } }
    const { collection, report } = await imported(await describedBy(withOperation({ requestBody })))
    assert.equal(requestsOf(collection.items)[0]?.request.step['json'], 'mine')
    assert.match(
      report.losses[0]?.why ?? '',
      /^no value was found that its schema allows: \/: must match exactly one/,
    )
  })
})
