import { describe, it } from 'node:test'
import { expectProblems } from '../../testing/expect-problems.ts'

const suite = (step: string, more = ''): string =>
  `suite: A\n${more}steps:\n  - ${step}\n  - request: GET http://127.0.0.1:4010/\n    auth: { bearer: "{{token}}" }\n`

const warning = (name: string): string =>
  `secret-argument the secret "${name}" stands in the command line, which every user of the machine can see`

describe('C7: a secret in a command line', () => {
  for (const [name, line, more, column] of [
    ['env.KEY', 'exec: echo {{env.KEY}}', 'variables: { token: a }\n', 11],
    ['password', 'exec: [echo, "-p{{password}}"]', 'secrets: { password: demo, token: abcd }\n', 11],
    ['token', 'exec: echo {{token}}', 'variables: { token: a }\n', 11],
    ['line', 'exec: "{{line}}"', 'variables: { line: "echo {{env.KEY}}", token: a }\n', 11],
    [
      'env.KEY',
      '{ wait: "http://127.0.0.1:1/", command: "serve {{env.KEY}}" }',
      'variables: { token: a }\n',
      45,
    ],
  ] as const)
    it(`is told: ${line}`, () => expectProblems(suite(line, more), [`4:${column} ${warning(name)}`]))

  for (const line of [
    '{ exec: echo, environment: { KEY: "{{env.KEY}}" } }',
    '{ exec: cat, input: "{{env.KEY}}" }',
    'exec: echo {{user}}',
  ])
    it(`is not in ${line}`, () => expectProblems(suite(line, 'variables: { user: ada, token: a }\n'), []))

  it('is looked for once in each variable, however often others name it', { timeout: 10_000 }, () => {
    const names = Array.from({ length: 24 }, (_, index) => `v${index}: "{{v${index + 1}}} {{v${index + 1}}}"`)
    const variables = `variables: { token: a, ${names.join(', ')}, v24: x }\n`
    return expectProblems(suite('exec: [echo, "{{v0}}"]', variables), [])
  })
})
