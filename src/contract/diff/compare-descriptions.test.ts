import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { numberOf } from '../../util/exact-number.ts'
import { changesBetween, inWords } from './testing/compare-files.ts'

const text = { type: 'string' }
const version = (openapi: string): JsonObject => ({ openapi, info: { title: 'Things', version: '1' } })

/** A document of 3.1 that takes and answers a schema. */
const taking = (schema: JsonValue, components: JsonObject = {}, openapi = '3.1.0'): JsonObject => ({
  ...version(openapi),
  paths: {
    '/things': {
      post: {
        requestBody: { content: { 'application/json': { schema } } },
        responses: { '200': { description: '', content: { 'application/json': { schema } } } },
      },
    },
  },
  components: { schemas: components },
})

const getting = (
  path: string,
  operation: JsonObject,
  item: JsonObject = {},
  more: JsonObject = {},
): JsonObject => ({
  ...version('3.0.3'),
  paths: { [path]: { ...item, get: { responses: { '200': { description: '' } }, ...operation } } },
  ...more,
})

/** Neither way there is a change. */
async function same(one: JsonObject, other: JsonObject): Promise<void> {
  assert.deepEqual(inWords(await changesBetween(one, other)), [])
  assert.deepEqual(inWords(await changesBetween(other, one)), [])
}

async function changes(before: JsonObject, after: JsonObject, expected: readonly string[]): Promise<void> {
  assert.deepEqual(inWords(await changesBetween(before, after)), expected)
}

describe('what means the same', () => {
  const a = { type: 'object', required: ['a'], properties: { a: text } }
  const b = { type: 'object', properties: { b: { type: 'integer' } } }

  it('allOf and the schema that it comes to', () =>
    same(
      taking({ allOf: [{ $ref: '#/components/schemas/A' }, b] }, { A: a }),
      taking({ ...a, properties: { a: text, b: { type: 'integer' } } }),
    ))

  it('null in four ways', async () => {
    await same(taking({ type: ['string', 'null'] }), taking({ oneOf: [text, { type: 'null' }] }))
    await same(taking({ type: ['string', 'null'] }), taking({ ...text, nullable: true }, {}, '3.0.3'))
    await same(
      taking({ anyOf: [{ const: null }, { $ref: '#/components/schemas/A' }] }, { A: a }),
      taking({ allOf: [a], nullable: true }, {}, '3.0.3'),
    )
  })

  it('exclusive bounds as switches and as numbers, and those of whole numbers', async () => {
    const number = { type: 'number' }
    await same(
      taking({ ...number, minimum: 1, exclusiveMinimum: true }, {}, '3.0.3'),
      taking({ ...number, exclusiveMinimum: 1 }),
    )
    await same(taking({ type: 'integer', exclusiveMaximum: 10 }), taking({ type: 'integer', maximum: 9 }))
  })

  it('one value as const, as enum, and several as alternatives', async () => {
    await same(taking({ ...text, const: 'a' }), taking({ ...text, enum: ['a'] }))
    await same(
      taking({ oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] }),
      taking({ ...text, enum: ['b', 'a'] }),
    )
  })

  it('types in a list and as alternatives', () =>
    same(taking({ type: ['string', 'integer'] }), taking({ anyOf: [{ type: 'integer' }, text] })))

  it('alternatives in another order, with and without names', () =>
    same(taking({ oneOf: [{ $ref: '#/components/schemas/A' }, b] }, { A: a }), taking({ oneOf: [b, a] })))

  it('a schema without a type that only an object can keep to', () =>
    same(taking({ properties: { a: text } }), taking({ type: 'object', properties: { a: text } })))

  it('parameters of the path and of the operation, names of headers, names in paths', async () => {
    const id = (name: string): JsonObject => ({ name, in: 'path', required: true, schema: text })
    const header = (name: string): JsonObject => ({ name, in: 'header', schema: text })
    await same(
      getting('/a/{id}/b', { parameters: [id('id'), header('X-A')] }),
      getting('/a/{thingId}/b', {}, { parameters: [header('x-a'), id('thingId')] }),
    )
  })

  it('security of the document and of the operation, and a scheme under another name', async () => {
    const schemes = (name: string): JsonObject => ({
      components: { securitySchemes: { [name]: { type: 'http', scheme: 'bearer' } } },
    })
    await same(
      getting('/a', {}, {}, { ...schemes('token'), security: [{ token: [] }] }),
      getting('/a', { security: [{ token: [] }] }, {}, schemes('token')),
    )
    const renamed = await changesBetween(
      getting('/a', { security: [{ one: [] }] }, {}, schemes('one')),
      getting('/a', { security: [{ other: [] }] }, {}, schemes('other')),
    )
    assert.deepEqual(inWords(renamed), [])
  })

  it('media types with other parameters', () => {
    const answering = (type: string): JsonObject =>
      getting('/a', { responses: { '200': { description: '', content: { [type]: { schema: text } } } } })
    return same(answering('application/json; charset=utf-8'), answering('application/json'))
  })

  it('Swagger 2 and OpenAPI 3', () =>
    same(
      {
        swagger: '2.0',
        info: { title: 'Things', version: '1' },
        consumes: ['application/json'],
        produces: ['application/json'],
        paths: {
          '/things': {
            post: {
              parameters: [
                { name: 'tags', in: 'query', type: 'array', items: text, collectionFormat: 'multi' },
                { name: 'body', in: 'body', required: true, schema: { $ref: '#/definitions/A' } },
              ],
              responses: { 200: { description: '', schema: { $ref: '#/definitions/A' } } },
            },
          },
        },
        definitions: { A: { ...a, 'x-nullable': true } },
      },
      {
        ...version('3.0.0'),
        paths: {
          '/things': {
            post: {
              parameters: [{ name: 'tags', in: 'query', schema: { type: 'array', items: text } }],
              requestBody: {
                required: true,
                content: { 'application/json': { schema: { ...a, nullable: true } } },
              },
              responses: {
                '200': {
                  description: '',
                  content: { 'application/json': { schema: { ...a, nullable: true } } },
                },
              },
            },
          },
        },
      },
    ))
})

