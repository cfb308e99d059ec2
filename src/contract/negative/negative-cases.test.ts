import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describedBy } from '../../api-description/testing/description.ts'
import { numberOf } from '../../util/exact-number.ts'
import { CallBuilder } from '../live/build-call.ts'
import { negativeCall } from './negative-call.ts'
import { NegativeCases } from './negative-cases.ts'
import type { NegativeOptions } from './negative-options.ts'

/** The cases of the only operation of a document: name, what was sent, and the statuses that are right. */
async function casesOf(
  operation: object,
  { path = '/things', method = 'post', openapi = '3.0.3', most = 1000, seed = 1, ...more }: Given = {},
) {
  const description = await describedBy({
    openapi,
    info: { title: 't', version: '1' },
    paths: { [path]: { [method]: operation } },
    ...more,
  })
  const builder = new CallBuilder(
    description,
    { find: () => undefined },
    { baseUrl: 'http://127.0.0.1:1', headers: new Set(), query: new Set() },
  )
  const [only] = description.operations
  assert.ok(only)
  const call = builder.build(only)
  assert.ok(call.ok, call.ok ? '' : call.problems)
  return new NegativeCases(description).of(call.value, builder, { most, seed }).map(one => {
    const made = negativeCall(one, builder, description)
    assert.ok(made.ok, made.ok ? '' : made.problems)
    return { ...one, step: made.value.step, words: one.name.slice(one.name.indexOf(': ') + 2) }
  })
}

type Given = Partial<NegativeOptions> &
  Readonly<{ path?: string; method?: string; openapi?: string; components?: object }>

const responses = { 201: { description: 'made' }, 422: { description: 'no' } }

/** Lists the cases that are made of such a body, beside those about the whole body; no others are made. */
async function wordsOfBody(schema: object, example: unknown, openapi?: string): Promise<readonly string[]> {
  const requestBody = { required: true, content: { 'application/json': { schema, example } } }
  const found = await casesOf({ requestBody, responses }, openapi === undefined ? {} : { openapi })
  return found
    .filter(({ change, place }) => change.kind === 'value' && place.startsWith('body'))
    .map(({ words, sent }) => [words, sent ?? []].flat().join(' = '))
    .filter(words => words !== 'body of a wrong type = "not-an-object"' && words !== 'body null = null')
}

/** An object with one property that it needs not have. */
const one = (schema: object): object => ({ type: 'object', properties: { x: schema } })

