import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { type KnownAnswer, proposeValidations } from './propose-validations.ts'

function answer(body: JsonValue | undefined, differing: Partial<KnownAnswer> = {}): KnownAnswer {
  const headers = [['Content-Type', 'application/json; charset=utf-8']] as const
  if (body === undefined) return { status: 200, headers, ...differing }
  const text = JSON.stringify(body)
  return { status: 200, headers, body: { text, size: text.length, truncated: false }, ...differing }
}

/** Proposes validations beside the status and the type. */
function ofBodies(...bodies: readonly JsonValue[]): readonly JsonObject[] {
  const proposed = proposeValidations(bodies.map(body => answer(body)))
  return proposed.slice(2).map(({ validation }) => validation)
}

function schemaOf(...bodies: readonly JsonValue[]): JsonValue | undefined {
  return ofBodies(...bodies).find(validation => 'schema' in validation)?.['schema']
}

function fieldsOf(...bodies: readonly JsonValue[]): readonly string[] {
  return ofBodies(...bodies).flatMap(validation => Object.keys(validation).filter(key => key !== 'schema'))
}

describe('what answers promise', () => {
  it('is their status, their type, the schema of their bodies, and what stays', () => {
    assert.deepEqual(proposeValidations([answer({ id: 7, name: 'Ada' })]), [
      { validation: { status: 200 }, reason: 'the last answer had it' },
      {
        validation: { 'header content-type': { contains: 'application/json' } },
        reason: 'the last answer had this type',
      },
      {
        validation: {
          schema: {
            type: 'object',
            required: ['id', 'name'],
            properties: { id: { type: 'number' }, name: { type: 'string' } },
          },
        },
        reason: 'the types and the keys of 1 answer',
      },
      { validation: { '$.name': 'Ada' }, reason: 'does not look as if it changed' },
    ])
  })

  it('is nothing without an answer', () => {
    assert.deepEqual(proposeValidations([]), [])
  })

  it('is what the answers with the status of the last one have in common', () => {
    const proposed = proposeValidations([
      answer({ error: 'none' }, { status: 404 }),
      answer({ name: 'Ada', page: 1 }),
      answer({ name: 'Ada', age: 36 }),
    ])
    assert.deepEqual(
      proposed.map(({ validation }) => validation),
      [
        { status: 200 },
        { 'header content-type': { contains: 'application/json' } },
        {
          schema: {
            type: 'object',
            required: ['name'],
            properties: { name: { type: 'string' }, page: { type: 'number' }, age: { type: 'number' } },
          },
        },
        { '$.name': 'Ada' },
      ],
    )
  })

  for (const [what, given] of [
    ['no body', answer(undefined)],
    [
      'a body of which only the beginning is known',
      answer({}, { body: { text: '{"a":1}', size: 9, truncated: true } }),
    ],
    ['a body that is no JSON', answer({}, { body: { text: '{"pin": ***}', size: 9, truncated: false } })],
    ['another type', answer({ a: 'b' }, { headers: [['content-type', 'text/html']] })],
  ] as const)
    it(`is its status and type alone with ${what}`, () => {
      assert.equal(proposeValidations([given]).length, 2)
    })

  it('is no type where there was none, or several', () => {
    assert.equal(proposeValidations([answer(undefined, { headers: [] })]).length, 1)
    const html = answer(undefined, { headers: [['content-type', 'text/html']] })
    assert.equal(proposeValidations([answer(undefined), html]).length, 1)
  })

  for (const [bodies, schema] of [
    [[[]], { type: 'array' }],
    [
      [[{ a: 1 }, { a: 2, b: true }]],
      {
        type: 'array',
        items: {
          type: 'object',
          required: ['a'],
          properties: { a: { type: 'number' }, b: { type: 'boolean' } },
        },
      },
    ],
    [
      [{ list: ['a'] }, { list: [] }],
      {
        type: 'object',
        required: ['list'],
        properties: { list: { type: 'array', items: { type: 'string' } } },
      },
    ],
    [
      [{ a: null }, { a: 'x' }],
      { type: 'object', required: ['a'], properties: { a: { type: ['string', 'null'] } } },
    ],
    [[{ a: null }], { type: 'object', required: ['a'], properties: { a: {} } }],
    [[{ a: 1 }, { a: 'x' }], { type: 'object', required: ['a'], properties: { a: {} } }],
    [[{ a: { b: 1 } }, { a: null }], { type: 'object', required: ['a'], properties: { a: {} } }],
    [[{ token: '***' }], { type: 'object', required: ['token'], properties: { token: {} } }],
    [[{ '4711': { a: 1 } }], { type: 'object' }],
    [[{}], { type: 'object' }],
    [[1, 'a'], undefined],
  ] as const)
    it(`has a schema: ${JSON.stringify(bodies)}`, () => {
      assert.deepEqual(schemaOf(...(bodies as readonly JsonValue[])), schema)
    })

  for (const body of [
    { id: 'a' },
    { userId: 'a' },
    { created_at: 'a' },
    { token: 'a' },
    { accessToken: 'a' },
    { password: 'a' },
    { total: true },
    { nextUrl: 'a' },
    { a: '2026-11-03' },
    { a: '2026-11-03T10:15:02Z' },
    { a: '9f0c2a6e-4b7d-4a59-8a32-0f9f4c5f6f10' },
    { a: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln' },
    { a: 'd41d8cd98f00b204' },
    { a: '12345' },
    { a: 'order-20481' },
    { a: 'Bearer ***' },
    { a: '{{name}}' },
    { a: '<uuid>' },
    { a: '' },
    { a: 5 },
    { a: null },
    { a: ['x'] },
    { a: 'x'.repeat(61) },
    ['x'],
    'x',
  ] as const)
    it(`has no field that may change: ${JSON.stringify(body)}`, () => {
      assert.deepEqual(fieldsOf(body as JsonValue), [])
    })

  for (const [bodies, fields] of [
    [[{ role: { name: 'admin' }, active: true }], ['$.role.name', '$.active']],
    [[{ 'unit price': 3 }, { 'unit price': 3 }], ['$["unit price"]']],
    [[{ name: 'Ada' }, { name: 'Bob' }], []],
    [[{ name: 'Ada' }, {}], []],
    [
      [Object.fromEntries('abcdefghijkl'.split('').map(name => [`x${name}`, 'y']))],
      'abcdefgh'.split('').map(name => `$.x${name}`),
    ],
  ] as const)
    it(`has fields that stay: ${JSON.stringify(bodies)}`, () => {
      assert.deepEqual(fieldsOf(...(bodies as readonly JsonValue[])), fields)
    })
})
