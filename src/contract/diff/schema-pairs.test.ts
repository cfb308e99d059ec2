import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../model/json.ts'
import { changesBetween, inWords } from './testing/compare-files.ts'
import { judgePair, randomPair } from './testing/schema-pairs.ts'
import { shareOfCount } from '../../testing/parts.ts'

// The verdict on two schemas is held against the values that a validator takes by both; scripts/schema-pairs.mjs does
// so with 10,000.

test('of random pairs none is called safe that breaks somebody, and two at most breaking that break nobody', async () => {
  const seeds = Array.from({ length: shareOfCount(200) }, (_, index) => index + 1)
  const judged = await Promise.all(seeds.map(seed => judgePair(randomPair(seed))))
  const wrong = judged.filter(({ isFalse }) => isFalse)
  const told = wrong.map(({ seed, verdict, witness }) => `${seed} ${verdict} ${JSON.stringify(witness)}`)
  assert.deepEqual(
    told.filter((_, index) => wrong[index]?.verdict === 'safe'),
    [],
  )
  assert.ok(wrong.length <= 2, told.join('\n'))
  assert.ok(judged.filter(({ verdict }) => verdict === 'breaking').length > shareOfCount(50))
})

const card = { type: 'object', required: ['kind'], properties: { kind: { const: 'card' } } }
const bank = { type: 'object', required: ['kind'], properties: { kind: { const: 'bank' } } }
const either = { anyOf: [{ required: ['email'] }, { required: ['phone'] }] }
const person = { type: 'object', properties: { email: { type: 'string' }, phone: { type: 'string' } } }

/** Two schemas, and the levels that a change from one to the other has in requests and in responses. */
const rows: readonly (readonly [string, JsonObject, JsonObject, request: string, response: string])[] = [
  [
    'a pattern that takes too long beside a value',
    { type: 'string', enum: [`${'a'.repeat(40)}!`] },
    { type: 'string', enum: [`${'a'.repeat(40)}!`], pattern: '^(?!x)(a+)+$' },
    'breaking',
    'safe',
  ],
  ['a union beside other keywords', person, { ...person, ...either }, 'breaking', 'safe'],
  ['no union beside them any more', { ...person, ...either }, person, 'safe', 'breaking'],
  ['a union where anything was right', {}, { oneOf: [card, bank] }, 'breaking', 'safe'],
  ['anything where a union was', { oneOf: [card, bank] }, {}, 'safe', 'breaking'],
  ['an alternative more that excludes the other', card, { oneOf: [card, bank] }, 'safe', 'breaking'],
  [
    'one of two alternatives that share values',
    { anyOf: [{ type: 'number' }, { type: 'integer' }] },
    { oneOf: [{ type: 'number' }, { type: 'integer' }] },
    'breaking',
    'safe',
  ],
  [
    'a property that is only required',
    { ...card, required: ['kind', 'a'], properties: { ...card.properties, a: { type: 'string' } } },
    { ...card, required: ['kind', 'a'] },
    'safe',
    'breaking',
  ],
  ['a limit that listed values keep to', { enum: [1, 2] }, { enum: [1, 2], maximum: 5 }, 'safe', 'safe'],
  [
    'another type where no listed text is of the format',
    { anyOf: [{ type: 'integer' }, { type: 'string', format: 'date', enum: ['x', ''] }] },
    { type: 'integer' },
    'safe',
    'safe',
  ],
  [
    'another type where a listed text is of the format',
    { anyOf: [{ type: 'integer' }, { type: 'string', format: 'date', enum: ['x', '2024-02-29'] }] },
    { type: 'integer' },
    'breaking',
    'safe',
  ],
  [
    'a schema that no value of this type is right by',
    { type: 'string' },
    { type: 'string', not: { type: 'integer' } },
    'safe',
    'safe',
  ],
  [
    'parts of a union in one',
    {
      anyOf: [
        { type: 'integer', maximum: 3 },
        { type: 'integer', minimum: 4 },
      ],
    },
    { type: 'integer' },
    'safe',
    'safe',
  ],
]

for (const [name, before, after, request, response] of rows)
  test(`${name}: ${request} in requests, ${response} in responses`, async () => {
    const worst = async (use: (schema: JsonObject) => JsonObject): Promise<string> => {
      const changes = await changesBetween(documentOf(use(before)), documentOf(use(after)))
      const isAgreed = ({ rule }: { rule: string }): boolean => rule.endsWith('property-removed')
      return inWords(changes.filter(change => !isAgreed(change)))[0]?.split(' ')[0] ?? 'safe'
    }
    const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } })
    const answering = (schema: JsonObject): JsonObject => ({
      responses: { '200': { description: '', ...json(schema) } },
    })
    assert.equal(await worst(schema => ({ requestBody: json(schema) })), request)
    assert.equal(await worst(schema => ({ requestBody: json({ type: 'array', items: schema }) })), request)
    assert.equal(await worst(answering), response)
    assert.equal(await worst(schema => answering({ type: 'array', items: schema })), response)
  })

/** Schemas of requests of which one may hold because another does not, by a property that this other alone describes. */
const exclusive = (properties: JsonObject): JsonObject => ({
  oneOf: [
    { type: 'object', required: ['a'], properties },
    { type: 'object', required: ['a'], properties: { kind: { type: 'boolean' } } },
  ],
})

const numbers = { type: 'number', enum: [5, 0] }
const hidden = { type: 'object', properties: { a: { type: 'string', readOnly: true } } }
const ab = { type: 'object', required: ['a', 'b'] }

