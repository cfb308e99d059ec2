import { describe, it } from 'node:test'
import { expectProblems } from '../../testing/expect-problems.ts'

const suite = (step: string): string => `suite: A
variables: { token: a, first: { a: 1 }, none: [], pets: [1] }
steps:
  - request: GET http://x/
    ${step.replaceAll('\n', '\n    ')}${step.startsWith('for-each: {') && !step.includes('headers') ? '\n    headers: { X: "{{$round}}" }' : ''}`

/** Steps that repeat, and the problems they have. */
const cases: Readonly<Record<string, readonly (readonly [step: string, ...problems: string[]])[]>> = {
  'rounds have an end': [
    ['repeat: { times: 5 }'],
    ['repeat: { until: { $.a: 1 }, at-most: 5, interval: 1s }'],
    ['repeat: { until: { $.a: 1 } }', '5:13 bad-value "repeat" needs at-most: how many rounds it may take'],
    [
      'repeat: { at-most: 5 }',
      '5:13 bad-value "repeat" must have exactly one of until or times',
      '5:13 bad-value "repeat" needs "until" beside "at-most"',
    ],
    [
      'repeat: { times: 5, until: { $.a: 1 }, at-most: 5 }',
      '5:13 bad-value "repeat" must have exactly one of until or times',
    ],
    ['repeat: {}', '5:13 bad-value "repeat" must have exactly one of until or times'],
    [`for-each: { n: [${'1,'.repeat(1001)}] }`],
    [`for-each: { n: [${'1,'.repeat(100_001)}] }`, '5:20 bad-value 100001 items, at most 100000'],
    ['repeat: 5', '5:13 bad-value "repeat" must be a mapping'],
    ['repeat: { times: 0 }', '5:22 bad-value "times" must be 1 or more'],
    ['repeat: { times: 1.5 }', '5:22 bad-value "times" must be a whole number'],
    [
      'repeat: { times: 2, intervall: 1s }',
      '5:25 unknown-key "intervall" is not a key of "repeat" (Did you mean "interval"?)',
    ],
    [
      'repeat: { until: { $.a: { equal: 1 } }, at-most: 5 }',
      '5:31 unknown-operator "equal" is not an operator (Did you mean "equals"?)',
    ],
    [
      'repeat: { until: { "$.a[": 1 }, at-most: 5 }',
      '5:24 bad-json-path "$.a[" is not a JSONPath: unclosed bracketed selection',
    ],
  ],
  'each has a name of its own, and a list': [
    ['for-each: { pet: [1, 2] }'],
    ['for-each: { pet: "{{pets}}" }'],
    ['for-each: { pet: "{{env.PETS}}" }'],
    ['for-each: { pet: [] }', '5:22 bad-value "pet" must not be empty'],
    [
      'for-each: { pet: [1, 3] }\nheaders: { X: a }',
      '5:17 bad-value nothing names pet, so every round does the same',
    ],
    [
      'for-each: { pet: pets }',
      '5:22 bad-value "pet" must be a list, or one placeholder that is a list: {{pets}}',
    ],
    [
      'for-each: { pet: "{{pets}}{{none}}" }',
      '5:22 bad-value "pet" must be a list, or one placeholder that is a list: {{pets}}',
    ],
    [
      'for-each: { pet: $.pets }',
      '5:22 bad-value "pet" must be a list, or one placeholder that is a list: {{pets}}',
    ],
    ['for-each: { pet: { a: 1 } }', '5:22 bad-value "pet" must be a list'],
    ['for-each: { a: [1], b: [2] }', '5:15 bad-value "for-each" must have only 1 key'],
    ['for-each: "{{pets}}"', '5:15 bad-value "for-each" must be a mapping'],
    ['for-each: { token: [1] }', '5:17 bad-value token is a variable already: choose another name'],
    ['for-each: { pet: "{{first}}" }', '5:22 bad-value first is an object, not a list'],
    ['for-each: { pet: "{{token}}" }', '5:22 bad-value token is text, not a list'],
    ['for-each: { pet: "{{none}}" }', '5:22 bad-value none is an empty list: nothing would be repeated'],
    ['for-each: { pet: "{{nobody}}" }', '5:22 unknown-variable nothing sets the variable "nobody"'],
    ['for-each: { pet: "{{pet}}" }', '5:22 unknown-variable pet is known only in the step that repeats'],
  ],
  'a step repeats in one way': [
    [
      'for-each: { pet: [1] }\nrepeat: { times: 2 }',
      '6:5 misplaced-key "for-each" and "repeat" are two ways to repeat',
    ],
    [
      'data: [{ a: 1 }]\nfor-each: { pet: [1] }',
      '6:5 misplaced-key "data" and "for-each" are two ways to repeat',
    ],
    [
      'repeat: { times: 2 }\ndata: [{ a: 1 }]',
      '6:5 misplaced-key "repeat" and "data" are two ways to repeat',
    ],
  ],
  'a round is known where it is': [
    ['repeat: { times: 2 }\nquery: { a: "{{$round}}" }\nname: "{{$index}}"'],
    ['data: [{ a: 1 }]\nquery: { a: "{{$round}}" }'],
    ['query: { a: "{{$round}}" }', '5:17 unknown-variable there is no round here'],
    ['query: { a: "{{$index}}" }', '5:17 unknown-variable there is no round here'],
    ['for-each: { pet: "{{$round}}" }', '5:22 unknown-variable there is no round here'],
  ],
  'each round goes on with what the last one found': [
    ['repeat: { times: 2 }\nvariables: { at: 1 }\nextracts: { next: $.next }'],
    [
      'repeat: { times: 2 }\nvariables: { at: 1 }\nextracts: { at: $.next }',
      '6:18 bad-value each round would begin with this "at" again, and not with that of the round before',
    ],
  ],
}

