import { describe, it } from 'node:test'
import { expectProblems, noFacts } from '../../testing/expect-problems.ts'

const late = (line: number): string =>
  `${line}:13 unknown-variable nothing sets n before this asks for it, only the step itself does, so that it never runs`

describe('a step that asks for a variable which only it sets', () => {
  const step = '  - request: GET http://x/\n'
  it('never runs', async () => {
    await expectProblems(`suite: A\nsteps:\n${step}    when: { n: 3 }\n    variables: { n: 3 }\n${step}`, [
      late(4),
    ])
    await expectProblems(
      `suite: A\nsteps:\n${step}${step}    when: { n: { exists: true } }\n    extracts: { n: $.n }\n`,
      [late(5)],
    )
  })
  it('may run in another environment, which sets it', async () => {
    const outerOrigins = {
      unchosen: new Map([['n', ['staging']]]),
      shared: new Set<string>(),
      stronger: new Set<string>(),
      values: {},
    }
    const text = `suite: A\nsteps:\n${step}${step}    when: { n: { exists: true } }\n    extracts: { n: $.n }\n`
    await expectProblems(text, [], { ...noFacts, outerOrigins })
  })
  for (const [title, text] of [
    ['asks for its absence', `steps:\n${step}    when: { n: { exists: false } }\n    extracts: { n: $.n }\n`],
    ['is left out by it', `steps:\n${step}    unless: { n: 3 }\n    extracts: { n: $.n }\n`],
    ['runs again', `steps:\n${step}    repeat: { times: 3 }\n    when: { n: 3 }\n    extracts: { n: $.n }\n`],
    [
      'runs again in a group',
      `steps:\n  - for-each: { a: [1, 2] }\n    steps:\n      - request: GET http://x/{{a}}\n        when: { n: 3 }\n        extracts: { n: $.n }\n`,
    ],
    [
      'has it from another',
      `steps:\n  - set: { n: 2 }\n${step}    when: { n: 2 }\n    extracts: { n: $.n }\n`,
    ],
    [
      'has it from the suite',
      `variables: { n: 3 }\nsteps:\n${step}    when: { n: 3 }\n    extracts: { n: $.n }\n`,
    ],
  ] as const)
    it(`may run where it ${title}`, async () => {
      await expectProblems(`suite: A\n${text}`, [])
    })
})