describe('a rule of a body', () => {
  const cases: readonly (readonly [
    what: string,
    schema: object,
    example: unknown,
    words: readonly string[],
  ])[] = [
    ['a required field', { type: 'object', required: ['x'], properties: { x: {} } }, { x: 1 }, ['x missing']],
    [
      'a required field with a default, which a server may fill in',
      { type: 'object', required: ['x'], properties: { x: { default: 1 } } },
      { x: 1 },
      [],
    ],
    ['a text', one({ type: 'string' }), { x: 'a' }, ['x of a wrong type = {}', 'x null = null']],
    [
      'a text that may be null',
      one({ type: 'string', nullable: true }),
      { x: 'a' },
      ['x of a wrong type = {}'],
    ],
    ['anything', one({}), { x: 'a' }, []],
    [
      'bounds of a whole number',
      one({ type: 'integer', minimum: 1, maximum: 9 }),
      { x: 5 },
      ['x below 1 = 0', 'x above 9 = 10', 'x of a wrong type = "not-a-number"', 'x null = null'],
    ],
    [
      'bounds beyond those that a double holds',
      one({
        type: 'integer',
        minimum: numberOf('9007199254740993'),
        maximum: numberOf('9223372036854775807'),
        nullable: true,
      }),
      { x: numberOf('9007199254740993') },
      [
        'x below 9007199254740993 = 9007199254740992',
        'x above 9223372036854775807 = 9223372036854775808',
        'x of a wrong type = "not-a-number"',
      ],
    ],
    [
      'a list of long numbers',
      one({ enum: [numberOf('9007199254740993'), 1] }),
      { x: 1 },
      ['x none of its values = 9007199254740994'],
    ],
    [
      'bounds that do not belong to a range, of a field that is not there',
      one({ type: 'number', minimum: 0, exclusiveMinimum: true, multipleOf: 0.5, nullable: true }),
      {},
      ['x not above 0 = 0', 'x no multiple of 0.5 = 0.75', 'x of a wrong type = "not-a-number"'],
    ],
    [
      'lengths',
      one({ type: 'string', minLength: 2, maxLength: 4, nullable: true }),
      { x: 'abc' },
      ['x shorter than 2 = "a"', 'x longer than 4 = "abccc"', 'x of a wrong type = {}'],
    ],
    [
      'a list of values',
      one({ type: 'string', enum: ['a', 'b'], nullable: true }),
      { x: 'a' },
      ['x none of its values = "not-one-of-the-list"'],
    ],
    [
      'a format',
      one({ type: 'string', format: 'date-time', nullable: true }),
      { x: '2025-01-15T09:30:00Z' },
      ['x no date-time = "not-a-date"', 'x of a wrong type = {}'],
    ],
    [
      'a format that nobody knows',
      one({ type: 'string', format: 'color', nullable: true }),
      {},
      ['x of a wrong type = {}'],
    ],
    [
      'a pattern',
      one({ type: 'string', pattern: '^[a-z]+$', nullable: true }),
      { x: 'ab' },
      ['x not as its pattern says = "!!"', 'x of a wrong type = {}'],
    ],
    [
      'numbers of items, and the items',
      one({
        type: 'array',
        minItems: 1,
        maxItems: 2,
        uniqueItems: true,
        nullable: true,
        items: { type: 'integer' },
      }),
      { x: [1] },
      [
        'x with fewer than 1 = []',
        'x with more than 2 = [1,1,1]',
        'x with an item twice = [1,1]',
        'x of a wrong type = "not-a-list"',
        'x/0 of a wrong type = "not-a-number"',
        'x/0 null = null',
      ],
    ],
    [
      'no further properties',
      { type: 'object', additionalProperties: false, properties: {} },
      {},
      ['apitestSurplus not described = "surplus"'],
    ],
    [
      'a field that a server says, and no request',
      { type: 'object', required: ['x'], properties: { x: { type: 'integer', readOnly: true } } },
      {},
      [],
    ],
    [
      'what another branch allows',
      one({
        oneOf: [
          { type: 'integer', minimum: 5 },
          { type: 'integer', maximum: 4 },
        ],
      }),
      { x: 5 },
      ['x of a wrong type = "not-a-number"', 'x null = null'],
    ],
    [
      'one of two fields',
      { type: 'object', anyOf: [{ required: ['x'] }, { required: ['y'] }], properties: { x: {}, y: {} } },
      { x: 1, y: 1 },
      [],
    ],
  ]
  for (const [what, schema, example, words] of cases)
    it(`is that of ${what}`, async () => {
      assert.deepEqual(await wordsOfBody(schema, example), words)
    })

  it('is read by the dialect of 3.1', async () => {
    const nullable = one({ type: ['integer', 'null'], exclusiveMinimum: 0 })
    assert.deepEqual(await wordsOfBody(nullable, { x: 5 }, '3.1.0'), [
      'x not above 0 = 0',
      'x of a wrong type = "not-a-number"',
    ])
  })

  it('is found where the body is nested, and nothing else is changed', async () => {
    const schema = { type: 'object', properties: { a: { type: 'array', items: one({ type: 'boolean' }) } } }
    const example = { a: [{ x: true }, { x: false }], b: 1 }
    const requestBody = { content: { 'application/json': { schema, example } } }
    const found = await casesOf({ requestBody, responses })
    const nested = found.find(({ words }) => words === 'a/0/x of a wrong type')
    assert.equal(nested?.place, 'body /a/0/x')
    assert.deepEqual(nested.step['json'], { a: [{ x: 'not-a-boolean' }, { x: false }], b: 1 })
  })
})

