import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { Direction } from '../../api-description/api-description.ts'
import { JsonSchemas } from '../../api-description/json-schema/json-schemas.ts'
import { readLocalFile } from '../../api-description/documents/read-local-file.ts'
import { loadDescription } from '../../api-description/load-description.ts'
import { describedBy } from '../../api-description/testing/description.ts'
import type { JsonValue } from '../../model/json.ts'
import { corpusDocuments, corpusList, type Listed } from '../../testing/corpus.ts'
import { createValidator } from '../schema/validator.ts'

/** A schema of one version of OpenAPI, and a value that it allows or not. */
interface SchemaCase {
  readonly id: string
  readonly openapi: '2.0' | '3.0' | '3.1'
  readonly schemas: object
  readonly schema: object
  readonly instance: JsonValue
  readonly direction: Direction
  readonly valid: boolean
  readonly errorAt?: readonly string[]
  readonly contested?: unknown
}

const text = { type: 'string' }
const own: readonly Omit<SchemaCase, 'id' | 'schemas'>[] = [
  { openapi: '3.0', schema: { ...text, nullable: true }, instance: null, direction: 'response', valid: true },
  {
    openapi: '3.0',
    schema: { ...text, nullable: true, enum: ['a'] },
    instance: null,
    direction: 'response',
    valid: true,
  },
  {
    openapi: '3.0',
    schema: { nullable: true, allOf: [text] },
    instance: null,
    direction: 'response',
    valid: true,
  },
  {
    openapi: '2.0',
    schema: { ...text, 'x-nullable': true },
    instance: null,
    direction: 'response',
    valid: true,
  },
  { openapi: '3.0', schema: text, instance: null, direction: 'response', valid: false },
  {
    openapi: '3.1',
    schema: { type: 'number', maximum: 3, exclusiveMaximum: true },
    instance: 3,
    direction: 'response',
    valid: false,
  },
  {
    openapi: '3.0',
    schema: { ...text, pattern: '(?i)^abc$' },
    instance: 'ABC',
    direction: 'response',
    valid: true,
  },
  { openapi: '3.0', schema: { ...text, pattern: '(' }, instance: 'ABC', direction: 'response', valid: true },
  {
    openapi: '3.0',
    schema: { type: 'any', required: true, minLength: '3', enum: {} },
    instance: 1,
    direction: 'response',
    valid: true,
  },
  {
    openapi: '3.0',
    schema: { format: 'strange', type: 'float' },
    instance: 1.5,
    direction: 'response',
    valid: true,
  },
  {
    openapi: '3.1',
    schema: { items: [text, { type: 'integer' }] },
    instance: ['a', 'b'],
    direction: 'response',
    valid: false,
    errorAt: ['/1'],
  },
  {
    openapi: '3.0',
    schema: { discriminator: { propertyName: 'kind', mapping: {} }, oneOf: [text] },
    instance: 'a',
    direction: 'response',
    valid: true,
  },
  {
    openapi: '3.0',
    schema: { required: ['a'], allOf: [{ properties: { a: { ...text, readOnly: true } } }] },
    instance: {},
    direction: 'request',
    valid: true,
  },
  {
    openapi: '3.0',
    schema: { properties: { a: { ...text, readOnly: true } }, allOf: [{ required: ['a'] }] },
    instance: {},
    direction: 'request',
    valid: true,
  },
  {
    openapi: '3.0',
    schema: { properties: { a: { ...text, readOnly: true } }, allOf: [{ required: ['a'] }] },
    instance: {},
    direction: 'response',
    valid: false,
  },
]

describe('schemas of OpenAPI', () => {
  for (const one of own)
    it(`${one.openapi} ${one.direction}: ${JSON.stringify(one.schema)} ${one.valid ? 'allows' : 'forbids'} ${JSON.stringify(one.instance)}`, () =>
      expectVerdict({ id: '', schemas: {}, ...one }))
})

describe('cases of the corpus', () => {
  const cases = corpusList('contracts/schema', 'openapi-schema-cases.json', 'cases') as readonly (SchemaCase &
    Listed)[]
  for (const one of cases.filter(({ contested }) => contested === undefined))
    it(one.id, () => expectVerdict(one))
})

describe('response schemas of documents', () => {
  for (const file of corpusDocuments('contracts/openapi'))
    it(`all compile: ${path.basename(file)}`, async () => {
      const description = await loadDescription(file, readLocalFile)
      assert.ok(description.ok)
      for (const { responses } of description.value.operations)
        for (const { schema } of responses.flatMap(({ contents }) => contents)) {
          if (schema === undefined) continue
          const flat = new JsonSchemas(description.value, 'response').at(schema)
          assert.deepEqual(flat.unresolved, [])
          createValidator(flat.schema, '2020-12', true)
        }
    })
})

async function expectVerdict({
  openapi,
  schemas,
  schema,
  instance,
  direction,
  valid,
  errorAt,
}: SchemaCase): Promise<void> {
  const content = { 'application/json': { schema } }
  const document =
    openapi === '2.0'
      ? { swagger: '2.0', definitions: schemas, paths: { '/a': { get: { responses: { 200: { schema } } } } } }
      : {
          openapi: `${openapi}.0`,
          components: { schemas },
          paths: { '/a': { get: { responses: { 200: { content } } } } },
        }
  const description = await describedBy(document)
  const place = description.operations[0]?.responses[0]?.contents[0]?.schema
  assert.ok(place !== undefined)
  const validate = createValidator(new JsonSchemas(description, direction).at(place).schema, '2020-12', true)
  const found = validate(instance)
  assert.equal(found.length === 0, valid, JSON.stringify(found))
  const pointers = found.map(({ pointer }) => (pointer === '/' ? '' : pointer))
  if (errorAt !== undefined)
    assert.ok(
      errorAt.some(one => pointers.includes(one)),
      JSON.stringify(found),
    )
}
