const noVariables = { values: {}, names: [], changing: new Set<string>(), dependent: new Set<string>() }
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { operatorNames } from '../../generated/language.ts'
import { exchangeWith, span } from '../../extracts/testing/exchange.ts'
import type { Expectation, OperatorName } from '../../model/expectation.ts'
import type { JsonValue } from '../../model/json.ts'
import { buildExpectations } from '../../parse/build-validations.ts'
import { valueText } from '../../util/value-text.ts'
import { prepareTarget } from '../../extracts/prepare-target.ts'
import { evaluateExpectations, judgeTarget, foundJson, foundText } from '../../validations/index.ts'
import { emptyOperand } from '../../validations/several-values.ts'
import { checkCode } from './check-code.ts'
import { CodeScope } from './code-scope.ts'
import { helperCode } from './helpers.ts'
import { pathCode } from './path-code.ts'
import { whenLoaded } from '../../util/lazy-part.ts'

const values: readonly JsonValue[] = [
  ...[
    '',
    'Ada',
    '1',
    'true',
    'a,b',
    "it's\n`${x}`",
    '507f1f77-bcf8-4cd7-a9d4-39011aaaaaaa',
    '2024-05-17T10:00:00Z',
  ],
  ...[0, 1, -2, 1.5, true, false, null],
  [],
  [1, 'x', { a: 1 }],
  ['Ada'],
  {},
  { a: 1, b: { c: 'x', d: [1, 2] } },
  { b: { d: [1, 2], c: 'x' }, a: 1 },
  { a: '1', list: [{ n: 1 }, { n: 2 }] },
]

const ofItems: readonly JsonValue[] = [
  ...[1, 'x', 'Ada', null, [1], { equals: 'Ada' }, { 'not-equals': 'x' }, { 'not-one-of': ['x', 2] }],
  ...[
    { 'not-matches-regex': '^A' },
    { equals: 1, within: 0.5 },
    { 'greater-than': 0 },
    { 'has-type': 'number', 'less-than': 5 },
    { 'less-than': 5, 'at-least': 2 },
  ],
  ...[{ 'has-length': 1 }, { 'has-length': { 'at-least': 1 } }, { 'matches-regex': '^A' }, { contains: 'x' }],
  ...[{ 'starts-with': 'A' }, { 'has-type': 'object' }, { matches: { a: '<number>' } }, { exists: true }],
  { 'one-of': ['1', 'Ada', 1] },
]

const expectedOf: Readonly<Record<string, readonly JsonValue[]>> = {
  'has-type': ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'],
  'has-length': [0, 1, 3, '2', { 'at-least': 2 }, { 'greater-than': 0, 'at-most': 2 }, { 'not-equals': 1 }],
  'matches-regex': ['^A', 'a', '(?i)ADA', '^\\d+$', '/', '\\p{L}'],
  'greater-than': [0, '1', 1.5],
  'less-than': [0, '1', 1.5],
  'at-least': [0, '1', 1.5],
  'at-most': [0, '1', 1.5],
  'not-matches-regex': ['^A', 'a', '(?i)ADA', '^\\d+$', '/', '\\p{L}'],
  within: [0, '1', 1.5].map(middle => ({ equals: middle, within: 0.5 })),
  exists: [true, false],
  ...Object.fromEntries(['each', 'any', 'none'].map(name => [name, ofItems])),
  // Told as a loss.
  ...Object.fromEntries(['unique', 'is-sorted', 'later-than', 'earlier-than'].map(name => [name, []])),
  'one-of': [['Ada', 'x'], ['1', 2], [null, true], [[1]]],
  matches: [
    ...['<string>', '<integer>', '<any>', '<uuid>', '<date-time>', '<regex:^A>', '<other>', '1'],
    { a: 1 },
    { b: { c: '<string>' } },
    { list: [{ n: 2 }] },
    [{ a: '<number>' }],
    ['x', 1],
  ],
}

test('code makes the comparisons that a run makes', async () => {
  let count = 0
  for (const textual of [false, true])
    for (const operator of operatorNames)
      for (const expected of expectedOf[operator] ?? values)
        count += await compareWithRun(operator, literal(expected), textual)
  assert.ok(count > 1500, String(count))
})

/** Holds the code for one comparison against the operator itself, for every value; how many there were. */
async function compareWithRun(operator: OperatorName, operand: JsonValue, textual: boolean): Promise<number> {
  const expectation = expectationOf(operator, operand)
  // An operand that is empty never comes this far.
  if (emptyOperand(expectation) !== undefined) return 0
  const { expected } = expectation
  const scope = new CodeScope(noVariables, { environment: name => name, builtIns: {}, taken: [] })
  const code = checkCode({ code: 'value', textual }, expectation, scope) ?? 'undefined'
  const used = textual ? values.filter(item => typeof item === 'string') : values
  const found = evaluated(`values.map(value => ${code})`, scope, used) as readonly boolean[]
  for (const [index, value] of used.entries()) {
    const selected = textual ? foundText(valueText(value)) : foundJson(value)
    const [result] = await whenLoaded(() => evaluateExpectations('value', selected, [expectation]))
    assert.equal(
      found[index],
      result?.passed,
      `${JSON.stringify(value)} ${operator} ${JSON.stringify(expected)}: ${code}`,
    )
  }
  return used.length
}

