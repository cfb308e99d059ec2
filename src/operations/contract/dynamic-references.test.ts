import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { outdatedWords } from '../../api-description/outdated-words.ts'
import { describedBy } from '../../api-description/testing/description.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { compileSchema } from '../../validations/schema/compile-schema.ts'
import { SchemaReader } from '../../validations/answer/schema-reader.ts'
import { checked } from './testing/checked.ts'

const base = 'https://example.com/schemas/'

/** The example of JSON Schema 2020-12, section 8.2.3.2: a tree that others can extend. */
const tree = {
  $id: `${base}tree`,
  $dynamicAnchor: 'node',
  type: 'object',
  properties: { data: true, children: { type: 'array', items: { $dynamicRef: '#node' } } },
}
const strict = {
  $id: `${base}strict-tree`,
  $dynamicAnchor: 'node',
  $ref: 'tree',
  unevaluatedProperties: false,
}
const list = {
  $id: `${base}list`,
  type: 'array',
  items: { $dynamicRef: '#item' },
  $defs: { item: { $dynamicAnchor: 'item' } },
}
const numbers = {
  $id: `${base}numbers`,
  $ref: 'list',
  $defs: { number: { $dynamicAnchor: 'item', type: 'number' } },
}
const texts = {
  $id: `${base}texts`,
  $ref: 'list',
  $defs: { text: { $dynamicAnchor: 'item', type: 'string' } },
}

type Case = readonly [what: string, schemas: JsonObject, used: string, value: JsonValue, valid: boolean]

const cases: readonly Case[] = [
  [
    'a tree takes what is misspelt in its children',
    { tree, strict },
    'tree',
    { children: [{ daat: 1 }] },
    true,
  ],
  ['a strict tree does not', { tree, strict }, 'strict-tree', { children: [{ daat: 1 }] }, false],
  ['nor deeper', { tree, strict }, 'strict-tree', { children: [{ children: [{ daat: 1 }] }] }, false],
  ['a strict tree takes what is right', { tree, strict }, 'strict-tree', { children: [{ data: 1 }] }, true],
  ['a list of numbers has numbers', { list, numbers, texts }, 'numbers', [1], true],
  ['and no texts', { list, numbers, texts }, 'numbers', ['a'], false],
  ['beside one of texts, which has no numbers', { list, numbers, texts }, 'texts', [1], false],
  [
    'both in one schema',
    {
      list,
      numbers,
      texts,
      both: { $id: `${base}both`, properties: { a: { $ref: 'numbers' }, b: { $ref: 'texts' } } },
    },
    'both',
    { a: [1], b: ['a', 2] },
    false,
  ],
  [
    'by the address of the schema it starts in',
    {
      tree,
      strict: {
        $id: strict.$id,
        $dynamicAnchor: 'node',
        unevaluatedProperties: false,
        properties: { next: { $dynamicRef: 'tree#node' } },
      },
    },
    'strict-tree',
    { next: { other: 1 } },
    false,
  ],
  [
    'what is no dynamic anchor means the same everywhere',
    {
      list: { ...list, $defs: { item: { $anchor: 'item', type: 'boolean' } } },
      numbers,
    },
    'numbers',
    [true],
    true,
  ],
  [
    'beside a reference',
    {
      list,
      numbers,
      both: {
        $id: `${base}both`,
        $ref: '#/$defs/a',
        $dynamicRef: '#b',
        $defs: { a: { minimum: 1 }, b: { $dynamicAnchor: 'b', maximum: 2 } },
      },
    },
    'both',
    3,
    false,
  ],
  [
    'references count from the address of the schema they are in',
    {
      far: { $id: 'https://example.com/other/a', $ref: 'b' },
      b: { $id: 'https://example.com/other/b', type: 'string' },
      near: { $id: `${base}near`, $ref: '../other/a' },
    },
    'near',
    1,
    false,
  ],
  [
    'a pointer counts from there, too',
    { near: { $id: `${base}near`, $ref: '#/$defs/a', $defs: { a: { type: 'string' } } } },
    'near',
    1,
    false,
  ],
]

/** True where a value is right by the schema as a document of its own. */
async function aloneTakes(schemas: JsonObject, used: string, value: JsonValue): Promise<boolean> {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $ref: `${base}${used}`,
    $defs: schemas,
  }
  const compiled = await compileSchema('file:///schema.json', schema)
  assert.ok(compiled.ok, compiled.ok ? '' : compiled.message)
  return compiled.validate(value).length === 0
}

/** The same where the schemas are components of a description. */
async function describedTakes(schemas: JsonObject, used: string, value: JsonValue): Promise<boolean> {
  const content = { 'application/json': { schema: { $ref: `${base}${used}` } } }
  const description = await describedBy({
    openapi: '3.1.0',
    paths: { '/a': { get: { responses: { 200: { content } } } } },
    components: { schemas },
  })
  const place = description.operations[0]?.responses[0]?.contents[0]?.schema
  assert.ok(place !== undefined)
  const read = new SchemaReader(description).read(place, 'response')
  assert.ok(read.ok, read.ok ? '' : read.problems)
  return read.value.validate(value).length === 0
}

describe('B8: dynamic references in documents of OpenAPI 3.1', () => {
  for (const [what, written, used, value, valid] of cases)
    it(what, async () => {
      const schemas = JSON.parse(JSON.stringify(written)) as JsonObject
      assert.equal(await aloneTakes(schemas, used, value), valid)
      assert.equal(await describedTakes(schemas, used, value), valid)
    })

  it('that lead nowhere are told', async () => {
    const content = { 'application/json': { schema: { $dynamicRef: '#gone' } } }
    const description = await describedBy({
      openapi: '3.1.0',
      paths: { '/a': { get: { responses: { 200: { content } } } } },
    })
    const place = description.operations[0]?.responses[0]?.contents[0]?.schema
    const read = place === undefined ? undefined : new SchemaReader(description).read(place, 'response')
    assert.match(
      read?.ok === false ? read.problems : '',
      /^the reference #gone leads nowhere: there is no anchor/,
    )
  })
})

describe('B8: words of OpenAPI 3.0 in a document of 3.1', () => {
  const schemas = {
    A: { type: 'string', nullable: true },
    B: { properties: { nullable: { type: 'boolean', nullable: true } }, example: { nullable: true } },
    C: { type: 'number', minimum: 0, exclusiveMinimum: true },
  }
  const told = async (openapi: string) =>
    outdatedWords('api.yaml', await describedBy({ openapi, components: { schemas } })).map(
      ({ message }) => message,
    )

  it('are told once each, with the first place', async () => {
    assert.deepEqual((await told('3.1.0')).sort(), [
      'api.yaml: "exclusiveMinimum: true" is not of OpenAPI 3.1, and is taken as in 3.0: openapi.json#/components/schemas/C/exclusiveMinimum',
      'api.yaml: "nullable: true" is not of OpenAPI 3.1, and is taken as in 3.0: openapi.json#/components/schemas/A/nullable and 1 more',
    ])
  })

  it('are nothing to tell of in 3.0', async () => {
    assert.deepEqual(await told('3.0.3'), [])
  })

  it('are told by a check', async () => {
    const { problems } = await checked(
      {
        openapi: '3.1.0',
        paths: { '/a': { get: { responses: { 200: { description: 'ok' } } } } },
        components: { schemas },
      },
      (_, response) => response.end(),
    )
    assert.deepEqual(
      problems.map(({ code, severity }) => [code, severity]),
      [
        ['malformed-description', 'warning'],
        ['malformed-description', 'warning'],
      ],
    )
  })
})
