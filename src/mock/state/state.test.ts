import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { type Files, type Finished, runLine, withFolder } from '../../testing/run-program.ts'
import { Collection, type CollectionParts } from './collection.ts'

const at = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })

/** A document of version 3 as one of Swagger 2. */
function asSwagger(document: JsonObject): JsonObject {
  const text = JSON.stringify(document)
    .replaceAll(
      /"content":\{"application\/json":\{("schema":\{[^{}]*\}|"schema":\{(?:[^{}]|\{[^{}]*\})*\})\}\}/g,
      '$1',
    )
    .replaceAll('#/components/schemas/', '#/definitions/')
    .replaceAll(/"schema":\{"type":"(integer|string)"\}/g, '"type":"$1"')
    .replaceAll('"requestBody":{"schema"', '"parameters":[{"in":"body","name":"body","schema"')
    .replaceAll(/("name":"body","schema":\{[^{}]*\})\}/g, '$1}]')
  const { openapi: _, components, ...rest } = JSON.parse(text) as Record<string, JsonObject>
  return { swagger: '2.0', ...rest, definitions: components?.['schemas'] ?? {} }
}

const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } })
const told = (schema: JsonObject): JsonObject => ({ description: 'Told', ...json(schema) })
const missing = { description: 'There is none' }
const parameter = (name: string, place: string, type: string): JsonObject => ({
  name,
  in: place,
  ...(place === 'path' ? { required: true } : {}),
  schema: { type },
})

/** Customers in a list with its count, their orders alone, all with items of their own. */
function shop(version: string): JsonObject {
  const document: JsonObject = {
    openapi: version,
    info: { title: 'Shop', version: '1' },
    paths: {
      '/customers': {
        get: {
          parameters: [
            parameter('city', 'query', 'string'),
            parameter('limit', 'query', 'integer'),
            parameter('offset', 'query', 'integer'),
            parameter('page', 'query', 'integer'),
          ],
          responses: { '200': told(at('Customers')) },
        },
        post: {
          requestBody: json(at('Customer')),
          responses: { '201': told(at('Customer')), '409': { description: 'There is one' } },
        },
      },
      '/customers/{id}': {
        get: {
          parameters: [parameter('id', 'path', 'integer')],
          responses: { '200': told(at('Customer')), '404': missing },
        },
        delete: {
          parameters: [parameter('id', 'path', 'integer')],
          responses: { '204': { description: 'Gone' }, '404': missing },
        },
      },
      '/customers/{id}/orders': {
        get: {
          parameters: [parameter('id', 'path', 'integer')],
          responses: { '200': told({ type: 'array', items: at('Order') }), '404': missing },
        },
        post: {
          requestBody: json(at('Order')),
          responses: { '201': { description: 'Made' }, '404': missing },
        },
      },
      '/customers/{id}/orders/{order}': {
        get: { responses: { '200': told(at('WrappedOrder')), '404': missing } },
        put: {
          requestBody: json(at('Order')),
          responses: { '200': told(at('WrappedOrder')), '201': told(at('WrappedOrder')) },
        },
      },
    },
    components: {
      schemas: {
        Customers: {
          type: 'object',
          required: ['items', 'meta'],
          properties: {
            items: { type: 'array', items: at('Customer') },
            meta: {
              type: 'object',
              properties: { total: { type: 'integer' }, hasMore: { type: 'boolean' } },
            },
          },
        },
        Customer: {
          type: 'object',
          required: ['id', 'name'],
          additionalProperties: false,
          properties: {
            id: { type: 'integer', readOnly: true },
            name: { type: 'string' },
            city: { type: 'string', default: 'Bonn' },
            created: { type: 'string', format: 'date-time', readOnly: true },
          },
        },
        WrappedOrder: { type: 'object', required: ['data'], properties: { data: at('Order') } },
        Order: {
          type: 'object',
          required: ['number', 'sku'],
          properties: { number: { type: 'string', format: 'uuid', readOnly: true }, sku: { type: 'string' } },
        },
      },
    },
  }
  return version === '2.0' ? asSwagger(document) : document
}

