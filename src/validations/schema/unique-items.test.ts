import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { createValidator } from './validator.ts'

const validate = createValidator({ uniqueItems: true }, '2020-12', true)

const twins: readonly (readonly JsonValue[])[] = [
  [1, 1.0],
  [0, -0],
  [null, 1, null],
  ['a', 'b', 'a'],
  [
    { a: 1, b: [2, { c: 3, d: null }] },
    { b: [2, { d: null, c: 3 }], a: 1.0 },
  ],
  [[1, [2]], [], [1, [2]]],
  [{}, {}],
  [JSON.parse('{"__proto__":1}') as JsonValue, JSON.parse('{"__proto__":1}') as JsonValue],
]

const different: readonly (readonly JsonValue[])[] = [
  [],
  [1, '1', true, 'true', null, 'null', 0, false, '', [], {}],
  [{ a: 1 }, { a: '1' }, { a: 1, b: 1 }, { b: 1 }, { a: null }, { a: [1] }],
  [[1, 2], [2, 1], [[1, 2]], ['1,2'], '[1,2]', '1,2'],
  ['{"a":1}', { a: 1 }],
  [{}, JSON.parse('{"__proto__":{}}') as JsonValue, { toString: null }],
]

describe('A4: uniqueItems compares by value', () => {
  for (const items of twins)
    it(`${JSON.stringify(items)} has two that are equal`, () => {
      assert.match(
        validate(items)[0]?.message ?? '',
        /^must NOT have duplicate items \(items ## \d+ and \d+ are/,
      )
    })
  for (const items of different)
    it(`${JSON.stringify(items)} has none`, () => {
      assert.deepEqual(validate(items), [])
    })

  it('names the two, at their place; false asks for nothing', () => {
    const inside = createValidator({ properties: { list: { uniqueItems: true } } }, 'draft-07', true)
    assert.deepEqual(inside({ list: [3, { a: 1 }, 4, { a: 1 }] }), [
      { pointer: '/list', message: 'must NOT have duplicate items (items ## 1 and 3 are identical)' },
    ])
    assert.deepEqual(createValidator({ uniqueItems: false }, 'draft-04', true)([1, 1]), [])
  })

  it('takes less than a second for a hundred thousand objects', () => {
    const items: readonly JsonObject[] = Array.from({ length: 100_000 }, (_, id) => ({ id, tags: [{ id }] }))
    const used = process.cpuUsage()
    assert.deepEqual(validate(items), [])
    const { user, system } = process.cpuUsage(used)
    assert.ok(user + system < 1_000_000, `${(user + system) / 1000} ms`)
  })
})
