import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { operatorNames as allNames } from '../../generated/language.ts'
import type { AnswerForTest } from '../../extracts/testing/exchange.ts'
import { fileOperators, type OperatorName, quantifiers, type Target } from '../../model/expectation.ts'
import type { JsonValue } from '../../model/json.ts'
import { judge, judgeValue } from '../testing/judge.ts'
import { operators } from './index.ts'
import { numberOf } from '../../util/exact-number.ts'

const operatorNames = allNames.filter((name): name is OperatorName => !Object.hasOwn(fileOperators, name))

type Row = readonly [operator: OperatorName, value: JsonValue, expected: JsonValue, holds: boolean]

const rows: readonly Row[] = [
  ['equals', 'Ada', 'Ada', true],
  ['equals', 'Ada', 'ada', false],
  ['equals', 'Ada ', 'Ada', false],
  ['equals', '', '', true],
  ['equals', 1, '1', true],
  ['equals', 1.0, '1', true],
  ['equals', 1.5, '1.50', false],
  ['equals', true, 'true', true],
  ['equals', null, 'null', true],
  ['equals', { b: 1, a: [2] }, '{"b":1,"a":[2]}', true],
  ['equals', { b: 1, a: [2] }, '{"a":[2],"b":1}', false],
  ['equals', [1, 'x'], '[1,"x"]', true],
  ['equals', 1, 1, true],
  ['equals', '1', 1, false],
  ['equals', 'true', true, false],
  ['equals', 0, false, false],
  ['equals', null, null, true],
  ['equals', 0, null, false],
  ['equals', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }, true],
  ['equals', { a: 1, b: 2 }, { a: 1 }, false],
  ['equals', { a: 1 }, { a: 1, b: 2 }, false],
  ['equals', [1, 2], [2, 1], false],
  ['equals', [1, 2], [1, 2], true],
  ['equals', [1, 2], [1, 2, 3], false],
  ['equals', [], {}, false],
  ['equals', {}, [], false],
  ['equals', { a: '1' }, { a: 1 }, false],
  ['not-equals', 'Ada', 'Bob', true],
  ['not-equals', 'Ada', 'Ada', false],
  ['not-equals', 1, '1', false],
  ['not-equals', '1', 1, false],
  ['not-equals', '1', 2, true],
  ['not-equals', '1', null, true],
  ['not-equals', 'true', true, false],
  ['not-equals', false, 'no', false],
  ['not-equals', false, 'yes', true],
  ['not-equals', '10.00', 10, false],
  ['not-one-of', false, ['no', 'off'], false],
  ['not-one-of', '1', [1, 'x'], false],
  ['not-one-of', '0', [null, false, 0, ''], true],
  ['not-contains', ['7'], 7, false],
  ['not-contains', ['a', 'b'], ['b', 'c'], false],
  ['not-contains', [['a']], ['b'], true],
  ['not-contains', [{ id: 1, name: 'Bob' }], { name: 'Bob' }, false],
  ['not-contains', [{ id: 1, name: 'Ada' }], { name: 'Bob' }, true],
  ['not-contains', { id: '7' }, { id: 7 }, false],
  ['none', ['7'], 7, false],
  ['none', ['7'], 8, true],
  ['none', [{ id: '7' }], { matches: { id: 7 } }, false],
  ['none', ['7'], { equals: 7, 'has-length': 2 }, true],
  ['not-equals', null, 'x', true],
  ['not-equals', ['x'], 'x', false],
  ['not-equals', ['x'], 'y', false],
  ['not-equals', { a: 1 }, 'y', false],
  ['not-equals', ['x'], null, true],
  ['not-equals', ['x'], [], true],
  ['not-equals', [1], '[2]', true],
  ['contains', 'application/json', 'json', true],
  ['contains', 'application/json', 'xml', false],
  ['contains', 'abc', '', false],
  ['contains', 'order 12', 12, true],
  ['contains', 412, '1', true],
  ['contains', ['a', 'b'], 'b', true],
  ['contains', [1, 2], '2', true],
  ['contains', [1, 2], 2, true],
  ['contains', [1, 2], 3, false],
  ['contains', [12], 2, false],
  ['contains', [12], '2', false],
  ['contains', [{ id: 1 }, { id: 2 }], { id: 2 }, true],
  ['contains', [{ id: 1, x: 1 }], { id: 1 }, false],
  ['contains', [{ name: 'Ada' }], 'Ada', false],
  ['contains', [[1], [2]], [2], true],
  ['contains', [], 'a', false],
  ['contains', { name: 'Ada' }, 'Ada', true],
  ['contains', { name: 'Ada' }, '"name":"Ada"', true],
  ['contains', { name: 'Ada' }, 'Bob', false],
  ['contains', { a: 1, b: 2 }, { b: 2 }, true],
  ['contains', { a: 1, b: 2 }, { b: 3 }, false],
  ['contains', { a: 1 }, { toString: 'x' }, false],
  ['not-contains', 'abc', 'x', true],
  ['not-contains', 'abc', 'b', false],
  ['not-contains', ['a'], 'a', false],
  ['not-contains', ['a'], 'b', true],
  ['not-contains', [], 'b', true],
  ['not-contains', ['abc'], 'b', false],
  ['not-contains', 'abc', '', false],
  ['not-contains', { password: 1 }, 'password', false],
  ['greater-than', 2, 1, true],
  ['greater-than', 1, 1, false],
  ['greater-than', 2, '1', true],
  ['greater-than', 2, '1.5e0', true],
  ['greater-than', '2', 1, false],
  ['greater-than', 2, 'one', false],
  ['greater-than', null, -1, false],
  ['greater-than', true, 0, false],
  ['greater-than', [5], 1, false],
  ['less-than', 1, 2, true],
  ['less-than', 2, 2, false],
  ['less-than', -1, '0', true],
  ['less-than', '1', 2, false],
  ['less-than', null, 1, false],
  ['at-least', 2, 2, true],
  ['at-least', 1.9, 2, false],
  ['at-most', 2, 2, true],
  ['at-most', 2.1, 2, false],
  ['exists', 'x', true, true],
  ['exists', 0, true, true],
  ['exists', false, true, true],
  ['exists', [0], true, true],
  ['exists', '', true, false],
  ['exists', null, true, false],
  ['exists', [], true, false],
  ['exists', {}, true, false],
  ['exists', 'x', false, false],
  ['exists', 0, false, false],
  ['exists', '', false, true],
  ['exists', null, false, true],
  ['exists', [], false, true],
  ['missing', 'x', true, false],
  ['missing', null, true, false],
  ['missing', [], true, false],
  ['missing', 'x', 'true', false],
  ['missing', 'x', false, true],
  ['missing', null, false, true],
  ['missing', '', 'false', true],
  ['matches-regex', 'ada@example.org', '^.+@.+$', true],
  ['matches-regex', 'ada', '^.+@.+$', false],
  ['matches-regex', 'xaday', 'ada', true],
  ['matches-regex', 1234, '^\\d+$', true],
  ['matches-regex', { a: 1 }, '"a":\\s*1', false],
  ['matches-regex', ['ada'], 'ada', false],
  ['matches-regex', null, '^n', false],
  ['each', ['a', null], { 'matches-regex': '^.+$' }, false],
  ['none', ['a', null], { 'matches-regex': 'x' }, true],
  ...(['starts-with', 'ends-with', 'contains'] as const).flatMap((operator): readonly Row[] => [
    [operator, null, 'null', false],
    ['each', ['null', null], { [operator]: 'null' }, false],
    ['any', [null], { [operator]: 'null' }, false],
    ['any', ['null', null], { [operator]: 'null' }, true],
    ['none', ['a', null], { [operator]: 'null' }, true],
  ]),
  ['contains', null, null, true],
  ['contains', { a: null }, 'null', true],
  ['not-contains', null, 'x', true],
  ['not-contains', null, 'nul', false],
  ['not-contains', null, null, false],
  ['matches-regex', 'ada', '', false],
  ['matches-regex', 'ada', ['ada', 'x'], false],
  ['not-matches-regex', 'x', ['ada'], false],
  ['matches-regex', 'ADA', '(?i)ada', true],
  ['matches-regex', 'foobar', 'foo(?=bar)', true],
  ['matches-regex', 'foobaz', 'foo(?=bar)', false],
  ['matches-regex', 'abab', '^(ab)\\1$', true],
  ['matches-regex', '(', '(', false],
  ['starts-with', 'abc', 'ab', true],
  ['starts-with', 'abc', 'b', false],
  ['starts-with', 123, '12', true],
  ['starts-with', ['a'], '[', false],
  ['starts-with', 'abc', '', false],
  ['starts-with', 123, 12, true],
  ['ends-with', 'abc', 'bc', true],
  ['ends-with', 'abc', 'b', false],
  ['ends-with', 'abc', '', false],
  ['ends-with', ['b'], ']', false],
  ['ends-with', 123, 23, true],
  ['same-as', 1, 1, true],
  ['same-as', 1, '1', false],
  ['same-as', '1', '1', true],
  ['same-as', '1', 1, false],
  ['same-as', null, 'null', false],
  ['same-as', { a: 1, b: [2] }, { b: [2], a: 1 }, true],
  ['same-as', { a: 1 }, '{"a":1}', false],
  ['not-one-of', 'a', ['a', 'b'], false],
  ['not-one-of', 'c', ['a', 'b'], true],
  ['not-one-of', 0, [null, false, 0, ''], false],
  ['not-one-of', '0', [null, false, 0, ''], true],
  ['not-one-of', [], [null, false, 0, ''], true],
  ['not-one-of', ['a'], ['b', 'c'], false],
  ['not-one-of', 'a', [], false],
  ['not-one-of', 'a', '', false],
  ['one-of', 'a', ['a', 'b'], true],
  ['one-of', 'c', ['a', 'b'], false],
  ['one-of', 1, ['1'], true],
  ['one-of', '1', [1], false],
  ['one-of', { a: 1 }, [{ a: 1 }], true],
  ['one-of', null, [null, 1], true],
  ['one-of', 'a', [], false],
  ['one-of', 'a', 'a', true],
  ['each', ['a', 'a'], 'a', true],
  ['each', ['a', 'b'], 'a', false],
  ['each', ['a', 'b'], { 'not-equals': 'b' }, false],
  ['each', [], 'a', false],
  ['each', 'a', 'a', false],
  ['each', { a: 1 }, 1, false],
  ['each', [1, 5], { 'at-least': 1, 'at-most': 5 }, true],
  ['each', [1, 6], { 'at-least': 1, 'at-most': 5 }, false],
  ['each', [{ id: 1 }, { id: 2 }], { matches: { id: '<integer>' } }, true],
  ['each', [{ id: 1 }, {}], { matches: { id: '<integer>' } }, false],
  ['each', [[1], [2]], { 'has-length': 1 }, true],
  ['each', ['', 'x'], { contains: '' }, false],
  ['each', [null, null], null, true],
  ['any', ['a', 'b'], 'b', true],
  ['any', ['a', 'b'], 'c', false],
  ['any', [], { exists: false }, false],
  ['any', [1, 5], { 'at-least': 2, 'at-most': 3 }, false],
  ['any', [['new', 'x'], ['y']], { contains: 'new' }, true],
  ['any', [['newer'], ['y']], { contains: 'new' }, false],
  ['none', ['a', 'b'], 'c', true],
  ['none', ['a', 'b'], 'b', false],
  ['none', [], 'b', false],
  ['none', 'a', 'b', false],
  ['none', ['200', '300'], { 'greater-than': 1000 }, false],
  ['none', [200, 300], { 'greater-than': 1000 }, true],
  ['none', [['x']], { 'not-equals': 'x' }, false],
  ['none', [{ a: 1 }], { 'matches-regex': '^err' }, false],
  ['none', ['a'], { 'matches-regex': '(' }, false],
  ['none', [1, 2], { 'has-length': 3 }, false],
  ['none', ['a'], { 'not-one-of': [] }, false],
  ['has-length', [1, 2, 3], { 'at-least': 2 }, true],
  ['has-length', [1], { 'at-least': 2 }, false],
  ['has-length', [], { 'at-most': 2 }, true],
  ['has-length', [1, 2], { 'greater-than': 2, 'less-than': 9 }, false],
  ['has-length', 'abc', { equals: '3' }, true],
  ['has-length', 3, { 'at-least': 0 }, false],
  ['has-length', 3, { 'not-equals': 0 }, false],
  ['has-length', [1], { 'at-least': 'many' }, false],
  ['within', 3.14, { equals: 3.1, within: 0.05 }, true],
  ['within', 3.2, { equals: 3.1, within: 0.05 }, false],
  ['within', 1.01, { equals: 1, within: 0.01 }, true],
  ['within', 0.99, { equals: 1, within: 0.01 }, true],
  ['within', 0.3, { equals: 0.1 + 0.2, within: 1e-9 }, true],
  ['within', 1.02, { equals: '1', within: '0.01' }, false],
  ['within', '3.1', { equals: 3.1, within: 1 }, false],
  ['within', [3], { equals: 3, within: 1 }, false],
  ['within', 3, { equals: 'three', within: 1 }, false],
  ['within', 3, { equals: 3, within: 0 }, false],
  ['within', 3, { equals: 3, within: -1 }, false],
  ['within', 3, { equals: 3, within: 'much' }, false],
  ['within', '2026-01-01T10:00:04Z', { equals: '2026-01-01T11:00:00+01:00', within: '5s' }, true],
  ['within', '2026-01-01T09:59:55Z', { equals: '2026-01-01T10:00:00Z', within: '5s' }, true],
  ['within', '2026-01-01T10:00:06Z', { equals: '2026-01-01T10:00:00Z', within: '5s' }, false],
  ['within', '2026-01-01T10:00:00', { equals: '2026-01-01T10:00:00Z', within: '5s' }, false],
  ['within', 5000, { equals: 5000, within: '5s' }, false],
  ['within', '2026-01-01T10:00:00Z', { equals: '2026-01-01T10:00:00Z', within: 5 }, false],
  ['not-matches-regex', 'Ada', '<script', true],
  ['not-matches-regex', 'a<script>', '<script', false],
  ['not-matches-regex', 7, '^[a-z]', true],
  ['not-matches-regex', 7, '^\\d', false],
  ['not-matches-regex', ['a'], 'b', false],
  ['not-matches-regex', { a: 1 }, 'b', false],
  ['not-matches-regex', null, '<script', false],
  ['each', ['a', null], { 'not-matches-regex': 'x' }, false],
  ['not-matches-regex', 'Ada', '(', false],
  ['not-matches-regex', 'Ada', '', false],
  ['later-than', '2026-01-02T00:00:00Z', '2026-01-01T23:59:59Z', true],
  ['later-than', '2026-01-01T23:59:59Z', '2026-01-01T23:59:59Z', false],
  ['later-than', '2026-01-01T10:00:00+02:00', '2026-01-01T09:00:00Z', false],
  ['later-than', '2026-01-01T10:00:00.000002Z', '2026-01-01T10:00:00.000001Z', true],
  ['later-than', '2026-01-01T10:00+0100', '2026-01-01T08:59:59,5Z', true],
  ['later-than', 'Thu, 01 Jan 2026 10:00:01 GMT', '2026-01-01T10:00:00Z', true],
  ['later-than', 'Fri, 01 Jan 2026 10:00:01 GMT', '2026-01-01T10:00:00Z', false],
  ['later-than', '2016-12-31T23:59:60.5Z', '2016-12-31T23:59:60Z', true],
  ['later-than', '2026-01-02', '2026-01-01', true],
  ['later-than', '2026-01-02', '2026-01-01T10:00:00Z', false],
  ['later-than', '2026-01-02T10:00:00Z', '2026-01-01', false],
  ['later-than', '2026-01-02T10:00:00', '2026-01-01T10:00:00Z', false],
  ['later-than', '2026-02-30', '2026-01-01', false],
  ['later-than', '2026-01-02T25:00:00Z', '2026-01-01T10:00:00Z', false],
  ['later-than', 1767225600, '2020-01-01T10:00:00Z', false],
  ['later-than', '2026-01-02', 'tomorrow', false],
  ['earlier-than', '2026-01-01', '2026-01-02', true],
  ['earlier-than', '2026-01-02', '2026-01-02', false],
  ['earlier-than', '2026-01-03', '2026-01-02', false],
  ['earlier-than', 'never', '2026-01-02', false],
  ['earlier-than', ['2026-01-01'], '2026-01-02', false],
  ['unique', [1, 2, '1', [1], { a: 1 }], true, true],
  ['unique', [7], true, true],
  ['unique', ['a', 'b', 'a'], true, false],
  [
    'unique',
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    true,
    false,
  ],
  ['unique', [], true, false],
  ['unique', 'abc', true, false],
  ['unique', { a: 1, b: 2 }, true, false],
  ['is-sorted', [1, 2, 2, 10], 'ascending', true],
  ['is-sorted', [10, 2, 1], 'ascending', false],
  ['is-sorted', [10, 2, 2], 'descending', true],
  ['is-sorted', ['10', '9'], 'ascending', true],
  ['is-sorted', [numberOf('9007199254740993'), numberOf('10000000000000000000')], 'ascending', true],
  ['is-sorted', [numberOf('9007199254740993'), numberOf('10000000000000000000')], 'descending', false],
  ['is-sorted', [numberOf('9007199254740995'), numberOf('9007199254740993')], 'ascending', false],
  ['is-sorted', [numberOf('-9007199254740995'), 1, 1.5, numberOf('9007199254740993')], 'ascending', true],
  ['is-sorted', ['a', 'B'], 'ascending', false],
  ['is-sorted', ['\uFF5E', '😀'], 'ascending', true],
  ['is-sorted', ['2026-01-01T10:00:00+02:00', '2026-01-01T09:00:00Z'], 'ascending', true],
  ['is-sorted', ['2026-01-01T12:00:00+02:00', '2026-01-01T09:00:00Z'], 'ascending', false],
  ['is-sorted', ['2026-01-02', '2026-01-01'], 'descending', true],
  ['is-sorted', [1], 'ascending', false],
  ['is-sorted', [], 'ascending', false],
  ['is-sorted', [1, '2'], 'ascending', false],
  ['is-sorted', [true, true], 'ascending', false],
  ['is-sorted', [null, null], 'ascending', false],
  ['is-sorted', 'ab', 'ascending', false],
  ['none', [['a', 'b'], 'x'], { unique: true }, false],
  ['none', ['2026-01-01', 'soon'], { 'later-than': '2027-01-01' }, false],
  ['none', [1, 9], { equals: 5, within: 1 }, true],
  ['each', [4.5, 5.5], { equals: 5, within: 0.5 }, true],
  ['has-type', 'x', 'string', true],
  ['has-type', 1, 'number', true],
  ['has-type', 1.5, 'number', true],
  ['has-type', 1, 'integer', true],
  ['has-type', 1.5, 'integer', false],
  ['has-type', '1', 'number', false],
  ['has-type', true, 'boolean', true],
  ['has-type', null, 'null', true],
  ['has-type', null, 'object', false],
  ['has-type', [], 'array', true],
  ['has-type', [], 'object', false],
  ['has-type', {}, 'object', true],
  ['has-type', {}, 'thing', false],
  ['has-length', 'abc', 3, true],
  ['has-length', 'a😀', 2, true],
  ['has-length', '', 0, true],
  ['has-length', [1, 2], 2, true],
  ['has-length', [1, 2], '2', true],
  ['has-length', { a: 1 }, 1, true],
  ['has-length', [1, 2], 3, false],
  ['has-length', 12, 2, false],
  ['has-length', null, 0, false],
  ['has-length', 'abc', 'many', false],
  ['matches', { a: 1, b: 2 }, { a: 1 }, true],
  ['matches', { a: 1 }, { a: 1, b: 2 }, false],
]

