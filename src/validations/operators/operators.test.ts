import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { operatorNames } from '../../generated/language.ts'
import { type OperatorName, quantifiers } from '../../model/expectation.ts'
import type { JsonValue } from '../../model/json.ts'
import { judge, judgeValue } from '../testing/judge.ts'
import { operators } from './index.ts'

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
  ['matches-regex', 'ada@example.org', '^.+@.+$', true],
  ['matches-regex', 'ada', '^.+@.+$', false],
  ['matches-regex', 'xaday', 'ada', true],
  ['matches-regex', 1234, '^\\d+$', true],
  ['matches-regex', { a: 1 }, '"a":\\s*1', false],
  ['matches-regex', ['ada'], 'ada', false],
  ['matches-regex', 'ada', '', false],
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
    contains: '',
    'not-contains': 'x',
    'greater-than': -1,
    'less-than': 1,
    exists: true,
    'matches-regex': '',
    'at-least': 0,
    'at-most': 0,
    'starts-with': '',
    'ends-with': '',
    'one-of': [null],
    'not-one-of': ['x'],
    'has-type': 'null',
    'has-length': 0,
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

  it('passes exists: false', async () => {
    const result = await judge({ json: {} }, { kind: 'json-path', path: '$.v' }, 'exists', false)
    assert.equal(result.passed, true)
  })

  it('fails exists: false in a body that is empty or that nobody can read', async () => {
    const target = { kind: 'json-path', path: '$.error' } as const
    assert.equal((await judge({ text: '' }, target, 'exists', false)).passed, false)
    assert.equal((await judge({ text: ' \n' }, target, 'exists', false)).passed, false)
    assert.equal((await judge({ text: '<html>' }, target, 'exists', false)).passed, false)
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
    ['$..nosuch', 'any', { exists: false }, false],
    ['$..nosuch', 'none', 'x', false],
    ['$..nosuch', 'exists', false, true],
    ['$..nosuch', 'exists', true, false],
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
