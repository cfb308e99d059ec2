import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runLine, withFolder } from '../../testing/run-program.ts'

const configuration = `variables: { base: "http://127.0.0.1:9" }
setup: [{ use: login.apitest.yaml }]
settings: { auth: { bearer: "{{token}}" } }
`

function files(login: string): Readonly<Record<string, string>> {
  return {
    'apitest.config.yaml': configuration,
    'login.apitest.yaml': `suite: Login\ninputs: []\n${login}`,
    'a.apitest.yaml': 'suite: A\nsteps: [{ request: "GET {{base}}/x" }]\n',
  }
}

async function checked(
  login: string,
): Promise<{ readonly exitCode: number | null; readonly printed: string }> {
  const { exitCode, output, errors } = await withFolder(files(login), folder =>
    runLine(folder, ['check', '.']),
  )
  return { exitCode, printed: output + errors }
}

describe('the credentials of the configuration', () => {
  it('are set before the first request that is sent with them', async () => {
    const login = 'steps:\n  - request: POST {{base}}/login\n    extracts: { token: $.t }\n'
    const { exitCode, printed } = await checked(login)
    assert.equal(exitCode, 2, printed)
    assert.match(
      printed,
      /login\.apitest\.yaml:4:5 {2}error unknown-variable {2}this is sent with the auth of the configuration[^]*auth: none/,
    )
  })

  it('are missed in the step that is sent with them, behind those that send nothing', async () => {
    const login = 'steps:\n  - pause: 1ms\n  - request: POST {{base}}/login\n    extracts: { token: $.t }\n'
    const { printed } = await checked(login)
    assert.match(printed, /login\.apitest\.yaml:5:5 {2}error unknown-variable[^]*5 │[^\n]*POST/)
  })

  for (const [name, login] of [
    ['a step', 'steps:\n  - request: POST {{base}}/login\n    auth: none\n    extracts: { token: $.t }\n'],
    [
      'the suite',
      'settings: { auth: none }\nsteps:\n  - request: POST {{base}}/login\n    extracts: { token: $.t }\n',
    ],
    [
      'a variable of the step',
      'steps:\n  - request: POST {{base}}/login\n    variables: { token: first }\n    extracts: { token: $.t }\n',
    ],
    [
      'a step before',
      'steps:\n  - set: { token: first }\n  - request: POST {{base}}/login\n    extracts: { token: $.t }\n',
    ],
    [
      'a script',
      'settings:\n  scripts: { before: "pm.variables.set(\'token\', 1)" }\nsteps:\n  - request: POST {{base}}/login\n    extracts: { token: $.t }\n',
    ],
  ] as const)
    it(`may be left to ${name}`, async () => {
      const { printed } = await checked(login)
      assert.doesNotMatch(printed, /this is sent with the auth of the configuration/)
    })
})