describe('what changes reach', () => {
  it('both directions, each with its own level', () =>
    changes(taking(text), taking({ ...text, maxLength: 5 }), [
      'safe response-body-max-length-set',
      'warning request-body-max-length-set',
    ]))

  it('what is behind a reference to itself', () => {
    const tree = (value: JsonObject): JsonObject => ({
      Tree: {
        type: 'object',
        properties: { value, children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
      },
    })
    const root = { $ref: '#/components/schemas/Tree' }
    return changes(taking(root, tree(text)), taking(root, tree({ type: 'integer' })), [
      'breaking request-property-type-changed',
      'breaking response-property-type-changed',
    ])
  })

  it('numbers that one double stands for', async () => {
    const [one, other] = ['9007199254740992', '9007199254740993'].map(numberOf)
    const changed = async (keyword: string, expected: readonly string[]): Promise<void> =>
      changes(
        taking({ type: 'integer', [keyword]: one ?? 0 }),
        taking({ type: 'integer', [keyword]: other ?? 0 }),
        expected,
      )
    await changed('maximum', ['breaking response-body-max-increased', 'safe request-body-max-increased'])
    await changed('minimum', ['breaking request-body-min-increased', 'safe response-body-min-increased'])
    await changed('multipleOf', [
      'breaking request-body-multiple-of-changed',
      'breaking response-body-multiple-of-changed',
    ])
  })

  it('a parameter of the path level', () => {
    const limit = (maximum: number): JsonObject => ({
      parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum } }],
    })
    return changes(getting('/a', {}, limit(10)), getting('/a', {}, limit(5)), [
      'breaking request-parameter-max-decreased',
    ])
  })

  it('properties that travel in the direction alone', () => {
    const user = (id: JsonObject, password: JsonObject): JsonObject => ({
      type: 'object',
      required: ['id', 'password'],
      properties: { id: { ...id, readOnly: true }, password: { ...password, writeOnly: true } },
    })
    return changes(taking(user(text, text)), taking(user({ type: 'integer' }, { type: 'integer' })), [
      'breaking request-property-type-changed',
      'breaking response-property-type-changed',
    ])
  })

  it('alternatives that are told apart by a name, and no others', () => {
    const pets = (cat: JsonObject): JsonObject => ({
      Cat: { type: 'object', properties: cat },
      Dog: { type: 'object', properties: { bark: text } },
    })
    const either = { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] }
    return changes(taking(either, pets({ meow: text })), taking(either, pets({ meow: text, age: text })), [
      'safe new-optional-request-property',
      'safe response-optional-property-added',
    ])
  })

  it('an operation that now inherits the security of the document', () => {
    const more = {
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    }
    return changes(getting('/a', { security: [] }, {}, more), getting('/a', {}, {}, more), [
      'breaking api-security-added',
    ])
  })

  it('text where whole numbers were, which is more in a query and something else in a body', async () => {
    const asking = (schema: JsonObject): JsonObject =>
      getting('/a', { parameters: [{ name: 'q', in: 'query', schema }] })
    await changes(asking({ type: 'integer' }), asking(text), ['safe request-parameter-type-generalized'])
    await changes(taking({ type: 'integer' }), taking(text), [
      'breaking request-body-type-changed',
      'breaking response-body-type-changed',
    ])
  })

  it('items, where anything was right or is now', async () => {
    const anything = taking({ type: 'array' })
    const texts = taking({ type: 'array', items: text })
    await changes(anything, texts, ['breaking request-body-items-added', 'safe response-body-items-added'])
    await changes(texts, anything, [
      'breaking response-body-items-removed',
      'safe request-body-items-removed',
    ])
    await same(anything, taking({ type: 'array', items: {} }))
  })

  it('values that nothing is right for', async () => {
    const property = (schema: JsonValue) => taking({ type: 'object', properties: { a: schema } })
    const forbidden = ['breaking request-property-forbidden', 'safe response-property-forbidden']
    await changes(property({ type: 'object', required: ['b'] }), property(false), forbidden)
    await changes(taking({ type: 'array', items: text }), taking({ type: 'array', items: false }), forbidden)
    await changes(property(false), property(text), [
      'safe request-property-allowed',
      'warning response-property-allowed',
    ])
  })

  it('a property that the schema of all others described before', async () => {
    const texts = (properties: JsonObject) =>
      taking({ type: 'object', properties, additionalProperties: text })
    const added = ['safe new-optional-request-property', 'safe response-optional-property-added']
    await changes(texts({}), texts({ a: text }), added)
    await changes(texts({}), texts({ a: { type: 'integer' } }), [
      'breaking request-property-type-changed',
      'breaking response-property-type-changed',
      ...added,
    ])
    const patterned = (properties: JsonObject) =>
      taking({
        ...{ type: 'object', properties, patternProperties: { '^a': { type: 'integer' } } },
        additionalProperties: text,
      })
    await changes(patterned({}), patterned({ a: { type: 'integer' } }), added)
  })

  it('each once, however often a body holds it', async () => {
    const address = (city: JsonObject): JsonObject => ({ Address: { type: 'object', properties: { city } } })
    const reference = { $ref: '#/components/schemas/Address' }
    const order = { type: 'object', properties: { billing: reference, shipping: reference } }
    const found = await changesBetween(
      taking(order, address(text)),
      taking(order, address({ type: 'integer' })),
    )
    assert.deepEqual(
      found.map(({ part, path, after }) => [part, path, after?.pointer]),
      [
        ['request body', '/billing/city', '/components/schemas/Address/properties/city/type'],
        ['response 200', '/billing/city', '/components/schemas/Address/properties/city/type'],
      ],
    )
  })
})

