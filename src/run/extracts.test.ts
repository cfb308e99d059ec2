import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expectProblems } from '../testing/expect-problems.ts'
import { withPracticeServer } from '../testing/practice-server.ts'
import { runText } from '../testing/run-text.ts'

const suite = (url: string, extract: string): string => `suite: A
variables: { seen: [0], word: a }
steps:
  - request: GET ${url}/ok
    extracts: { ${extract} }`

describe('an extract with a default or append', () => {
  const good: readonly [title: string, extract: string, variable: string, value: unknown][] = [
    ['takes what is there', 'id: { from: $.id, default: 7 }', 'id', 1],
    ['takes its default where nothing is', 'id: { from: $.nobody, default: null }', 'id', null],
    ['fills its default in', 'id: { from: $.nobody, default: "{{word}}b" }', 'id', 'ab'],
    [
      'takes its default where a pattern finds nothing',
      "id: { from: $.name, regex: '(\\d+)', default: [] }",
      'id',
      [],
    ],
    ['puts one value behind a list', 'seen: { from: $.id, append: true }', 'seen', [0, 1]],
    [
      'puts each value behind a list',
      "seen: { from: \"$['id','name']\", append: true }",
      'seen',
      [0, 1, 'Ada'],
    ],
    [
      'puts what a pattern finds behind it',
      'seen: { from: $.name, regex: A(d), append: true }',
      'seen',
      [0, 'd'],
    ],
    ['may find nothing', 'seen: { from: $.nobody, append: true, optional: true }', 'seen', [0]],
  ]
  for (const [title, extract, variable, value] of good)
    it(title, () =>
      withPracticeServer(async url => {
        const { messages } = await runText(
          `${suite(url, extract)}\n    validations: [{ variable ${variable}: { same-as: ${JSON.stringify(value)} } }]`,
        )
        assert.deepEqual(messages, [])
      }),
    )

  const bad: readonly [title: string, extract: string, path: string, message: RegExp][] = [
    [
      'a default of a body that is empty',
      'id: { from: $.id, default: 1 }',
      'status/204',
      /found an empty body/,
    ],
    [
      'a default of a path that cannot be read',
      'id: { from: "$[{{word}}]", default: 1 }',
      'ok',
      /cannot be read/,
    ],
    ['nothing to put behind a list', 'seen: { from: $.nobody, append: true }', 'ok', /found nothing/],
  ]
  for (const [title, extract, path, message] of bad)
    it(`fails: ${title}`, () =>
      withPracticeServer(async url => {
        const { messages, summary } = await runText(suite(url, extract).replace('/ok', `/${path}`))
        assert.match(messages.join(), message)
        assert.notEqual(summary.exitCode, 0)
      }))
  it('fails where the list became something else', () =>
    withPracticeServer(async url => {
      const { messages, summary } = await runText(`suite: A
variables: { seen: "{{$randomInt}}" }
steps:
  - request: GET ${url}/ok
    extracts: { seen: { from: $.id, append: true } }`)
      assert.deepEqual(messages, ['extract seen: seen is no list: begin with variables: { seen: [] }'])
      assert.equal(summary.exitCode, 1)
    }))
})

describe('an extract that cannot mean what it says is refused', () => {
  const cases: readonly [extract: string, problem?: string][] = [
    ['{ from: $.a, append: true, optional: true }'],
    ['{ from: $.a, default: [] }'],
    [
      '{ from: $.a, default: 1, optional: true }',
      '5:47 bad-value "ids" has a default, and cannot stay as it is as well',
    ],
    [
      '{ from: $.a, default: 1, append: true }',
      '5:35 bad-value "ids" has a default, and is a list that is added to',
    ],
    [
      '{ from: $.a, default: "{{later}}" }, later: $.b',
      '5:44 unknown-variable "later" has no value yet: a later step sets it',
    ],
    ['{ from: $.a, append: 1 }', '5:43 bad-value "append" must be true or false'],
    ['{ from: $.a, apend: true }', '5:35 unknown-key "apend" is not a key of "ids" (Did you mean "append"?)'],
    [
      '{ value: 1, append: true }',
      '5:34 bad-value "append" is about a value that is found, and "value" gives one',
    ],
    [
      '{ from: $.a, append: true, defualt: 1 }',
      '5:49 unknown-key "defualt" is not a key of "ids" (Did you mean "default"?)',
    ],
  ]
  for (const [extract, problem] of cases)
    it(extract, () =>
      expectProblems(
        `suite: A\nvariables: { ids: [] }\nsteps:\n  - request: GET http://x/\n    extracts: { ids: ${extract} }`,
        problem === undefined ? [] : [problem],
      ),
    )
  for (const [variables, problem] of [
    ['{ other: [] }', 'ids is no list'],
    ['{ ids: text }', 'ids is no list'],
    ['{ ids: { a: 1 } }', 'ids is no list'],
  ] as const)
    it(`append with ${variables}`, () =>
      expectProblems(
        `suite: A\nvariables: ${variables}\nsteps:\n  - request: GET http://x/\n    extracts: { ids: { from: $.a, append: true } }`,
        [`5:35 bad-value ${problem}`],
      ))
})