describe('a rule of a form', () => {
  const cases: readonly (readonly [
    what: string,
    schema: object,
    encoding: object,
    example: unknown,
    words: readonly string[],
  ])[] = [
    ['texts, one of which is a list of one', { type: 'array', items: { type: 'string' } }, {}, ['a'], []],
    [
      'texts in one field',
      { type: 'array', items: { type: 'string' } },
      { style: 'form', explode: false },
      ['a', 'b'],
      [],
    ],
    ['texts with lines between', { type: 'array', items: {} }, { style: 'pipeDelimited' }, ['a', 'b'], []],
    ['numbers', { type: 'array', items: { type: 'integer' } }, {}, [1], ['x of a wrong type = "not-a-list"']],
    ['a number, or any text', { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'string' }] }, {}, 1, []],
    [
      'a number',
      { type: 'integer', minimum: 1 },
      {},
      1,
      ['x below 1 = 0', 'x of a wrong type = "not-a-number"'],
    ],
  ]
  for (const [what, x, encoding, value, words] of cases)
    it(`is that of ${what}`, async () => {
      const schema = { type: 'object', properties: { x } }
      const content = { schema, encoding: { x: encoding }, example: { x: value } }
      const requestBody = { content: { 'application/x-www-form-urlencoded': content } }
      const found = await casesOf({ requestBody, responses })
      assert.deepEqual(
        found.map(case_ => [case_.words, case_.sent ?? []].flat().join(' = ')),
        words,
      )
    })
})

describe('a rule of a parameter', () => {
  const cases: readonly (readonly [what: string, parameter: object, words: readonly string[]])[] = [
    ['a text, of which no text is of a wrong type', { in: 'query', schema: { type: 'string' } }, []],
    ['a required one', { in: 'query', required: true, schema: { type: 'string' } }, ['query x missing']],
    [
      'a required one with a default',
      { in: 'query', required: true, schema: { type: 'string', default: 'a' } },
      [],
    ],
    ['a header', { in: 'header', required: true, schema: { type: 'string' } }, ['header x missing']],
    [
      'a number',
      { in: 'query', schema: { type: 'integer', maximum: 100 } },
      ['query x above 100 = 101', 'query x of a wrong type = "not-a-number"'],
    ],
    ['a number that may be a text', { in: 'query', schema: { type: ['integer', 'string'] } }, []],
    [
      'a list',
      { in: 'query', schema: { type: 'array', items: { enum: ['a'] } } },
      ['query x none of its values = "not-one-of-the-list"'],
    ],
    [
      'a list of several, whose other items stay',
      {
        in: 'query',
        required: true,
        schema: { type: 'array', items: { type: 'integer' }, minItems: 2 },
        example: [3, 4],
      },
      ['query x missing', 'query x of a wrong type = ["not-a-number",4]'],
    ],
    [
      'JSON in a query',
      { in: 'query', content: { 'application/json': { schema: { type: 'integer' } } } },
      [],
    ],
    [
      'a text that may be empty',
      { in: 'query', allowEmptyValue: true, schema: { type: 'string', minLength: 1 } },
      [],
    ],
    [
      'a text in a header that cannot be empty',
      { in: 'header', schema: { type: 'string', minLength: 1 } },
      [],
    ],
  ]
  for (const [what, parameter, words] of cases)
    it(`is that of ${what}`, async () => {
      const parameters = [{ name: 'x', ...parameter }]
      const found = await casesOf({ parameters, responses }, { method: 'get', openapi: '3.1.0' })
      assert.deepEqual(
        found.map(case_ => [case_.words, case_.sent ?? []].flat().join(' = ')),
        words,
      )
    })
})

describe('something that is not there', () => {
  const ask = async (schema: object, statuses: readonly string[], path = '/things/{id}') => {
    const documented = Object.fromEntries(statuses.map(status => [status, { description: 'x' }]))
    const parameters = [{ name: 'id', in: 'path', required: true, schema }]
    const found = await casesOf({ parameters, responses: documented }, { method: 'get', path })
    return found.filter(({ rule }) => rule === 'unknown-id')
  }
  it('is asked for where its answer is documented', async () => {
    const [found] = await ask({ type: 'integer' }, ['200', '400', '404'])
    assert.equal(found?.name, 'GET /things/{id}: unknown id')
    assert.deepEqual(found.expected, ['404'])
    assert.ok(Number(found.sent) > 100_000)
    assert.deepEqual(await ask({ type: 'integer' }, ['200', '400']), [])
    assert.deepEqual(await ask({ type: 'integer' }, ['200', 'default']), [])
  })
  it('has a name that its schema allows, or is not asked for', async () => {
    const [uuid] = await ask({ type: 'string', format: 'uuid' }, ['404'])
    assert.match(uuid?.sent ?? '', /^"[\da-f]{8}-0000-4000-8000-[\da-f]{12}"$/)
    const [hex] = await ask({ type: 'string', pattern: '^[0-9a-f]{24}$' }, ['404'])
    assert.match(hex?.sent ?? '', /^"[\da-f]{24}"$/)
    assert.deepEqual(await ask({ type: 'string', enum: ['a', 'b'] }, ['404']), [])
    assert.deepEqual(await ask({ type: 'integer', maximum: 50 }, ['404']), [])
    assert.deepEqual(await ask({ type: 'string', format: 'date' }, ['404']), [])
  })
})