describe('E9: formats and alternatives that take away what was right', () => {
  const asked = (schema: JsonObject): JsonObject =>
    getting('/things', { parameters: [{ name: 'since', in: 'query', schema }] })
  const rows = [
    ['integer', 'uuid', 'breaking request-parameter-type-changed'],
    ['boolean', 'date', 'breaking request-parameter-type-changed'],
    ['number', 'date-time', 'breaking request-parameter-type-changed'],
    ['integer', 'password', 'safe request-parameter-type-generalized'],
  ] as const
  for (const [type, format, change] of rows)
    it(`a parameter of ${type} becomes text of the format ${format}`, () =>
      changes(asked({ type }), asked({ type: 'string', format }), [change]))

  const kindOf = (kind: string): JsonObject => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: kind } },
  })
  it('alternatives that no value shares may be of either kind of union', async () => {
    const members = [kindOf('a'), kindOf('b')]
    const [any, one] = [taking({ anyOf: members }), taking({ oneOf: members })]
    await changes(any, one, ['safe response-body-any-of-became-one-of'])
    await changes(one, any, ['safe request-body-one-of-became-any-of'])
  })
  it('alternatives that share values may not', () =>
    changes(
      taking({ anyOf: [text, { type: 'string', maxLength: 5 }] }),
      taking({ oneOf: [text, { type: 'string', maxLength: 5 }] }),
      ['breaking request-body-any-of-became-one-of', 'safe response-body-any-of-became-one-of'],
    ))
})
