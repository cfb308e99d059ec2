import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { type Files, runLine, withFolder } from '../testing/run-program.ts'
import { type Shop, signIn, withShop } from './testing/login-shop.ts'

/** A service that leaves a file when it is started, and a setup of its own, for each of two environments. */
const configuration = (local: Shop, staging: Shop): string => `suites: [me.apitest.yaml]
environment: local
environments:
  local: { variables: { shop: ${local.url} } }
  staging: { variables: { shop: ${staging.url} } }
services:
  - name: shop
    environments: [local]
    command: node -e "require('fs').writeFileSync('started', ''); require('http').createServer((q, r) => r.end()).listen({{service.port}})"
    url: http://127.0.0.1:{{service.port}}/
mocks:
  payments:
    environments: [local]
    routes: [{ route: GET /x, answer: { status: 200 } }]
setup:
  - name: Local
    use: local.apitest.yaml
    with: { user: lea }
    environments: [local]
  - name: Staging
    use: staging.apitest.yaml
    with: { user: stan }
    environments: [staging]
settings: { auth: { bearer: "{{token}}" } }
`

const filesOf = (local: Shop, staging: Shop): Files => ({
  'apitest.config.yaml': configuration(local, staging),
  'local.apitest.yaml': signIn(local.url),
  'staging.apitest.yaml': signIn(staging.url),
  'me.apitest.yaml': 'suite: Me\nsteps:\n  - request: GET {{shop}}/me\n',
})

describe('environments of services, mocks and setup', () => {
  for (const [words, inLocal] of [
    [[], true],
    [['--env', 'local'], true],
    [['--env', 'staging'], false],
    [['send', '{{shop}}/me', '--env', 'staging'], false],
    [['load', 'me.apitest.yaml', '--env', 'staging', '--requests', '3', '--threshold', 'errors<1'], false],
  ] as const)
    it(`start what is of the one that is chosen, and nothing else: ${words.join(' ')}`, () =>
      withShop(local =>
        withShop(staging =>
          withFolder(filesOf(local, staging), async folder => {
            const { output, errors } = await runLine(folder, words)
            assert.match(output, words[0] === 'send' ? /200/ : /✓|passed|200/, errors)
            const [asked, left] = inLocal ? [local, staging] : [staging, local]
            assert.equal(
              asked.calls[0],
              `POST /login {"user":"${inLocal ? 'lea' : 'stan'}"}`,
              output + errors,
            )
            assert.ok(asked.count('GET /me') > 0)
            assert.deepEqual(left.calls, [])
            assert.equal(existsSync(path.join(folder, 'started')), inLocal)
          }),
        ),
      ))

  it('are checked in each environment', () =>
    withShop(local =>
      withShop(staging =>
        withFolder(filesOf(local, staging), async folder => {
          const checked = await runLine(folder, ['check'])
          assert.equal(checked.exitCode, 0, checked.output + checked.errors)
        }),
      ),
    ))

  it('are checked for what is left out in one that is chosen', () =>
    withShop(shop =>
      withFolder(filesOf(shop, shop), async folder => {
        for (const [url, told] of [
          ['http://127.0.0.1:{{service.port}}/', /nothing sets the variable "service\.port"[^]*local/],
          ['{{mocks.payments.url}}/x', /payments/],
        ] as const) {
          await writeFile(
            path.join(folder, 'me.apitest.yaml'),
            `suite: Me\nsteps:\n  - request: "GET ${url}"\n`,
          )
          const usual = await runLine(folder, ['check'])
          assert.equal(usual.exitCode, 0, usual.output + usual.errors)
          for (const words of [
            ['check', '--env', 'staging'],
            ['--env', 'staging'],
          ]) {
            const left = await runLine(folder, words)
            assert.equal(left.exitCode, 2, left.output + left.errors)
            assert.match(left.output + left.errors, told)
          }
        }
        assert.deepEqual(shop.calls, [])
      }),
    ))

  it('leave variables of others without a value', () =>
    withShop(shop => {
      const files = filesOf(shop, shop)
      const configured = (files['apitest.config.yaml'] ?? '').replace(
        'environments: [staging]\n',
        'environments: [local]\n',
      )
      const renamed = configured.replace('user: stan }', 'user: stan }\n    extracts: { other: $.token }')
      return withFolder({ ...files, 'apitest.config.yaml': renamed }, async folder => {
        const { errors, output, exitCode } = await runLine(folder, ['--env', 'staging'])
        assert.equal(exitCode, 2)
        assert.match(output + errors, /nothing sets the variable "token"/)
        assert.deepEqual(shop.calls, [])
      })
    }))

  it('have a service at the URL that a variable of the environment gives', () =>
    withShop(shop => {
      const files = {
        'apitest.config.yaml': `environments:
  local: { variables: { shop: ${shop.url} } }
services:
  - { name: shop, command: 'exit 1', url: '{{shop}}/health' }
`,
        'me.apitest.yaml': 'suite: Me\nsteps:\n  - request: GET {{shop}}/x\n',
      }
      return withFolder(files, async folder => {
        const { output, exitCode } = await runLine(folder, ['me.apitest.yaml', '--env', 'local'])
        assert.equal(exitCode, 0, output)
        assert.deepEqual(shop.calls, ['GET /health', 'GET /x'])
        const missing = await runLine(folder, ['me.apitest.yaml', '--var', `shop2=${shop.url}`])
        assert.match(missing.output + missing.errors, /"shop"/)
        assert.notEqual(missing.exitCode, 0)
      })
    }))
})

/** Wrong ways to write it, in a configuration or in a suite, and what is said. */
const wrongWays: readonly (readonly [configuration: string, told: RegExp])[] = [
  [
    'services: [{ name: a, command: x, url: "http://127.0.0.1:1", environments: [locl] }]',
    /:3:\d+ {2}error environment-unknown {2}there is no environment "locl"[^]*Did you mean "local"\?/,
  ],
  ['setup: [{ use: a.apitest.yaml, environments: [prod] }]', /there is no environment "prod"/],
  ['mocks: { m: { routes: [{ route: GET /x }], environments: [prod] } }', /there is no environment "prod"/],
  ['services: [{ name: a, command: x, url: "http://127.0.0.1:1", environments: local }]', /environments/],
  ['services: [{ name: a, command: x, url: "http://127.0.0.1:1", environments: [] }]', /environments/],
  ['services: [{ name: a, command: x, url: "http://127.0.0.1:1", environment: [local] }]', /environment/],
]

describe('environments written wrong', () => {
  for (const [text, told] of wrongWays)
    it(`are refused: ${text}`, async () => {
      const files = {
        'apitest.config.yaml': `environments: { local: {}, staging: {} }\n# Anything.\n${text}\n`,
        'a.apitest.yaml': 'suite: A\nsteps:\n  - exec: echo {{x}}\n    set: { y: 1 }\n',
      }
      await withFolder(files, async folder => {
        const { output, errors, exitCode } = await runLine(folder, ['check', '.'])
        assert.equal(exitCode, 2)
        assert.match(output + errors, told)
      })
    })

  it('are refused in the mock of a suite', async () => {
    const suite =
      'suite: A\nmocks: { m: { environments: [local], routes: [{ route: GET /x, answer: { status: 200 } }] } }\nsteps:\n  - request: GET {{mocks.m.url}}/x\n'
    await withFolder({ 'a.apitest.yaml': suite }, async folder => {
      const { output, errors, exitCode } = await runLine(folder, ['check', '.'])
      assert.equal(exitCode, 2)
      assert.match(output + errors, /misplaced-key {2}a mock of a suite is started wherever the suite runs/)
    })
  })
})