describe('operators', () => {
  for (const [operator, value, expected, holds] of rows)
    it(`${JSON.stringify(value)} ${operator} ${JSON.stringify(expected)} is ${holds}`, async () => {
      const result = await judgeValue(value, operator, expected)
      assert.deepEqual([result.passed, result.messages.length > 0], [holds, !holds])
    })

  it('are all there, each under its own name', () => {
    assert.deepEqual([...Object.keys(operators), ...quantifiers], [...operatorNames])
    for (const [name, operator] of Object.entries(operators)) assert.equal(operator.name, name)
  })

  it('are all tried above', () => {
    assert.deepEqual(new Set(rows.map(([operator]) => operator)), new Set(operatorNames))
  })
})

describe('what is missing', () => {
  const anything: Readonly<Record<OperatorName, JsonValue>> = {
    equals: '',
    'not-equals': 'x',
    'same-as': null,
    within: { equals: 0, within: 1 },
    contains: '',
    'not-contains': 'x',
    'greater-than': -1,
    'less-than': 1,
    exists: true,
    missing: false,
    'matches-regex': '',
    'not-matches-regex': 'x',
    'at-least': 0,
    'at-most': 0,
    'later-than': '2026-01-01',
    'earlier-than': '2026-01-01',
    'starts-with': '',
    'ends-with': '',
    'one-of': [null],
    'not-one-of': ['x'],
    'has-type': 'null',
    'has-length': 0,
    unique: true,
    'is-sorted': 'ascending',
    matches: '<any>',
    each: { exists: false },
    any: { exists: false },
    none: 1,
  }
  for (const operator of operatorNames)
    it(`fails ${operator}`, async () => {
      const result = await judge(
        { json: {} },
        { kind: 'json-path', path: '$.v' },
        operator,
        anything[operator],
      )
      assert.equal(result.passed, false)
      assert.match(result.messages[0] ?? '', /, got nothing$/)
    })

  const ofAbsence = [
    ['exists', false],
    ['missing', true],
  ] as const
  for (const [operator, expected] of ofAbsence) {
    it(`passes ${operator}: ${expected}`, async () => {
      const passes = async (answer: AnswerForTest, target: Target): Promise<boolean> =>
        (await judge(answer, target, operator, expected)).passed
      assert.equal(await passes({ json: {} }, { kind: 'json-path', path: '$.v' }), true)
      assert.equal(await passes({ json: { a: null } }, { kind: 'json-path', path: '$.a.v' }), true)
      assert.equal(await passes({ headers: [] }, { kind: 'header', name: 'x-count' }), true)
      assert.equal(await passes({ headers: [] }, { kind: 'cookie', name: 'session' }), true)
    })

    it(`fails ${operator}: ${expected} where nothing could ever be`, async () => {
      const target = { kind: 'json-path', path: '$.error' } as const
      const ways: readonly AnswerForTest[] = [
        ...['', ' \n', '<html>'].map(text => ({ text })),
        ...[null, [], 'text', 5].map(json => ({ json })),
      ]
      for (const answer of ways)
        for (const judged of [expected, !expected])
          assert.equal((await judge(answer, target, operator, judged)).passed, false, JSON.stringify(answer))
    })
  }

  it('fails missing: true for what is there, null and empty values included', async () => {
    for (const value of [null, '', [], {}, 0, false]) {
      const target = { kind: 'json-path', path: '$.v' } as const
      assert.equal((await judge({ json: { v: value } }, target, 'missing', true)).passed, false)
      assert.equal((await judge({ json: { v: value } }, target, 'missing', false)).passed, true)
    }
    const empty = { headers: [['X-Empty', '']] } as const
    assert.equal((await judge(empty, { kind: 'header', name: 'x-empty' }, 'missing', true)).passed, false)
    assert.equal((await judge({ text: '' }, { kind: 'text' }, 'missing', true)).passed, false)
    assert.equal((await judge({ text: '' }, { kind: 'text' }, 'exists', false)).passed, true)
  })
})