for (const [title, steps] of Object.entries(cases))
  describe(title, () => {
    for (const [step, ...problems] of steps) it(step, () => expectProblems(suite(step), problems))
  })

const grouped = (inner: string, group = ''): string =>
  `suite: A\nvariables: { list: [1] }\nsteps:\n  - steps:\n    - ${inner.replaceAll('\n', '\n      ')}\n${group}`

describe('the steps of a group are checked as any', () => {
  const wrongs: readonly [inner: string, problem: string, group?: string][] = [
    [
      'request: GET http://x/\nvalidatons: []',
      '6:7 unknown-key "validatons" is not a key of a step (Did you mean "validations"?)',
    ],
    ['name: Nothing', '5:7 action-key this step does nothing: it has no action key'],
    ['request: GET http://x/{{nobody}}', '5:16 unknown-variable nothing sets the variable "nobody"'],
    ['request: GET http://x/{{$round}}', '5:16 unknown-variable there is no round here'],
    [
      'request: GET http://x/\nextracts: { a: body.a }',
      '6:22 unknown-target "body.a" is not a target of an extract',
    ],
    [
      'request: GET http://x/\nfor-each: { n: [1] }',
      '6:19 bad-value n is a variable already: choose another name',
      '    for-each: { n: "{{list}}" }',
    ],
  ]
  for (const [inner, problem, group] of wrongs)
    it(inner, async () => {
      await expectProblems(grouped(inner, group), [problem])
    })

  it('repeat over what the rounds around them know', () =>
    expectProblems(
      grouped(
        'request: GET http://x/{{m}}\nfor-each: { m: "{{n.many}}" }',
        '    for-each: { n: "{{list}}" }',
      ),
      [],
    ))

  it('see what the rounds around them know', () =>
    expectProblems(grouped('request: GET http://x/{{n}}/{{$round}}', '    for-each: { n: "{{list}}" }'), []))

  it('leave their variables to those behind the group', () =>
    expectProblems(
      `${grouped('set: { a: "{{$randomInt}}" }', '    validations: [{ variable a: { at-least: 1 } }]')}\n  - request: GET http://x/{{a}}`,
      [],
    ))

  it('stand in groups, but not endlessly', async () => {
    const nest = (depth: number): string =>
      depth === 0 ? '{ request: GET http://x/ }' : `{ steps: [${nest(depth - 1)}] }`
    await expectProblems(`suite: A\nsteps: [${nest(8)}]`, [])
    await expectProblems(`suite: A\nsteps: [${nest(9)}]`, [
      '2:99 bad-value groups stand in groups 8 deep at most',
    ])
  })

  it('are some', () =>
    expectProblems('suite: A\nsteps:\n  - steps: []', ['3:12 bad-value "steps" must not be empty']))
})

describe('an item', () => {
  it('is known only in the step that repeats', () =>
    expectProblems(`${suite('for-each: { pet: [1] }')}\n  - request: "GET http://x/{{pet.id}}"`, [
      '7:14 unknown-variable pet is known only in the step that repeats',
    ]))
})