/** Schemas that rules alone do not decide, and what a change of a request from one to the other comes to. */
const plain: readonly (readonly [string, JsonObject, JsonObject, string])[] = [
  ['listed numbers that are whole, and any whole number', numbers, { type: 'integer' }, 'safe'],
  [
    'no number at all, and text',
    { type: 'integer', minimum: 5, exclusiveMaximum: 0 },
    { type: 'string' },
    'safe',
  ],
  [
    'text of a format that is longer than it may be, and any number',
    { type: 'string', format: 'uuid', maxLength: 5 },
    { type: 'integer' },
    'safe',
  ],
  [
    'a length that all text of a format has',
    { type: 'string', format: 'date' },
    { type: 'string', format: 'date', maxLength: 10 },
    'safe',
  ],
  [
    'a length that no text of a format has',
    { type: 'string', format: 'date' },
    { type: 'string', format: 'date', maxLength: 9 },
    'warning',
  ],
  ['no object with a property that another schema lets travel', ab, { ...ab, not: hidden }, 'breaking'],
  [
    'an alternative that holds because of a property of the other',
    exclusive({ b: { type: 'string' } }),
    { oneOf: [{ required: ['kind'] }, { type: 'string' }] },
    'breaking',
  ],
  [
    'an alternative that holds because of a property inside a condition',
    exclusive({ b: { type: 'string' } }),
    { type: 'object', if: { required: ['a'] }, then: { required: ['kind'] } },
    'breaking',
  ],
]

for (const [name, before, after, level] of plain)
  test(`${name}: ${level}`, async () => {
    const json = (schema: JsonObject): JsonObject => ({
      requestBody: { content: { 'application/json': { schema } } },
    })
    const found = await changesBetween(documentOf(json(before)), documentOf(json(after)))
    assert.equal(found[0]?.level ?? 'safe', level, JSON.stringify(found))
  })

/** Schemas of a parameter before and after, and the level of what is told. */
const written: readonly (readonly [string, JsonObject, JsonObject, string])[] = [
  ['any text for a number', { type: 'integer' }, { type: 'string' }, 'safe'],
  [
    'text that must be a number, too',
    { type: 'integer' },
    { type: 'string', oneOf: [{ type: 'number' }, { type: 'object', required: ['a'] }] },
    'warning',
  ],
  ['text or a number', { type: 'integer' }, { type: ['string', 'number'], not: { type: 'null' } }, 'safe'],
]

for (const [name, before, after, level] of written)
  test(`${name} in a parameter: ${level}`, async () => {
    const withQuery = (schema: JsonObject): JsonObject =>
      documentOf({ parameters: [{ name: 'q', in: 'query', schema }] })
    const changes = await changesBetween(withQuery(before), withQuery(after))
    assert.equal(changes[0]?.level, level)
  })

/** A type whose alternatives are its own subtypes. */
const pets = (cat: JsonObject, ...more: readonly string[]): JsonObject => {
  const part = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })
  const names = ['Cat', 'Dog', ...more]
  const subtype = (name: string): JsonObject => {
    const own = name === 'Cat' ? cat : {}
    const properties = { ...(own['properties'] as JsonObject | undefined), kind: { const: name } }
    return { allOf: [part('Pet'), { type: 'object', ...own, properties }] }
  }
  return {
    Pet: {
      type: 'object',
      required: ['kind'],
      properties: { kind: { type: 'string' } },
      oneOf: names.map(part),
      discriminator: { propertyName: 'kind' },
    },
    ...Object.fromEntries(names.map(name => [name, subtype(name)])),
  }
}

/** Alternatives of each other, and nothing else. */
const ring = (...more: readonly JsonObject[]): JsonObject => ({
  Pet: { anyOf: [{ $ref: '#/components/schemas/Cat' }, { type: 'integer' }] },
  Cat: { anyOf: [{ $ref: '#/components/schemas/Pet' }, { type: 'string' }, ...more] },
})

const named = { properties: { name: { type: 'string' } } }

/** Named schemas that lead back to themselves without a value in between, and what a change of them comes to. */
const circles: readonly (readonly [string, JsonObject, JsonObject, request: string, response: string])[] = [
  ['a property more of a subtype', pets({}), pets(named), 'safe', 'safe'],
  ['a subtype more', pets(named), pets(named, 'Fish'), 'safe', 'breaking'],
  ['a subtype that needs more', pets(named), pets({ ...named, required: ['name'] }), 'breaking', 'safe'],
  ['one more of alternatives in a ring', ring(), ring({ type: 'boolean' }), 'safe', 'breaking'],
]

for (const [name, before, after, request, response] of circles)
  test(`${name}: ${request} in requests, ${response} in responses`, async () => {
    const json = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } }
    const told = async (use: JsonObject): Promise<string> => {
      const [old, fresh] = [before, after].map(schemas => ({ ...documentOf(use), components: { schemas } }))
      assert.ok(old !== undefined && fresh !== undefined)
      return (await changesBetween(old, fresh))[0]?.level ?? 'safe'
    }
    assert.equal(await told({ requestBody: json }), request)
    assert.equal(await told({ responses: { '200': { description: '', ...json } } }), response)
  })

test('ways to alternatives name the kind of the union', async () => {
  const union = (type: string): JsonObject => ({
    requestBody: {
      content: {
        'application/json': {
          schema: {
            anyOf: [{ ...card, title: 'Card', properties: { ...card.properties, a: { type } } }, bank],
          },
        },
      },
    },
  })
  const [change] = await changesBetween(documentOf(union('string')), documentOf(union('integer')))
  assert.equal(change?.path, '/anyOf[0]/a')
})

function documentOf(operation: JsonObject): JsonObject {
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: { '/things': { post: { responses: { '200': { description: '' } }, ...operation } } },
  }
}
