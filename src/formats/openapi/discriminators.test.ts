import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describedBy } from '../../api-description/testing/description.ts'
import type { JsonValue } from '../../model/json.ts'
import { ExampleFactory } from '../../api-requests/making/example-factory.ts'

const text = { type: 'string' }
const object = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  required,
  properties,
})
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const Cat = object({ kind: text, meow: { type: 'boolean' } })
const Dog = object({ kind: text, bark: { type: 'boolean' } })
const Base = { ...object({ kind: text }), discriminator: { propertyName: 'kind' } }
const extending = (name: string, more: object) => ({ allOf: [ref(name), object(more)] })

/** The values made of a schema beside some components, with and without the shape alone. */
async function made(schema: object, schemas: object): Promise<readonly JsonValue[]> {
  const description = await describedBy({
    openapi: '3.0.3',
    info: { title: 't', version: '1' },
    paths: {
      '/pets': {
        post: { requestBody: { content: { 'application/json': { schema } } }, responses: {} },
      },
    },
    components: { schemas },
  })
  const [operation] = description.operations
  const [content] = operation?.body?.contents ?? []
  assert.ok(operation !== undefined && content !== undefined)
  return [false, true].map(isPlain => {
    const { value, complaint } = new ExampleFactory(description, { isPlain }).body(operation, content)
    assert.equal(complaint, undefined)
    return value
  })
}

const cases: readonly (readonly [what: string, schema: object, schemas: object, value: JsonValue])[] = [
  [
    'a branch, as the mapping has it',
    {
      oneOf: [ref('Cat'), ref('Dog')],
      discriminator: { propertyName: 'kind', mapping: { d: 'Dog', c: '#/components/schemas/Cat' } },
    },
    { Cat, Dog },
    { kind: 'c', meow: true },
  ],
  [
    'a branch, by its name',
    { anyOf: [ref('Dog'), ref('Cat')], discriminator: { propertyName: 'kind' } },
    { Cat, Dog },
    { kind: 'Dog', bark: true },
  ],
  [
    'a branch that says it itself',
    { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } },
    { Cat: object({ kind: { enum: ['feline'] }, meow: { type: 'boolean' } }), Dog },
    { kind: 'feline', meow: true },
  ],
  [
    'a branch of a branch',
    { oneOf: [ref('Feline'), ref('Dog')], discriminator: { propertyName: 'kind' } },
    { Cat, Dog, Feline: { oneOf: [ref('Cat')], discriminator: { propertyName: 'kind' } } },
    { kind: 'Cat', meow: true },
  ],
  [
    'items of a list',
    { type: 'array', items: { oneOf: [ref('Dog')], discriminator: { propertyName: 'kind' } } },
    { Dog },
    [{ kind: 'Dog', bark: true }],
  ],
  [
    'what extends another',
    ref('Fish'),
    { Base, Fish: extending('Base', { fins: { type: 'integer', minimum: 1 } }) },
    { kind: 'Fish', fins: 1 },
  ],
  [
    'what extends another that does',
    ref('Salmon'),
    {
      Base: { ...Base, discriminator: { propertyName: 'kind', mapping: { lax: 'Salmon' } } },
      Fish: extending('Base', { fins: { type: 'integer', minimum: 1 } }),
      Salmon: extending('Fish', { red: { type: 'boolean' } }),
    },
    { kind: 'lax', fins: 1, red: true },
  ],
  [
    'one of those that extend a schema',
    ref('Base'),
    { Base, Fish: extending('Base', { fins: { type: 'integer', minimum: 1 } }) },
    { kind: 'Fish', fins: 1 },
  ],
  [
    'one of those that extend a schema and are mapped, however it is referred to',
    object({ pet: { allOf: [ref('Base')], nullable: true } }),
    {
      Base: { ...Base, discriminator: { propertyName: 'kind', mapping: { d: 'Dog' } } },
      Fish: extending('Base', { fins: { type: 'integer', minimum: 1 } }),
      Dog: extending('Base', { bark: { type: 'boolean' } }),
    },
    { pet: { kind: 'd', bark: true } },
  ],
  [
    'a tree of what extends a schema, which ends',
    ref('Base'),
    {
      Base,
      Branch: extending('Base', { children: { type: 'array', items: ref('Base') } }),
      Leaf: extending('Base', { text }),
    },
    { kind: 'Branch', children: [] },
  ],
  ['a schema that nothing extends', ref('Base'), { Base }, { kind: 'Base' }],
  [
    'a property that nothing asks for',
    { oneOf: [ref('Cat')], discriminator: { propertyName: 'kind' } },
    { Cat: object({ kind: text, meow: { type: 'boolean' } }, ['meow']) },
    { kind: 'Cat', meow: true },
  ],
]

describe('a discriminator names the schema that a value is made of', () => {
  for (const [what, schema, schemas, value] of cases)
    it(what, async () => {
      const [usual, plain] = await made(schema, schemas)
      assert.deepEqual(usual, value)
      const tagsOf = (one: JsonValue) => JSON.stringify(one).match(/"kind":"[^"]*"/g)
      assert.deepEqual(tagsOf(plain ?? null), tagsOf(value))
    })

  it('in Swagger 2', async () => {
    const description = await describedBy({
      swagger: '2.0',
      info: { title: 't', version: '1' },
      paths: {
        '/pets': {
          post: {
            parameters: [{ name: 'pet', in: 'body', schema: { $ref: '#/definitions/Fish' } }],
            responses: {},
          },
        },
      },
      definitions: {
        Base: { ...object({ kind: text }), discriminator: 'kind' },
        Fish: { allOf: [{ $ref: '#/definitions/Base' }, object({ fins: { type: 'integer' } })] },
      },
    })
    const [operation] = description.operations
    const [content] = operation?.body?.contents ?? []
    assert.ok(operation !== undefined && content !== undefined)
    assert.deepEqual(new ExampleFactory(description).body(operation, content).value, {
      kind: 'Fish',
      fins: 1,
    })
  })
})