describe('a query that selects nothing', () => {
  const answer = { json: { items: [{ role: 'admin' }], none: [] } }
  const cases: readonly (readonly [path: string, OperatorName, JsonValue, boolean])[] = [
    ['$.items[*].rolle', 'not-contains', 'admin', false],
    ['$.items[*].rolle', 'not-equals', [], false],
    ['$..nosuch', 'not-equals', 'x', false],
    ['$.items[?@.role == "user"]', 'has-length', 0, true],
    ['$..nosuch', 'equals', [], true],
    ['$..nosuch', 'matches', [], false],
    ['$..nosuch', 'has-type', 'array', false],
    ['$.none', 'has-type', 'array', true],
    ['$..nosuch', 'not-one-of', ['x'], false],
    ['$..nosuch', 'has-length', { 'at-most': 3 }, false],
    ['$..nosuch', 'has-length', { 'at-least': 0, 'at-most': 3 }, true],
    ['$..nosuch', 'each', { exists: true }, false],
    ['$..nosuch', 'unique', true, false],
    ['$..nosuch', 'is-sorted', 'ascending', false],
    ['$.items[*].role', 'unique', true, true],
    ['$..nosuch', 'any', { exists: false }, false],
    ['$..nosuch', 'none', 'x', false],
    ['$..nosuch', 'exists', false, true],
    ['$..nosuch', 'exists', true, false],
    ['$..nosuch', 'missing', true, true],
    ['$..nosuch', 'missing', false, false],
    ['$.items.role[*]', 'missing', true, false],
    ['$.items.role[*]', 'missing', false, false],
    ['$.items[*].role', 'missing', true, false],
    ['$.items[*].role', 'missing', false, true],
    ['$.none', 'missing', true, false],
    ['$.none[*]', 'missing', true, true],
    ['$.items[*].role', 'not-contains', 'user', true],
    ['$.none', 'not-contains', 'admin', true],
  ]
  for (const [path, operator, expected, holds] of cases)
    it(`${path} ${operator} ${JSON.stringify(expected)} is ${holds}`, async () => {
      assert.equal((await judge(answer, { kind: 'json-path', path }, operator, expected)).passed, holds)
    })

  it('says so', async () => {
    const path = '$..nosuch'
    const { messages } = await judge(answer, { kind: 'json-path', path }, 'not-equals', 'x')
    assert.deepEqual(messages, [
      'body-json-path $..nosuch: Expected not-equals x, got [] (the path can select several values: write each: { not-equals: x })',
    ])
  })
})

describe('values that can only be text', () => {
  const headers = [['X-Count', '12']] as const
  const header = { kind: 'header', name: 'x-count' } as const
  const cases: readonly (readonly [OperatorName, JsonValue, boolean])[] = [
    ['equals', 12, true],
    ['equals', '12', true],
    ['equals', '12.0', false],
    ['not-equals', 12, false],
    ['contains', 2, true],
    ['one-of', [11, 12], true],
    ['greater-than', 11, true],
    ['less-than', '12.5', true],
    ['at-least', 12, true],
    ['at-most', 11, false],
    ['has-type', 'string', true],
    ['has-type', 'number', false],
    ['has-length', 2, true],
  ]
  for (const [operator, expected, holds] of cases)
    it(`header 12 ${operator} ${JSON.stringify(expected)} is ${holds}`, async () => {
      assert.equal((await judge({ headers }, header, operator, expected)).passed, holds)
    })

  it('is no number when it holds more than one', async () => {
    assert.equal((await judge({ text: '12 apples' }, { kind: 'text' }, 'greater-than', 1)).passed, false)
    assert.equal((await judge({ text: '' }, { kind: 'text' }, 'less-than', 1)).passed, false)
  })
})