/** Runs a suite whose mock `shop` remembers. */
function run(state: string, steps: string, document: JsonValue, files: Files = {}): Promise<Finished> {
  const suite = `suite: A\nvariables: { shop: '{{mocks.shop.url}}' }\nmocks:\n  shop:\n    spec: shop.json\n    state: ${state}\nsteps:\n${steps}\n`
  return withFolder({ 'a.apitest.yaml': suite, 'shop.json': JSON.stringify(document), ...files }, folder =>
    runLine(folder, ['a.apitest.yaml']),
  )
}

function assertPassed({ exitCode, output, errors }: Finished): void {
  assert.equal(exitCode, 0, output + errors)
}

describe('collections of a mock', () => {
  for (const version of ['2.0', '3.0.3', '3.1.0'])
    it(`remember what is made, changed and removed: ${version}`, async () => {
      const steps = `  - request: GET {{shop}}/customers
    validations: ['$.meta': { equals: { total: 1, hasMore: false } }, '$.items[0].name': Ada]
  - request: POST {{shop}}/customers
    json: { name: Bob }
    extracts: { place: header location }
    validations: [status: 201, header location: /customers/4, $.id: 4, $.city: Bonn, $.created: { matches-regex: '^2' }]
  - request: GET {{shop}}{{place}}
    validations: [$.name: Bob]
  - request: GET {{shop}}/customers?city=Bonn
    validations: [$.meta.total: 1, '$.items[0].id': 4]
  - request: GET {{shop}}/customers?limit=1&offset=1
    validations: [$.meta.total: 2, '$.items[*].id': { equals: [4] }]
  - request: GET {{shop}}/customers?limit=1&page=2
    validations: [$.meta.total: 2, '$.items[*].id': { equals: [4] }]
  - request: GET {{shop}}/customers?limit=1&page=1
    validations: ['$.items[*].id': { equals: [3] }]
  - request: GET {{shop}}/customers?limit=1
    validations: [$.meta.hasMore: true, '$.items[*].id': { equals: [3] }]
  - request: GET {{shop}}/customers/9
    validations: [status: 404]
  - request: POST {{shop}}/customers/4/orders
    json: { sku: tea }
    extracts: { order: header location }
    validations: [status: 201]
  - request: GET {{shop}}{{order}}
    validations: [$.data.sku: tea]
  - request: PUT {{shop}}{{order}}
    json: { sku: coffee }
    validations: [status: 200, $.data.sku: coffee]
  - request: PUT {{shop}}/customers/4/orders/6f1c7b32-0d8e-4c55-9d53-5a3a9d1f3f10
    json: { sku: milk }
    validations: [status: 201, $.data.number: 6f1c7b32-0d8e-4c55-9d53-5a3a9d1f3f10]
  - request: GET {{shop}}/customers/4/orders
    validations: ['$[*].sku': { equals: [coffee, milk] }]
  - request: GET {{shop}}/customers/3/orders
    validations: [$: { has-length: 0 }]
  - request: POST {{shop}}/customers/9/orders
    json: { sku: tea }
    validations: [status: 404]
  - request: DELETE {{shop}}/customers/4
    validations: [status: 204]
  - request: DELETE {{shop}}/customers/4
    validations: [status: 404]
  - request: GET {{shop}}/customers
    validations: [$.meta.total: 1]
  - calls: shop POST /customers
    validations: [$.count: 1]`
      const state =
        '{ /customers: { items: [{ id: 3, name: Ada, city: London }] }, "/customers/{id}/orders": { key: number } }'
      assertPassed(await run(state, steps, shop(version)))
    })

  it('are as at the start after a reset, and so are answers and calls', async () => {
    const steps = `  - request: POST {{shop}}/customers
    json: { name: Bob }
    validations: [$.id: 4]
  - request: DELETE {{shop}}/customers/3
  - reset: shop
  - calls: shop
    validations: [$.count: 0, $.calls: { has-length: 0 }]
  - request: GET {{shop}}/customers
    validations: ['$.items[*].name': { equals: [Ada] }]
  - request: POST {{shop}}/customers
    json: { name: Carl }
    validations: [$.id: 4]
  - calls: shop POST /customers
    validations: [$.count: 1]`
    const state = '{ /customers: { items: [{ id: 3, name: Ada }] } }'
    assertPassed(await run(state, steps, shop('3.1.0')))
  })

  it('begin with a file, and with the examples of the description', async () => {
    const document = shop('3.1.0')
    const steps = (names: string): string =>
      `  - request: GET {{shop}}/customers\n    validations: ['$.items[*].name': { equals: ${names} }]`
    const customers = '[{ "id": 1, "name": "Ada" }, { "id": 2, "name": "Bob" }]'
    assertPassed(
      await run('{ /customers: { from: a.json } }', steps('[Ada, Bob]'), document, { 'a.json': customers }),
    )
    assertPassed(await run('[/customers]', steps('[]'), document))
    assertPassed(await run('{ /customers: { items: examples } }', steps('[string]'), document))
  })

  it('give way to routes, and to an answer that is preferred', async () => {
    const suite = `    spec: shop.json
    state: [/customers]
    routes:
      - route: GET /customers/{id}
        when: { path id: 7 }
        answer: { json: { id: 7, name: of the route } }`
    const steps = `  - request: GET {{mocks.shop.url}}/customers/7
    validations: [$.name: of the route]
  - request: GET {{mocks.shop.url}}/customers/8
    headers: { prefer: code=200 }
    validations: [$.name: { exists: true }]
  - request: GET {{mocks.shop.url}}/customers/8
    validations: [status: 404]`
    const files = {
      'a.apitest.yaml': `suite: A\nmocks:\n  shop:\n${suite}\nsteps:\n${steps}\n`,
      'shop.json': JSON.stringify(shop('3.1.0')),
    }
    assertPassed(await withFolder(files, folder => runLine(folder, ['a.apitest.yaml'])))
  })

  const note = {
    type: 'object',
    required: ['slug', 'tags'],
    properties: {
      slug: { type: 'string', pattern: '^note-[a-z]{6}$' },
      tags: { type: 'array', items: { type: 'string' } },
      text: { type: 'string', maxLength: 5 },
      pin: { type: 'string', writeOnly: true },
    },
  }
  /** Notes that are made with keys of their own. */
  const notes = (more: JsonObject = {}): JsonObject => ({
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    paths: {
      '/notes/': {
        get: { responses: { '200': told({ type: 'array', items: note }) } },
        post: {
          requestBody: {
            content: {
              'application/json': { schema: { type: 'object' } },
              'application/x-www-form-urlencoded': {},
            },
          },
          responses: { '201': told(note), ...more },
        },
      },
      '/notes/{slug}': {
        get: { responses: { '200': told(note), '404': missing } },
        patch: {
          requestBody: { content: { 'application/merge-patch+json': {}, 'application/json-patch+json': {} } },
          responses: { '200': told(note), '404': missing },
        },
      },
    },
  })

  it('make keys as the description wants them, and take those that are sent', async () => {
    const steps = `  - request: POST {{shop}}/notes/
    json: { tags: [a], text: hello, pin: '1234' }
    extracts: { place: header location }
    validations: [status: 201, $.slug: { matches-regex: '^note-[a-z]{6}$' }, $.pin: { exists: false }]
  - request: GET {{shop}}{{place}}
    validations: [$.text: hello, $.pin: { exists: false }]
  - request: POST {{shop}}/notes
    json: { slug: note-abcdef, tags: [] }
    validations: [header location: /notes/note-abcdef]
  - request: POST {{shop}}/notes
    json: { slug: note-abcdef, tags: [again] }
    validations: [status: 409]
  - request: GET {{shop}}/notes
    validations: [$: { has-length: 2 }]`
    assertPassed(await run('[/notes]', steps, notes({ '409': { description: 'There is one' } })))
  })

  it('replace an item of the same key where no conflict is documented', async () => {
    const steps = `  - request: POST {{shop}}/notes
    json: { slug: note-abcdef, tags: [] }
  - request: POST {{shop}}/notes
    json: { slug: note-abcdef, tags: [again] }
  - request: GET {{shop}}/notes
    validations: ['$[*].tags[0]': { equals: [again] }]`
    assertPassed(await run('[/notes]', steps, notes()))
  })

  const patching = (
    type: string,
    patch: string,
    validations: string,
  ): string => `  - request: POST {{shop}}/notes
    json: { slug: note-abcdef, tags: [a, b], text: hello }
  - request: PATCH {{shop}}/notes/note-abcdef
    headers: { content-type: application/${type}+json }
    json: ${patch}
    validations: ${validations}`
  for (const [type, patch, expected] of [
    ['merge-patch', '{ text: null, tags: [c] }', '{ slug: note-abcdef, tags: [c] }'],
    ['merge-patch', '{ slug: note-other1 }', '{ slug: note-abcdef, tags: [a, b], text: hello }'],
    ['json-patch', '[{ op: remove, path: /text }]', '{ slug: note-abcdef, tags: [a, b] }'],
    [
      'json-patch',
      '[{ op: add, path: /tags/1, value: x }]',
      '{ slug: note-abcdef, tags: [a, x, b], text: hello }',
    ],
    [
      'json-patch',
      '[{ op: add, path: /tags/-, value: x }]',
      '{ slug: note-abcdef, tags: [a, b, x], text: hello }',
    ],
    ['json-patch', '[{ op: move, from: /tags/0, path: /text }]', '{ slug: note-abcdef, tags: [b], text: a }'],
    [
      'json-patch',
      '[{ op: copy, from: /tags/0, path: /text }]',
      '{ slug: note-abcdef, tags: [a, b], text: a }',
    ],
    [
      'json-patch',
      '[{ op: test, path: /text, value: hello }, { op: replace, path: /text, value: bye }]',
      '{ slug: note-abcdef, tags: [a, b], text: bye }',
    ],
  ] as const)
    it(`take a patch: ${patch}`, async () => {
      assertPassed(await run('[/notes]', patching(type, patch, `[$: { equals: ${expected} }]`), notes()))
    })

  for (const [title, type, patch, says] of [
    [
      'leads nowhere',
      'json-patch',
      '[{ op: remove, path: /pin }]',
      /operation 1 of the patch finds nothing at "\/pin"/,
    ],
    [
      'has a place before the first',
      'json-patch',
      '[{ op: add, path: /tags/-1, value: x }]',
      /no place \\?"-1\\?" in a list/,
    ],
    ['has no digits as a place', 'json-patch', '[{ op: add, path: /tags/, value: x }]', /no place/],
    ['has a leading zero', 'json-patch', '[{ op: remove, path: /tags/01 }]', /finds nothing/],
    ['makes a text of it', 'json-patch', "[{ op: replace, path: '', value: x }]", /leaves is no object/],
    ['tests for another value', 'json-patch', '[{ op: test, path: /text, value: bye }]', /another value/],
    ['is no operation', 'json-patch', '[{ op: put, path: /text }]', /has no `op` that is known/],
    [
      'breaks the answer',
      'merge-patch',
      '{ tags: [c], text: far too long }',
      /\/text must NOT have more than 5/,
    ],
  ] as const)
    it(`refuse a patch that ${title}, and tell it`, async () => {
      const { exitCode, output } = await run('[/notes]', patching(type, patch, '[status: 422]'), notes())
      assert.equal(exitCode, 1, output)
      assert.match(output, says)
    })

  const phone: JsonObject = {
    type: 'object',
    required: ['id', 'price', 'code', 'note'],
    properties: {
      id: { type: 'integer' },
      price: { type: 'number' },
      code: { type: 'string' },
      note: { type: ['string', 'null'] },
      tags: { type: 'array', items: { type: 'string' } },
      sold: { type: 'boolean' },
      color: { type: 'string', default: 'black' },
      size: { type: 'object', properties: { width: { type: 'integer' } } },
    },
  }
  const several = (name: string, more: JsonObject): JsonObject => ({
    ...parameter(name, 'query', 'array'),
    schema: { type: 'array', items: { type: 'string' } },
    ...more,
  })
  const asObject = (name: string, more: JsonObject, properties: JsonObject): JsonObject => ({
    ...parameter(name, 'query', 'object'),
    schema: { type: 'object', properties },
    ...more,
  })
  const phones: JsonObject = {
    openapi: '3.1.0',
    info: { title: 'Phones', version: '1' },
    paths: {
      '/phones': {
        get: {
          parameters: [
            parameter('price', 'query', 'number'),
            several('code', { explode: false }),
            several('tags', { style: 'pipeDelimited', explode: false }),
            parameter('sold', 'query', 'boolean'),
            asObject('filter', { style: 'deepObject' }, { price: { type: 'number' }, code: {} }),
            asObject('size', { style: 'deepObject' }, { width: {} }),
            asObject('any', {}, { note: {}, other: {} }),
          ],
          responses: { '200': told({ type: 'array', items: phone }) },
        },
      },
      '/phones/{id}': {
        patch: {
          requestBody: json({ type: 'object' }),
          responses: { '200': told(phone) },
        },
      },
    },
  }
  const items = [
    { id: 1, price: 10.5, code: '007', note: 'x', tags: ['a', 'b'] },
    { id: 2, price: 7, code: '7,5', note: 'x', sold: true, size: { width: 30 } },
    { id: 3, price: 7, code: '8', note: 'y', tags: ['c'] },
  ]
  const kept = JSON.stringify({ '/phones': { items } })

  for (const [query, ids] of [
    ['price=10.50', [1]],
    ['price=7.0', [2, 3]],
    ['price=7e0', [2, 3]],
    ['code=007', [1]],
    ['code=7', []],
    ['code=8,007', [1, 3]],
    ['code=7%2C5,8', [2, 3]],
    ['tags=c%7Cb', [1, 3]],
    ['code=7%2C5', [2]],
    ['code=8%2C007', [1, 3]],
    ['filter[price]=10.50', [1]],
    ['filter%5Bprice%5D=7&filter%5Bcode%5D=8', [3]],
    ['filter[price]=7&sold=true', [2]],
    ['size[width]=30', [2]],
    ['size[width]=31', []],
    ['note=y', [3]],
    ['sold=true', [2]],
    ['sold=true&price=10.5', []],
  ] as const)
    it(`list what ${query} asks for`, async () => {
      const steps = `  - request: GET {{shop}}/phones?${query}
    validations: [$..id: { equals: [${ids.join(', ')}] }]`
      const none = steps.replace(/validations.*/, 'validations: [$: { equals: [] }]')
      assertPassed(await run(kept, ids.length === 0 ? none : steps, phones))
    })

  for (const [patch, expected] of [
    ['{ code: null }', undefined],
    ['{ price: null, code: x }', undefined],
    ['{ note: null }', '{ id: 1, price: 10.5, code: "007", note: null, tags: [a, b], color: black }'],
    ['{ tags: null }', '{ id: 1, price: 10.5, code: "007", note: x, color: black }'],
  ] as const)
    it(`${expected === undefined ? 'refuse' : 'take'} the patch ${patch}`, async () => {
      const validation = expected === undefined ? 'status: 422' : `$: { equals: ${expected} }`
      const steps = `  - request: PATCH {{shop}}/phones/1
    json: ${patch}
    validations: [${validation}]`
      const { exitCode, output } = await run(kept, steps, phones)
      assert.equal(exitCode, expected === undefined ? 1 : 0, output)
      if (expected === undefined) assert.match(output, /body removes (?:code|price), which is required/)
    })

  it('refuse what they cannot keep, and do not keep it', async () => {
    const steps = `  - request: POST {{shop}}/notes
    json: { text: far too long, tags: [] }
    validations: [status: 422]
  - request: GET {{shop}}/notes
    validations: [$: { has-length: 0 }]`
    const { exitCode, output } = await run('[/notes]', steps, notes())
    assert.equal(exitCode, 1, output)
    assert.match(output, /2 passed|✓ 200/)
    assert.match(output, /\/text must NOT have more than 5 characters/)
  })

  it('keep an item whose removal cannot be told as it is described', async () => {
    const item = { type: 'object', properties: { id: { type: 'integer' } } }
    const gone = { ...item, required: ['name'] }
    const id = parameter('id', 'path', 'integer')
    const described = {
      openapi: '3.1.0',
      info: { title: 'Things', version: '1' },
      paths: {
        '/t': { get: { responses: { '200': told({ type: 'array', items: item }) } } },
        '/t/{id}': { delete: { parameters: [id], responses: { '200': told(gone) } } },
      },
    }
    const steps = `  - request: DELETE {{shop}}/t/1
    validations: [status: 500]
  - request: GET {{shop}}/t
    validations: [{ $: { equals: [{ id: 1 }] } }]`
    const { output } = await run('{ /t: { items: [{ id: 1 }] } }', steps, described)
    assert.match(
      output,
      /DELETE \/t\/\{id\} cannot tell what is remembered: \/ must have required property 'name'/,
    )
    assert.match(output, /2 passed/)
  })

  it('keep nothing of parents that were only asked for', () => {
    const collection = new Collection({
      described: { path: '/shops/{shop}/orders', members: [], roles: new Map() },
      key: 'id',
      initial: [],
    } as unknown as CollectionParts)
    assert.notEqual(collection.itemsOf(['a']), collection.itemsOf(['a']))
    collection.keep(['a'], { id: 1 })
    assert.equal(collection.itemsOf(['a']), collection.itemsOf(['a']))
    collection.remove(['a'], '1')
    assert.equal(collection.itemsOf(['a']).size, 0)
  })

  it('have 10000 items at most', async () => {
    const items = Array.from({ length: 10_000 }, (_, index) => ({ id: index + 1, name: 'x' }))
    const steps = `  - request: POST {{shop}}/customers
    json: { name: one too many }
    validations: [status: 507]`
    const { exitCode, output } = await run('{ /customers: { from: a.json } }', steps, shop('3.1.0'), {
      'a.json': JSON.stringify(items),
    })
    assert.equal(exitCode, 1, output)
    assert.match(output, /\/customers has 10000 items, and takes no more/)
  })

  it('tell where they begin with fewer items than the description allows', async () => {
    const list = { type: 'array', minItems: 1, items: at('Customer') }
    const document = shop('3.1.0') as { components: { schemas: JsonObject } }
    const few = JSON.parse(
      JSON.stringify(document).replace(
        '"$ref":"#/components/schemas/Customers"',
        JSON.stringify(list).slice(1, -1),
      ),
    ) as JsonObject
    const steps = '  - request: GET {{shop}}/customers'
    const warning =
      /warning bad-value +GET \/customers cannot tell what \/customers begins with: must NOT have fewer than 1 items[^]*`items: examples`/
    const empty = await run('[/customers]', steps, few)
    assert.match(empty.output, warning)
    assert.notEqual(empty.exitCode, 0)
    for (const state of [
      '{ /customers: { items: examples } }',
      '{ /customers: { items: [{ id: 1, name: x }] } }',
    ])
      assert.doesNotMatch((await run(state, steps, few)).output, warning)
  })

  for (const [state, files, says] of [
    [
      '[/customer]',
      {},
      /unknown-collection +shop.json has no collection \/customer[^]*Did you mean "\/customers"/,
    ],
    ['[customers]', {}, /"mocks.shop.state\[0\]"|state/],
    ['{ /customers: { key: nr } }', {}, /unknown-collection +items of \/customers have no member "nr"/],
    ['{ /customers: { form: a.json } }', {}, /unknown-key[^]*Did you mean "from"/],
    ['{ /customers: { from: a.json } }', {}, /bad-value +a.json is not there/],
    ['{ /customers: { from: a.json } }', { 'a.json': '{}' }, /a.json holds no JSON list/],
    ['{ /customers: { from: a.json } }', { 'a.json': '[{}]' }, /a.json: an item has no "id" \(item 1\)/],
    [
      '{ /customers: { from: a.json } }',
      { 'a.json': '[{"id":1,"name":"x"},{"id":1,"name":"x"}]' },
      /two items have the id 1 \(item 2\)/,
    ],
    ['{ /customers: { items: [{ name: x }] } }', {}, /an item has no "id"/],
    [
      '{ /customers: { items: [{ id: 1, name: x }, { id: two, name: x }] } }',
      {},
      /an item breaks the description: \/id must be integer\n/,
    ],
    [
      '{ /customers: { items: [{ id: 1 }] } }',
      {},
      /breaks the description: must have required property 'name'/,
    ],
    [
      '{ /customers: { from: a.json } }',
      { 'a.json': '[{"id":1,"name":"x"},{"id":2,"name":3}]' },
      /a.json: an item breaks the description: \/name must be string \(item 2\)/,
    ],
    ['{ /customers: { items: [{ id: 1 }, { id: 1 }] } }', {}, /two items have the id 1/],
    [
      '{ /customers: { items: [], from: a.json } }',
      {},
      /misplaced-key +"from" and "items" are two beginnings/,
    ],
    ['["/customers/{id}/orders"]', {}, /missing-key +what items of .* go by cannot be told[^]*number, sku/],
  ] as const)
    it(`are checked: ${state} ${JSON.stringify(files)}`, async () => {
      const { exitCode, output } = await run(
        state,
        '  - request: GET {{shop}}/customers',
        shop('3.1.0'),
        files,
      )
      assert.equal(exitCode, 2, output)
      assert.match(output, says)
    })
})
