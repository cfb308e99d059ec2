import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseSuite } from '../parse/parse-suite.ts'
import { readWithPlaces } from '../document/index.ts'
import { expectOneVoice } from '../testing/one-voice.ts'
import { noFacts } from '../testing/expect-problems.ts'
import { checkSuite } from './check-suite.ts'
import type { Facts } from './rule.ts'

const request = 'request: GET http://127.0.0.1:4010/'

/** Lists the problems in the settings of a configuration, for a suite. */
async function problemsOf(
  settings: string,
  suite = `suite: A\nsteps: [{ ${request} }]`,
  facts: Partial<Facts> = {},
): Promise<readonly string[]> {
  const file = '/project/apitest.config.yaml'
  const configuration = await readWithPlaces(`settings:\n  ${settings}`, file, '')
  const parsed = await parseSuite(suite, '/project/suites/a.apitest.yaml')
  const problems = await checkSuite(parsed, { ...noFacts, configuration, ...facts })
  expectOneVoice(problems)
  return problems.map(({ span, code, message }) => {
    assert.ok(span)
    assert.equal(span.file, file)
    return `${span.start.line}:${span.start.column} ${code} ${message}`
  })
}

describe('a variable in the settings of the configuration', () => {
  it('has a value in each suite that they apply to', async () => {
    const expected = (column: number): readonly string[] => [
      `2:${column} unknown-variable nothing sets the variable "x"`,
    ]
    assert.deepEqual(await problemsOf('proxy: "{{x}}"'), expected(10))
    assert.deepEqual(await problemsOf('auth: { bearer: "{{x}}" }'), expected(19))
    assert.deepEqual(await problemsOf('headers: { X-A: "{{x}}" }'), expected(19))
    assert.deepEqual(await problemsOf('auth: { bearer: "{{env.X}}" }'), [])
    assert.deepEqual(
      await problemsOf('auth: { bearer: "{{env.X}}" }', undefined, { processEnvironment: new Set() }),
      ['2:19 unknown-variable the environment variable X is not set'],
    )
  })

  it('may come from outside, from the suite, and from any step of it', async () => {
    const settings = 'auth: { bearer: "{{x}}" }'
    assert.deepEqual(await problemsOf(settings, undefined, { outerVariables: new Set(['x']) }), [])
    for (const suite of [
      `suite: A\nvariables: { x: 1 }\nsteps: [{ ${request} }]`,
      `suite: A\nsteps: [{ ${request}, auth: none, extracts: { x: $.x } }, { ${request} }]`,
    ])
      assert.deepEqual(await problemsOf(settings, suite), [])
  })

  it('is not looked at where the value is switched off', async () => {
    assert.deepEqual(
      await problemsOf('headers: { X-A: { disabled: "{{x}}" }, X-B: [{ disabled: "{{x}}" }] }'),
      [],
    )
  })

  it('is not looked at where something nearer takes the place of the setting', async () => {
    for (const [settings, suite] of [
      ['auth: { bearer: "{{x}}" }', `suite: A\nsettings: { auth: none }\nsteps: [{ ${request} }]`],
      ['auth: { bearer: "{{x}}" }', `suite: A\nsteps: [{ ${request}, auth: none }]`],
      ['auth: { bearer: "{{x}}" }', 'suite: A\nsteps: [{ wait: http://127.0.0.1:4010/ }]'],
      ['proxy: "{{x}}"', `suite: A\nsettings: { proxy: none }\nsteps: [{ ${request} }]`],
      ['proxy: "{{x}}"', `suite: A\nsteps: [{ ${request}, proxy: none }]`],
      ['headers: { X-A: "{{x}}" }', `suite: A\nsettings: { headers: { x-a: b } }\nsteps: [{ ${request} }]`],
      ['headers: { X-A: "{{x}}" }', 'suite: A\nsteps: [{ pause: 1s }]'],
    ] as const)
      assert.deepEqual(await problemsOf(settings, suite), [], suite)
  })
})

describe('a tls of the configuration', () => {
  it('is judged as that of a suite, with files beside the configuration', async () => {
    const missingFiles = new Set(['/project/ca.pem'])
    assert.deepEqual(await problemsOf('tls: { ca: ca.pem }', undefined, { missingFiles }), [
      '2:14 file-missing there is no ca file ca.pem (File Error)',
    ])
    assert.deepEqual(await problemsOf('tls: { key: a.key }'), [
      '2:10 missing-key "key" needs the key "certificate"',
    ])
    assert.deepEqual(await problemsOf('tls: { verify: false }'), [
      '2:18 unverified-tls server certificates are not verified',
    ])
  })

  it('is nothing to a suite that has its own, or sends nothing', async () => {
    for (const suite of [
      `suite: A\nsettings: { tls: { verify: true } }\nsteps: [{ ${request} }]`,
      'suite: A\nsteps: [{ pause: 1s }]',
    ])
      assert.deepEqual(await problemsOf('tls: { verify: false }', suite), [])
  })
})