describe('a rule of the whole request', () => {
  const components = {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      certificate: { type: 'mutualTLS' },
    },
  }
  const credentials = async (security: readonly object[], statuses: object = responses) => {
    const found = await casesOf({ security, responses: statuses }, { method: 'get', components })
    return found.map(({ words, step, expected }) => [words, step['headers'] ?? {}, step['auth'], expected])
  }
  it('is that of credentials, which those of the settings do not replace', async () => {
    assert.deepEqual(await credentials([{ token: [] }, { key: [] }]), [
      ['no credentials', { Authorization: null, 'X-Key': null }, 'none', ['401', '403']],
      [
        'credentials of nobody',
        { 'X-Key': null, Authorization: 'Bearer apitest-nobody' },
        'none',
        ['401', '403'],
      ],
    ])
  })
  it('is none where credentials are not asked for, or cannot be left out', async () => {
    assert.deepEqual(await credentials([]), [])
    assert.deepEqual(await credentials([{ token: [] }, {}]), [])
    assert.deepEqual(await credentials([{ certificate: [] }]), [])
    assert.deepEqual(await credentials([{ unknown: [] }]), [])
  })
  it('is that of a body, its type and its syntax', async () => {
    const requestBody = { required: true, content: { 'application/json': { example: { a: 1 } } } }
    const found = await casesOf({ requestBody, responses })
    assert.deepEqual(
      found.map(({ words, step, expected }) => [words, step['text'], step['content-type'], expected]),
      [
        ['body missing', undefined, undefined, ['411', '415', '422']],
        ['body that is not JSON', '{"not": "JSON"', 'application/json', ['422']],
        ['content type text/plain', '{"a":1}', undefined, ['415', '422']],
      ],
    )
  })
  it('is not that of a content type which any other is, too', async () => {
    const requestBody = { required: true, content: { '*/*': { example: { a: 1 } } } }
    const found = await casesOf({ requestBody, responses })
    assert.deepEqual(
      found.map(({ words }) => words),
      ['body missing'],
    )
  })
})

describe('the status that a case expects', () => {
  const cases: readonly (readonly [documented: readonly string[], expected: readonly string[]])[] = [
    [
      ['201', '400', '409', '500'],
      ['400', '409'],
    ],
    [['201'], ['4XX']],
    [['201', '400', 'default'], ['4XX']],
    [['201', '4XX'], ['4XX']],
    [
      ['201', '400', '401', '403', '422', '429'],
      ['400', '422'],
    ],
    [['201', '429'], ['4XX']],
    [['201', '401', '429'], ['401']],
  ]
  for (const [documented, expected] of cases)
    it(`is ${expected.join(', ')} where ${documented.join(', ')} are documented`, async () => {
      const statuses = Object.fromEntries(documented.map(status => [status, { description: 'x' }]))
      const parameters = [{ name: 'x', in: 'query', required: true, schema: { type: 'string' } }]
      const [found] = await casesOf({ parameters, responses: statuses })
      assert.deepEqual(found?.expected, expected)
    })
})

describe('more cases than there may be', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const schema = {
    type: 'object',
    required: names,
    properties: Object.fromEntries(names.map(name => [name, { type: 'integer', minimum: 1 }])),
  }
  const requestBody = { content: { 'application/json': { schema } } }
  const chosen = async (seed: number, most: number) =>
    (await casesOf({ requestBody, responses }, { seed, most })).map(({ name }) => name)

  it('are chosen by the seed, one of each kind first, in their usual order', async () => {
    const all = await chosen(1, 1000)
    const few = await chosen(1, 5)
    assert.equal(few.length, 5)
    assert.deepEqual(
      all.filter(name => few.includes(name)),
      few,
    )
    assert.deepEqual(await chosen(1, 5), few)
    assert.notDeepEqual(await chosen(2, 5), few)
    const kinds = (await casesOf({ requestBody, responses }, { most: 5 })).map(({ rule }) => rule)
    assert.equal(new Set(kinds).size, 5)
  })
  it('have names of their own', async () => {
    const all = await chosen(1, 1000)
    assert.equal(new Set(all).size, all.length)
  })
})
