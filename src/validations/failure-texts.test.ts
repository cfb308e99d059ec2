import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AnswerForTest } from '../extracts/testing/exchange.ts'
import type { OperatorName, Target } from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import { evaluateExpectations, foundJson, nothing } from './index.ts'
import { expectation, judge, judgeValue } from './testing/judge.ts'
import { whenLoaded } from '../util/lazy-part.ts'

const name: Target = { kind: 'json-path', path: '$.name' }
const bob: AnswerForTest = { json: { name: 'Bob' } }

type Case = readonly [AnswerForTest, Target, OperatorName, JsonValue, string]

const cases: readonly Case[] = [
  [bob, name, 'equals', 'Ada', 'body-json-path $.name: Expected equals Ada, got Bob'],
  [bob, name, 'not-equals', 'Bob', 'body-json-path $.name: Expected not-equals Bob, got Bob'],
  [bob, name, 'equals', { a: [1] }, 'body-json-path $.name: Expected equals {"a":[1]}, got Bob'],
  [{ status: 404 }, { kind: 'status' }, 'equals', 200, 'status: Expected equals 200, got 404'],
  [{ status: 404 }, { kind: 'status' }, 'one-of', [200, 201], 'status: Expected one-of [200,201], got 404'],
  [{ json: { name: 7 } }, name, 'same-as', '7', 'body-json-path $.name: Expected same-as 7, got 7 (number)'],
  [{ json: { name: '7' } }, name, 'same-as', 7, 'body-json-path $.name: Expected same-as 7, got 7 (text)'],
  [
    { json: {} },
    { kind: 'json-path', path: '$.id' },
    'exists',
    true,
    'body-json-path $.id: Expected exists, got nothing',
  ],
  [
    { json: { id: null } },
    { kind: 'json-path', path: '$.id' },
    'exists',
    true,
    'body-json-path $.id: Expected exists, got null',
  ],
  [
    { json: { id: '' } },
    { kind: 'json-path', path: '$.id' },
    'exists',
    true,
    'body-json-path $.id: Expected exists, got ""',
  ],
  [
    { json: { id: 7 } },
    { kind: 'json-path', path: '$.id' },
    'exists',
    false,
    'body-json-path $.id: Expected exists false, got 7',
  ],
  [{}, { kind: 'header', name: 'ETag' }, 'exists', true, 'header ETag: Expected exists, got nothing'],
  [{ json: { name: null } }, name, 'missing', true, 'body-json-path $.name: Expected missing, got null'],
  [{ json: {} }, name, 'missing', false, 'body-json-path $.name: Expected missing false, got nothing'],
  [
    { json: ['Bob'] },
    name,
    'missing',
    true,
    'body-json-path $.name: Expected missing, got nothing ($ is a list: write $[*].name)',
  ],
  [
    { headers: [['content-type', 'text/html']] },
    { kind: 'header', name: 'Content-Type' },
    'contains',
    'application/json',
    'header Content-Type: Expected contains application/json, got text/html',
  ],
  [
    { text: 'Oh no' },
    { kind: 'text' },
    'contains',
    'welcome',
    'body-text: Expected contains welcome, got Oh no',
  ],
  [
    { duration: 612.5 },
    { kind: 'time' },
    'less-than',
    500,
    'response-time: Expected less-than 500, got 612.5',
  ],
  [{ text: '' }, name, 'equals', 'Ada', 'body-json-path $.name: Expected equals Ada, got an empty body'],
  [{ text: '' }, name, 'exists', false, 'body-json-path $.name: Expected exists false, got an empty body'],
  [{ json: { name: '1' } }, name, 'equals', 1, 'body-json-path $.name: Expected equals 1, got 1 (text)'],
  [
    { json: { name: '12' } },
    name,
    'greater-than',
    5,
    'body-json-path $.name: Expected greater-than 5, got 12 (not a number)',
  ],
  [
    { json: { name: 12 } },
    name,
    'at-most',
    'few',
    'body-json-path $.name: Expected at-most few, got 12 (few is not a number)',
  ],
  [
    { json: { name: [1] } },
    name,
    'has-length',
    2,
    'body-json-path $.name: Expected has-length 2, got [1] (length 1)',
  ],
  [
    { json: { name: true } },
    name,
    'has-length',
    2,
    'body-json-path $.name: Expected has-length 2, got true (length unknown)',
  ],
  [
    { json: { name: '5' } },
    name,
    'has-type',
    'number',
    'body-json-path $.name: Expected has-type number, got 5 (type string)',
  ],
]