function expectationOf(operator: OperatorName, expected: JsonValue): Expectation {
  const source = { keySpanOf: () => span }
  const written = operator === 'within' ? expected : { [operator]: expected }
  const [expectation] = buildExpectations(written, source, [], span)
  assert.ok(expectation)
  return expectation
}

/** In templates braces have a meaning; none of these values has two. */
function literal(value: JsonValue): JsonValue {
  assert.ok(!JSON.stringify(value).includes('{{'))
  return value
}

/** What an expression gives, over `value` or over the list `values`, in a world of its own. */
function evaluated(code: string, scope: CodeScope, value: unknown): unknown {
  const script = [
    ...helperCode(scope.helpers),
    'const values = given && JSON.parse(given)',
    'const value = values;',
    code,
  ]
  return runInNewContext(script.join('\n'), { given: JSON.stringify(value) })
}

test('a value that is missing holds for nothing but its absence', () => {
  for (const textual of [false, true])
    for (const operator of operatorNames) {
      const scope = new CodeScope(noVariables, { environment: name => name, builtIns: {}, taken: [] })
      const [expected = 'x'] = expectedOf[operator] ?? ['x']
      const code = checkCode({ code: 'value', textual }, expectationOf(operator, expected), scope)
      assert.equal(Boolean(evaluated(code ?? '', scope, undefined)), false, operator)
    }
})

test('paths of names, indexes and wildcards are followed', () => {
  const root = {
    items: [{ id: 1, 'odd name': 'x' }, { id: 2 }, {}],
    a: { b: null },
    all: { x: [{ n: 1 }], y: [{ n: 2 }] },
  }
  for (const [path, found] of [
    ['$', root],
    ['$.items[0].id', 1],
    ["$.items[0]['odd name']", 'x'],
    ['$.items[-2].id', 2],
    ['$.items[9].id.more', undefined],
    ['$.a.b', null],
    ['$.items[*].id', [1, 2]],
    ['$.all[*][*].n', [1, 2]],
    ['$.nothing[*]', []],
  ] as const) {
    const { code = '' } = pathCode(path, 'value') ?? {}
    const scope = new CodeScope(noVariables, { environment: String, builtIns: {}, taken: [] })
    assert.equal(JSON.stringify(evaluated(code, scope, root)), JSON.stringify(found), path)
  }
  for (const path of ['$..id', '$.items[?@.id>1]', '$.items[0:2]', 'text'])
    assert.equal(pathCode(path, 'value'), undefined)
})

test('B: an absence holds in code where it holds in a run', async () => {
  const paths = [
    ...[
      '$.a',
      '$.a.b',
      '$.a.b.c',
      '$.a[0]',
      '$.a[-1]',
      '$.a[0].b',
      '$[0]',
      '$[0].a',
      '$.length',
      "$['a']['odd name']",
    ],
    ...['$.a[*]', '$.a[*].b', '$[*].a', '$.a[*].b.c', '$[*][*].b', '$.a.*.b[0]'],
  ]
  const bodies: readonly JsonValue[] = [
    ...values,
    ...[
      { a: null },
      { a: '' },
      { a: 'b' },
      { a: 7 },
      { a: false },
      { a: { b: false } },
      { a: [] },
      { a: [1] },
      { a: ['x', null] },
    ],
    ...[{ a: [{ b: 1 }] }, { a: [{ c: 1 }, 'x'] }, { a: [[{ b: 1 }]] }, { a: { b: null } }, { a: { b: [] } }],
    ...[
      { a: { b: { c: 1 } } },
      { a: { b: 'c' } },
      { a: { x: { b: [1] }, y: 'z' } },
      [[]],
      [{ a: {} }],
      [null],
    ],
  ]
  const denied = expectationOf('exists', false)
  let failed = 0
  for (const path of paths)
    for (const body of bodies) {
      const scope = new CodeScope(noVariables, { environment: String, builtIns: {}, taken: [] })
      const found = pathCode(path, 'value')
      const subject = { code: found?.code ?? '', textual: false, several: found?.isList === true }
      const code = checkCode({ ...subject, ...(found === undefined ? {} : { path: found }) }, denied, scope)
      const [result] = await whenLoaded(() =>
        judgeTarget(prepareTarget({ kind: 'json-path', path }), [denied], exchangeWith({ json: body })),
      )
      if (result?.passed !== true) failed++
      assert.equal(evaluated(code ?? '', scope, body), result?.passed, `${path} in ${JSON.stringify(body)}`)
    }
  assert.ok(failed > 100, String(failed))
})
