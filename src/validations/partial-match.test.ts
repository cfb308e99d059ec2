import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonValue } from '../model/json.ts'
import { differencesOf } from './differences.ts'
import { PartialMatch } from './partial-match.ts'
import { markerNames } from './type-marker.ts'
import { whenLoaded } from '../util/lazy-part.ts'

const fits = async (actual: JsonValue, expected: JsonValue): Promise<boolean> =>
  whenLoaded(() => new PartialMatch().fits(actual, expected))

const matching: readonly (readonly [actual: JsonValue, expected: JsonValue])[] = [
  [{ a: 1, b: 2 }, {}],
  [{ a: 1, b: 2 }, { b: 2 }],
  [{ a: { b: { c: 1, d: 2 }, e: 3 } }, { a: { b: { d: 2 } } }],
  [{ a: null }, { a: null }],
  [{ a: 1 }, { a: '1' }],
  [[], []],
  [[1, 2], []],
  [
    [1, 2, 3],
    [3, 1],
  ],
  [
    [
      { id: 1, x: 1 },
      { id: 2, x: 2 },
    ],
    [{ id: 2 }, { id: 1 }],
  ],
  [
    [{ a: 1, b: 2 }, { a: 1 }],
    [{ a: 1 }, { a: 1, b: 2 }],
  ],
  [
    [['a', 'b'], ['c']],
    [['c'], ['b']],
  ],
  [
    [1, 'x', 2],
    ['<number>', '<string>', 1],
  ],
  [JSON.parse('{"__proto__":{"a":1}}') as JsonValue, JSON.parse('{"__proto__":{"a":1}}') as JsonValue],
]

/** With where they differ, for what is not told from the values themselves. */
const differing: readonly (readonly [actual: JsonValue, expected: JsonValue, where?: string])[] = [
  [1, 2],
  [{}, { toString: '<any>' }, 'at /toString: expected <any>, got nothing'],
  [{ a: 1 }, { a: 2 }, 'at /a: expected 2, got 1'],
  [{ a: '1' }, { a: 1 }, 'at /a: expected 1, got "1"'],
  [{ a: { b: 1 } }, { a: { b: 1, c: 2 } }, 'at /a/c: expected 2, got nothing'],
  [{ 'a/b': { '~': 1 } }, { 'a/b': { '~': 2 } }, 'at /a~1b/~0: expected 2, got 1'],
  [[1], { a: 1 }],
  [null, { a: 1 }],
  [{ a: 1 }, [1]],
  [{ tags: ['a'] }, { tags: ['b'] }, 'at /tags: expected an item "b", got nothing'],
  [[1], [1, 1], 'at /: expected an item 1, got nothing'],
  [[{ a: 1 }], [{ a: 1 }, { a: 1 }], 'at /: expected an item {"a":1}, got nothing'],
  [
    { items: [{ price: 'x' }] },
    { items: [{ price: '<number>' }] },
    'at /items/0/price: expected <number>, got "x"',
  ],
  [
    [{ kind: 'a' }, { kind: 'b', size: { width: 'wide' } }],
    [{ kind: 'b', size: { width: 1 } }],
    '2 places differ: - expected, + found',
  ],
]

const markers: Readonly<
  Record<string, readonly [fitting: readonly JsonValue[], others: readonly JsonValue[]]>
> = {
  '<string>': [
    ['', 'x'],
    [1, null, ['x']],
  ],
  '<number>': [
    [1, 1.5, -0],
    ['1', null, true],
  ],
  '<integer>': [
    [1, 2.0, -3],
    [1.5, '1', null],
  ],
  '<boolean>': [
    [true, false],
    ['true', 0, null],
  ],
  '<null>': [[null], ['null', 0, '', false]],
  '<array>': [
    [[], [1]],
    [{}, 'x', null],
  ],
  '<object>': [
    [{}, { a: 1 }],
    [[], null, 'x'],
  ],
  '<any>': [[null, '', 0, {}], []],
  '<uuid>': [
    ['2f1b0c6e-9c1d-4a63-8b7e-0a1b2c3d4e5f', '2F1B0C6E-9C1D-4A63-8B7E-0A1B2C3D4E5F'],
    ['2f1b0c6e9c1d4a638b7e0a1b2c3d4e5f', '2f1b0c6e-9c1d-4a63-8b7e-0a1b2c3d4e5g', 1, null],
  ],
  '<date-time>': [
    ['2024-02-29T23:59:59Z', '2024-01-01T00:00:00.123456+02:00', '1990-12-31T23:59:60Z'],
    [
      '2023-02-29T00:00:00Z',
      '2024-01-01',
      '2024-01-01T00:00:00',
      '2024-13-01T00:00:00Z',
      '2024-01-01T24:00:00Z',
      0,
    ],
  ],
  '<regex:^[A-Z]{3}$>': [['ABC'], ['ABCD', 'abc', 123, null]],
  '<regex:(>': [[], ['(', '']],
  '<thing>': [['<thing>'], ['thing']],
}

describe('partial match', () => {
  for (const [actual, expected] of matching)
    it(`${JSON.stringify(actual)} has ${JSON.stringify(expected)}`, async () => {
      assert.ok(await fits(actual, expected))
    })
  for (const [actual, expected, where] of differing)
    it(`${JSON.stringify(actual)} lacks ${JSON.stringify(expected)}`, async () => {
      assert.ok(!(await fits(actual, expected)))
      assert.equal(
        (await whenLoaded(() => differencesOf(actual, { operator: 'matches', expected })))?.summary,
        where,
      )
    })
})

describe('type markers', () => {
  for (const [marker, [fitting, others]] of Object.entries(markers)) {
    for (const value of fitting)
      it(`${marker} fits ${JSON.stringify(value)}`, async () => {
        assert.ok(await fits({ v: value }, { v: marker }))
      })
    for (const value of others)
      it(`${marker} does not fit ${JSON.stringify(value)}`, async () => {
        assert.ok(!(await fits({ v: value }, { v: marker })))
      })
  }

  it('are all tried above', () => {
    for (const name of markerNames) assert.ok(name in markers, name)
  })
})
