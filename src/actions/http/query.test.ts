import { faultText } from '../faults/index.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appendQuery, namedValues } from './query.ts'

for (const [search, pairs, expected] of [
  ['', [], ''],
  ['?', [['a', '1']], '?a=1'],
  ['?x=%20+a&y', [['a', '1']], '?x=%20+a&y&a=1'],
  ['?x=1&', [['a', '1']], '?x=1&a=1'],
  ['', [['a b', 'c&d=e+f/é']], '?a%20b=c%26d%3De%2Bf%2F%C3%A9'],
  [
    '',
    [
      ['a', ''],
      ['a', '2'],
    ],
    '?a=&a=2',
  ],
] as const)
  test(`${JSON.stringify(pairs)} after "${search}" is "${expected}"`, () => {
    assert.equal(appendQuery(search, pairs), expected)
  })

test('lists repeat their name and nulls are left out', () => {
  const pairs = namedValues('query', { a: [1, null, 'x'], b: null, c: false, d: [] })
  assert.deepEqual(pairs, {
    ok: true,
    value: [
      ['a', '1'],
      ['a', 'x'],
      ['c', 'false'],
    ],
  })
})

for (const value of [{ a: { b: 1 } }, { a: [[1]] }])
  test(`${JSON.stringify(value)} is refused by name`, () => {
    const pairs = namedValues('query', value)
    assert.ok(!pairs.ok)
    assert.match(faultText(pairs.failure).message, /^query "a" must be text/)
  })

test('anything but a mapping is refused', () => {
  assert.equal(namedValues('form', 'a=1').ok, false)
})