describe('failure texts', () => {
  for (const [answer, target, operator, expected, text] of cases)
    it(text, async () => {
      assert.deepEqual((await judge(answer, target, operator, expected)).messages, [text])
    })

  it('keep every digit of a long number', async () => {
    const answer = { text: '{"name":9007199254740993}' }
    assert.equal((await judge(answer, name, 'equals', '9007199254740993')).passed, true)
    assert.deepEqual((await judge(answer, name, 'equals', 9007199254740992)).messages, [
      'body-json-path $.name: Expected equals 9007199254740992, got 9007199254740993',
    ])
  })

  it('say that a body is not JSON, and why', async () => {
    const { messages } = await judge({ text: '<html>' }, name, 'equals', 'Ada')
    assert.match(
      messages[0] ?? '',
      /^body-json-path \$\.name: Expected equals Ada, got a body that is not JSON \(Unexpected token/,
    )
  })

  it('cut long values at 200 characters', async () => {
    const { messages } = await judgeValue('x'.repeat(300), 'equals', 'y'.repeat(201))
    assert.deepEqual(messages, [
      `body-json-path $.v: Expected equals ${'y'.repeat(200)}…, got ${'x'.repeat(200)}…`,
    ])
  })

  it('say why a pattern is none', async () => {
    const { messages } = await judgeValue('abc', 'matches-regex', '(')
    assert.match(
      messages[0] ?? '',
      /^body-json-path \$\.v: Expected matches-regex \(, got abc \(the pattern is invalid: .+\)$/,
    )
  })

  it('say that a pattern took too long', async () => {
    const { messages } = await judgeValue(`${'a'.repeat(100_000)}!`, 'matches-regex', '^(a+)+$(?!x)')
    assert.deepEqual(messages, [
      'body-json-path $.v: Expected matches-regex ^(a+)+$(?!x), got a value that could not be compared: ' +
        'the pattern ^(a+)+$(?!x) took longer than 1 s',
    ])
  })

  it('say that a JSONPath took too long', async () => {
    const text = `${'['.repeat(300)}${']'.repeat(300)}`
    const target = { kind: 'json-path', path: '$..*..*..*..*..*' } as const
    const { messages } = await judge({ text }, target, 'has-length', 3)
    assert.equal(
      messages
        .join('\n')
        .replace(/(, twice)?, and the processor .*/, '')
        // Where the test before has taken most of a turn, that is told.
        .replace('1.5s, with what was evaluated before it', '1 s'),
      'body-json-path $..*..*..*..*..*: Expected has-length 3, got a value that could not be read: ' +
        'the JSONPath took longer than 1 s',
    )
  })

  it('name the deepest place that does not match', async () => {
    const items = [{ price: 1 }, { price: 'x' }]
    const { messages } = await judgeValue({ items }, 'matches', {
      items: [{ price: '<number>' }, { price: '<number>' }],
    })
    assert.deepEqual(messages, [
      'body-json-path $.v: Expected matches {"items":[{"price":"<number>"},{"price":"<number>"}]}, ' +
        'got {"items":[{"price":1},{"price":"x"}]} (at /items/1/price: expected <number>, got "x")',
    ])
  })

  it('name the path that cannot be read', async () => {
    const { messages } = await judge(bob, { kind: 'json-path', path: '$.[' }, 'exists', true)
    assert.match(messages[0] ?? '', /got a JSONPath that cannot be read \(.+\)$/)
  })
})

describe('results', () => {
  it('are one per expectation, in order, with their own place', async () => {
    const expectations = [
      expectation('greater-than', 0),
      expectation('less-than', 10),
      expectation('equals', 5),
    ]
    const results = await whenLoaded(() => evaluateExpectations('variable plan', foundJson(12), expectations))
    assert.deepEqual(
      results.map(({ subject, operator, expected, passed }) => [subject, operator, expected, passed]),
      [
        ['variable plan', 'greater-than', 0, true],
        ['variable plan', 'less-than', 10, false],
        ['variable plan', 'equals', 5, false],
      ],
    )
    assert.deepEqual(results[1]?.messages, ['variable plan: Expected less-than 10, got 12'])
    assert.equal(results[2]?.span, expectations[2]?.span)
  })

  it('tell of a variable that is not there', async () => {
    const [result] = await whenLoaded(() =>
      evaluateExpectations('variable plan', nothing, [expectation('equals', 'pro')]),
    )
    assert.deepEqual(result?.messages, ['variable plan: Expected equals pro, got nothing'])
  })

  it('survive a body nested far too deeply', async () => {
    const text = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    for (const [path, operator, expected] of [
      ['$', 'equals', [1]],
      ['$', 'contains', 'x'],
      ['$..x', 'exists', true],
      ['$', 'matches', [[1]]],
    ] as const) {
      const result = await judge({ text }, { kind: 'json-path', path }, operator, expected)
      assert.equal(result.passed, false)
    }
  })
})
