import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadConfiguration } from './load-configuration.ts'
import type { Problem } from '../../model/problem.ts'
import { expectOneVoice } from '../../testing/one-voice.ts'
import { withFolder } from '../../testing/run-program.ts'

/** The mistakes that users write into a configuration, and the lines to write instead. */
const mistakes: readonly (readonly [written: string, instead: string])[] = [
  ['suites: suites/', 'suites: [suites/]'],
  ['testDir: e2e', 'suites: [e2e]'],
  ['suites: 5', 'suites: [suites/]'],
  ['env: staging', 'environment: staging'],
  ['environment: [staging]', 'environment: staging'],
  ['environments: [local]', 'environments: { local: { variables: { baseUrl: http://127.0.0.1:4010 } } }'],
  ['environments: { local: { a: 1 } }', 'environments: { local: { variables: { a: 1 } } }'],
  [
    'environments: { local: { vars: { a: 1 }, secrets: { b: "{{env.B}}" } } }',
    'environments: { local: { variables: { a: 1 }, secrets: { b: "{{env.B}}" } } }',
  ],
  ['environments: [{ name: local, a: 1 }]', 'environments: { local: { variables: { a: 1 } } }'],
  [
    'environments: { live: { a: 1, production: "yes" } }',
    'environments: { live: { variables: { a: 1 }, production: true } }',
  ],
  [
    'environments: { live: { a: 1, production: http://b/ } }',
    'environments: { live: { variables: { a: 1, production: http://b/ } } }',
  ],
  [
    'environments: { live: { vars: { a: 1 }, isProd: true } }',
    'environments: { live: { variables: { a: 1 }, production: true } }',
  ],
  ['variables: [a=1, b=2]', 'variables:\n  a: "1"\n  b: "2"'],
  ['variables: a', 'variables:\n  baseUrl: http://127.0.0.1:4010'],
  ['secrets: [a]', 'secrets:\n  password: "{{env.SHOP_PASSWORD}}"'],
  ['dotenv: .env', 'env-file: .env'],
  ['env-file: [.env]', 'env-file: .env'],
  ['baseUrl: http://127.0.0.1:1', 'variables:\n  baseUrl: http://127.0.0.1:1'],
  ['timeout: 30', 'settings:\n  timeout: 30s'],
  ['headers: { Accept: text/html }', 'settings:\n  headers:\n    Accept: text/html'],
  ['settings: { stopOnFailure: "yes" }', 'settings:\n  stop-on-failure: true'],
  ['settings: timeout', 'settings:\n  timeout: 10s\n  headers:\n    Accept: application/json'],
  ['workers: "4"', 'workers: 4'],
  ['parallel: 4', 'workers: 4'],
  ['workers: many', 'workers: 4'],
  ['reporters: pretty', 'reporters: [pretty]'],
  ['reporter: { pretty: true, junit: a.xml }', 'reporters: [pretty, junit=a.xml]'],
  ['allow-exec: yes', 'allow-exec: true'],
  ['allowExec: suites/', 'allow-exec: [suites/]'],
  ['history: off', 'history: false'],
  ['history: 100', 'history: false'],
  [
    'services: { shop: { cmd: npm start, health: "http://127.0.0.1:1/", timeout: 60 } }',
    'services:\n  - name: shop\n    command: npm start\n    url: http://127.0.0.1:1/\n    timeout: 60s',
  ],
  [
    'webServer: { command: npm start, url: "http://127.0.0.1:1/", reuseExistingServer: true }',
    'services:\n  - name: service-1\n    command: npm start\n    url: http://127.0.0.1:1/\n    reuse: true',
  ],
  [
    'services: [npm start]',
    'services:\n  - name: shop\n    command: npm run shop\n    url: http://127.0.0.1:4010/health',
  ],
]

async function problemsOf(text: string): Promise<readonly Problem[]> {
  return withFolder({ 'apitest.config.yaml': text }, async folder => {
    const loaded = await loadConfiguration(folder, undefined)
    return loaded.ok ? [] : loaded.problems
  })
}

async function warningsOf(text: string): Promise<readonly Problem[]> {
  return withFolder({ 'apitest.config.yaml': text }, async folder => {
    const loaded = await loadConfiguration(folder, undefined)
    return loaded.ok ? (loaded.warnings ?? []) : loaded.problems
  })
}

describe('F7: the usual mistakes of a configuration are told with the lines to write', () => {
  for (const [written, instead] of mistakes)
    it(`F7: ${written}`, async () => {
      const problems = await problemsOf(`${written}\n`)
      expectOneVoice(problems)
      assert.equal(problems.length, 1, problems.map(({ message }) => message).join('\n'))
      const [, ...lines] = (problems[0]?.hint ?? '').split('\n')
      assert.equal(lines.join('\n'), instead)
      assert.deepEqual(await problemsOf(`${instead}\n`), [])
    })

  it('F7: a slip of the finger is told as one', async () => {
    const [problem] = await problemsOf('settings: { timeot: 5s }\n')
    assert.match(problem?.hint ?? '', /^Did you mean "timeout"\?/)
  })

  it('F7: whether an environment is production is true or false, and its variable of that name anything', async () => {
    for (const written of ['"yes"', '5', '{ on: true }', '"{{env.LIVE}}"', '']) {
      const text = `environments:\n  live:\n    production: ${written}\n    variables: { a: 1 }\n`
      const [problem, ...others] = await problemsOf(text)
      assert.deepEqual(others, [])
      assert.equal(problem?.code, 'bad-value')
      assert.match(problem.message, /"production" must be true or false/)
      assert.equal(problem.span?.start.line, 3)
      assert.doesNotMatch(problem.hint ?? '', /variables: \{[^}]*production/)
    }
    const fine =
      'environments: { live: { variables: { production: false }, secrets: { production: "{{env.A}}" } } }\n'
    assert.deepEqual(await warningsOf(fine), [])
  })

  it('tells of a mark of production that is one level too deep, unless it is said to be none', async () => {
    const environment = (more: string): string =>
      `environments: { live: { ${more}variables: { production: true } } }\n`
    const [warning, ...others] = await warningsOf(environment(''))
    assert.deepEqual([warning?.code, warning?.severity, others], ['misplaced-key', 'warning', []])
    assert.match(warning?.message ?? '', /does not mark the environment "live" as production/)
    for (const said of ['production: true, ', 'production: false, '])
      assert.deepEqual(await warningsOf(environment(said)), [])
  })

  it('F7: shows no secret in the lines', async () => {
    const text = 'environments: { local: { vars: { a: 1 }, secrets: { b: s3cr3t-t0ken } } }\n'
    assert.doesNotMatch(JSON.stringify((await problemsOf(text)).map(({ hint }) => hint)), /s3cr3t-t0ken/)
  })
})
