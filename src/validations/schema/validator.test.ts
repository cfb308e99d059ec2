import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { createValidator, Validators } from './validator.ts'

it('compiles a thousand schemas that refer to each other', () => {
  const numbers = Array.from({ length: 1000 }, (_, index) => index)
  const $defs = Object.fromEntries(
    numbers.map(number => [number, linked([(number + 1) % 1000, (number * 7) % 1000])]),
  )
  const validate = createValidator({ $ref: '#/$defs/0', $defs }, '2020-12', true)
  assert.deepEqual(validate({ id: 1, to0: { id: 2, to1: { id: 3 } } }), [])
  assert.deepEqual(validate({ id: 1, to0: { id: 2, to1: { id: 'three' } } }), [
    { pointer: '/to0/to1/id', message: 'must be integer' },
  ])
})

it('makes validators of schemas whose definitions come later', () => {
  const definitions: Record<string, JsonValue> = { 0: { type: 'integer' } }
  const validators = new Validators(definitions, '2020-12', true)
  const first = validators.validatorOf({ items: { $ref: '#/$defs/0' } })
  definitions['1'] = { oneOf: [{ type: 'string', minLength: 2 }, { $ref: '#/$defs/0' }] }
  const second = validators.validatorOf({ $ref: '#/$defs/1' })
  assert.deepEqual(first(['a']), [{ pointer: '/0', message: 'must be integer' }])
  assert.deepEqual(second(7), [])
  assert.deepEqual(second('a'), [{ pointer: '/', message: 'must NOT have fewer than 2 characters' }])
})

it('refuses every schema that leads to a definition that cannot be used, and no other', () => {
  const definitions = { 0: { $ref: '#/$defs/1' }, 1: { minLength: 'long' }, 2: { type: 'string' } }
  const validators = new Validators(definitions, '2020-12', true)
  for (const schema of [{ $ref: '#/$defs/0' }, { items: { $ref: '#/$defs/0' } }])
    assert.throws(() => validators.validatorOf(schema), { name: 'SchemaProblem' })
  assert.equal(validators.validatorOf({ $ref: '#/$defs/2' })(1).length, 1)
})

function linked(others: readonly number[]): JsonObject {
  const links = others.map((other, index) => [`to${index}`, { $ref: `#/$defs/${other}` }] as const)
  return { type: 'object', properties: { id: { type: 'integer' }, ...Object.fromEntries(links) } }
}
