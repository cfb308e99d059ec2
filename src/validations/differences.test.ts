import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OperatorName } from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import { judgeValue } from './testing/judge.ts'

const orders = {
  id: 7,
  items: [
    { sku: 'A', price: 10 },
    { sku: 'B', price: 12 },
  ],
  tags: ['new'],
}

type Row = readonly [
  operator: OperatorName,
  value: JsonValue,
  expected: JsonValue,
  summary: string,
  ...lines: readonly string[],
]

const rows: readonly Row[] = [
  ['equals', orders, { ...orders, id: 8 }, 'at /id: expected 8, got 7'],
  [
    'equals',
    orders,
    { ...orders, id: 8, tags: ['old', 'new'] },
    '2 places differ: - expected, + found',
    ...['- /id: 8', '+ /id: 7', '- /tags/0: "old"'],
  ],
  [
    'same-as',
    { a: 1, b: { c: [1, 2, 3] } },
    { a: '1', b: { c: [1, 3] }, d: null },
    '3 places differ: - expected, + found',
    ...['- /a: "1"', '+ /a: 1', '+ /b/c/1: 2', '- /d: null'],
  ],
  ['equals', [1, 2, 3], [1, 2], 'at /2: expected nothing, got 3'],
  ['equals', { 'a/b': { '': 1 } }, { 'a/b': { '': 2 } }, 'at /a~1b/: expected 2, got 1'],
  [
    'matches',
    orders,
    { id: '<string>', items: [{ sku: 'A' }, { sku: 'C', price: '<integer>' }], name: '<any>' },
    '3 places differ: - expected, + found',
    ...['- /id: <string>', '+ /id: 7', '- /items/1/sku: "C"', '+ /items/1/sku: "B"', '- /name: <any>'],
  ],
  ['matches', orders, { tags: ['new', 'sale'] }, 'at /tags: expected an item "sale", got nothing'],
  [
    'matches',
    { items: [{ price: 1 }, { price: 'x' }] },
    { items: [{ price: '<number>' }, { price: '<number>' }] },
    'at /items/1/price: expected <number>, got "x"',
  ],
  ['matches', { a: 'x' }, { a: '<regex:^y>' }, 'at /a: expected <regex:^y>, got "x"'],
  [
    'equals',
    'one\ntwo\nthree \nfour',
    'one\n2\nthree\nfour',
    '2 lines differ: - expected, + found',
    ...['- line 2: "2"', '+ line 2: "two"', '- line 3: "three"', '+ line 3: "three "'],
  ],
  [
    'equals',
    `${'x'.repeat(200)}a`,
    `${'x'.repeat(200)}b`,
    '1 line differs: - expected, + found',
    ...[`- line 1: "${'x'.repeat(200)}b"`, `+ line 1: "${'x'.repeat(200)}a"`],
  ],
]

describe('F6: what differs', () => {
  for (const [operator, value, expected, summary, ...lines] of rows)
    it(`F6: ${operator} ${JSON.stringify(expected).slice(0, 60)}`, async () => {
      const { messages } = await judgeValue(value, operator, expected)
      const [first = '', ...more] = (messages[0] ?? '').split('\n')
      assert.equal(messages.length, 1)
      assert.ok(first.endsWith(`(${summary})`), first)
      assert.deepEqual(more, lines)
      assert.ok(first.length < 300, 'the summary of a run shows all of it')
    })

  it('F6: is told of the first fifty places, and counted', async () => {
    const value = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`key${index}`, index]))
    const expected = Object.fromEntries(Object.keys(value).map(key => [key, 'x']))
    const { messages } = await judgeValue(value, 'equals', expected)
    const lines = (messages[0] ?? '').split('\n')
    assert.match(lines[0] ?? '', /\(80 places differ: - expected, \+ found\)$/)
    assert.equal(lines.length, 102)
    assert.equal(lines.at(-1), '… and 30 places more')
    assert.ok(lines.slice(1).every(line => line.length <= 120))
  })

  it('F6: ends early for values that differ everywhere', async () => {
    const list = (item: JsonValue): JsonValue => Array.from({ length: 100_000 }, () => item)
    const start = performance.now()
    const { messages } = await judgeValue(list(1), 'equals', list(2))
    assert.match(messages[0] ?? '', /1000 places or more differ/)
    assert.ok(performance.now() - start < 2000)
  })

  it('F6: of each item stands below the item', async () => {
    const { messages } = await judgeValue([{ a: 1, b: 2, c: 3 }], 'each', { matches: { a: 2, b: 3 } })
    assert.deepEqual((messages[0] ?? '').split('\n').slice(1), ['- /a: 2', '+ /a: 1', '- /b: 3', '+ /b: 2'])
  })

  it('F6: short texts, numbers and other types show it themselves', async () => {
    for (const [value, expected] of [
      ['Ada', 'Bob'],
      [1, 2],
      [{ a: 1 }, 'x'],
      ['x', { a: 1 }],
      [[1], { a: 1 }],
    ] as const)
      assert.doesNotMatch((await judgeValue(value, 'equals', expected)).messages[0] ?? '', /\n|differ/)
  })
})
