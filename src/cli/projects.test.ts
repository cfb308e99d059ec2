import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { checkSuites } from '../operations/suites/check-suites.ts'
import { type Files, runLine, runShell, withFolder } from '../testing/run-program.ts'
import { reportOf, type Shop, signIn, withShop } from './testing/login-shop.ts'

/** A repository of three projects: one with a setup, one with environments, one without a configuration. */
const repository = ({ url }: Shop): Files => ({
  'shop/apitest.config.yaml': `suites: [.]
variables: { shop: ${url} }
setup:
  - { use: sign-in.apitest.yaml, with: { user: lea } }
settings: { auth: { bearer: "{{token}}" } }
`,
  'shop/sign-in.apitest.yaml': signIn(url),
  'shop/me.apitest.yaml': 'suite: Me\nsteps:\n  - { request: "GET {{shop}}/me", tags: [own] }\n',
  'shop/me.openapi.yaml': `openapi: 3.0.3
info: { title: Me, version: '1' }
paths: { /me: { get: { responses: { '200': { description: me, content: { application/json: {} } } } } } }
`,
  'shop/me.pact.json': JSON.stringify({
    consumer: { name: 'web' },
    provider: { name: 'shop' },
    interactions: [{ description: 'me', request: { method: 'GET', path: '/me' }, response: { status: 200 } }],
    metadata: { pactSpecification: { version: '2.0.0' } },
  }),
  'users/apitest.config.yaml': `environment: local
environments:
  local: { variables: { address: "${url}/users-local" } }
  staging: { variables: { address: "${url}/users-staging" } }
`,
  'users/all.apitest.yaml': 'suite: Users\nsteps:\n  - { name: All, request: "GET {{address}}" }\n',
  'plain/plain.apitest.yaml': `suite: Plain\nsteps:\n  - { name: Plain, request: "GET ${url}/plain" }\n`,
})

/** Writes a repository, and runs something in it. */
async function inRepository(
  use: (folder: string, shop: Shop) => Promise<void>,
  more: (shop: Shop) => Files = () => ({}),
): Promise<void> {
  await withShop(shop =>
    withFolder({}, async folder => {
      for (const [name, text] of Object.entries({ ...repository(shop), ...more(shop) })) {
        await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
        await writeFile(path.join(folder, name), text)
      }
      await use(folder, shop)
    }),
  )
}

const every = ['GET /me', 'GET /plain', 'GET /users-local', 'POST /login {"user":"lea"}', 'POST /logout']

describe('suites of several projects', () => {
  for (const [where, words, calls] of [
    ['.', ['.'], every],
    ['.', ['users', 'plain/plain.apitest.yaml'], ['GET /plain', 'GET /users-local']],
    ['.', ['shop/me.apitest.yaml:3'], ['GET /me', 'POST /login {"user":"lea"}', 'POST /logout']],
    ['shop', [], ['GET /me', 'POST /login {"user":"lea"}', 'POST /logout']],
    ['shop', ['../users'], ['GET /users-local']],
    ['users', ['.'], ['GET /users-local']],
    ['plain', ['.', '..'], every],
    ['.', ['users', '--env', 'staging'], ['GET /users-staging']],
    ['.', ['.', '--tags', 'own'], ['GET /me', 'POST /login {"user":"lea"}', 'POST /logout']],
  ] as const)
    it(`run each with its own configuration: ${[where, 'apitest', ...words].join(' ')}`, () =>
      inRepository(async (folder, shop) => {
        const { exitCode, output, errors } = await runLine(path.join(folder, where), words)
        assert.equal(exitCode, 0, output + errors)
        assert.deepEqual(shop.calls.toSorted(), calls)
      }))

  it('are one run: one report, one tally, one record of failures', () =>
    inRepository(
      async folder => {
        const run = await runLine(folder, ['.', '-r', 'json'])
        const { summary, suites } = reportOf(run.output)
        assert.equal(run.exitCode, 1)
        assert.deepEqual(
          suites.map(({ file }) => file),
          [
            'plain/plain.apitest.yaml',
            'shop/apitest.config.yaml',
            'shop/broken.apitest.yaml',
            'shop/me.apitest.yaml',
            'shop/sign-in.apitest.yaml (after)',
            'users/all.apitest.yaml',
          ],
        )
        assert.deepEqual([summary.suites.passed, summary.suites.failed, summary.outcome], [3, 1, 'failed'])
        assert.ok(existsSync(path.join(folder, 'shop/.tool/last-run.json')))
        const again = await runLine(folder, ['.', '--last-failed', '-r', 'tap'])
        assert.match(again.output, /broken/)
        assert.doesNotMatch(again.output, /plain|users|Me$/m)
        const bailed = await runLine(folder, ['.', '--bail', '1', '-r', 'json'])
        assert.equal(
          reportOf(bailed.output).suites.at(-1)?.results[0]?.skipReason,
          '--bail 1 was reached',
          bailed.output,
        )
      },
      ({ url }) => ({
        'shop/broken.apitest.yaml': `suite: Broken\nsteps:\n  - { request: "GET ${url}/me", validations: [{ status: 500 }] }\n`,
      }),
    ))

  it('are divided into shards together', () =>
    inRepository(async (folder, shop) => {
      const files: string[] = []
      for (const shard of ['1/3', '2/3', '3/3']) {
        const { output } = await runLine(folder, ['.', '--shard', shard, '-r', 'json'])
        const { suites, summary } = reportOf(output)
        assert.equal(summary.shard?.count, 3)
        files.push(...suites.filter(({ role }) => role === undefined).map(({ file }) => file))
      }
      assert.deepEqual(files.toSorted(), [
        'plain/plain.apitest.yaml',
        'shop/me.apitest.yaml',
        'users/all.apitest.yaml',
      ])
      assert.equal(shop.count('POST /login'), 1)
    }))

  it('are reported as the configuration of the working folder says', () =>
    inRepository(
      async folder => {
        const { exitCode, errors } = await runLine(folder, [])
        assert.equal(exitCode, 0, errors)
        const report = reportOf(await readFile(path.join(folder, 'report.json'), 'utf8'))
        assert.equal(report.summary.suites.passed, 2)
      },
      () => ({
        'apitest.config.yaml': `suites: ['*', '!shop']\nreporters: [json=report.json]\n`,
      }),
    ))

  it('are checked together, and a problem of one keeps all from running', () =>
    inRepository(
      async (folder, shop) => {
        for (const words of [['check', '.'], ['.']]) {
          const { exitCode, output, errors } = await runLine(folder, words)
          assert.equal(exitCode, 2)
          assert.match(output + errors, /users\/all\.apitest\.yaml:3:\d+ .*"token"/s)
        }
        const unknown = await runLine(folder, ['shop', 'users', '--env', 'staging'])
        assert.match(
          unknown.output + unknown.errors,
          /no environment "staging" in shop\/apitest\.config\.yaml/,
        )
        assert.deepEqual(shop.calls, [])
      },
      () => ({
        'users/all.apitest.yaml':
          'suite: Users\nsteps:\n  - { request: "GET {{address}}", auth: { bearer: "{{token}}" } }\n',
      }),
    ))

  it('take variables that one of them names, and refuse those that none does', () =>
    inRepository(async folder => {
      const own = await runLine(folder, ['.', '--var', 'address=http://127.0.0.1:4/'])
      assert.equal(own.exitCode, 3, own.output + own.errors)
      const none = await runLine(folder, ['.', '--var', 'adress=1'])
      assert.match(
        none.output + none.errors,
        /--var adress sets a variable that nothing names\n.*Did you mean "address"/,
      )
    }))

  it('are checked each as it is, wherever that is started', () =>
    inRepository(async folder => {
      const host = {
        workingFolder: folder,
        processEnvironment: {},
        interrupt: new AbortController().signal,
        insist: new AbortController().signal,
      }
      const checked = await checkSuites.run({ paths: ['shop', 'users', 'plain'] }, host)
      assert.deepEqual(checked, { ok: true, value: { files: 4, problems: [] } })
    }))
})

describe('operations on one project', () => {
  for (const [words, outcome] of [
    [['load', 'shop/me.apitest.yaml', '--requests', '2', '--threshold', 'errors<1'], /Passed/],
    [['compile', 'users', '--to', 'curl', '-o', 'out'], /users-local|out\//],
    [['generate', 'tests', 'users', '--framework', 'node-test', '-o', 'tests'], /users/],
    [['contract', 'check', 'URL', '--spec', 'shop/me.openapi.yaml'], /GET \/me +200/],
    [['pact', 'verify', 'shop/me.pact.json', '--provider', 'URL'], /Steps +1 passed/],
  ] as const)
    it(`have the configuration nearest to what they name: ${words.join(' ')}`, () =>
      inRepository(async (folder, shop) => {
        const { exitCode, output, errors } = await runLine(
          folder,
          words.map(word => word.replace('URL', shop.url)),
        )
        assert.equal(exitCode, 0, output + errors)
        assert.match(output + errors, outcome)
        if (['load', 'contract', 'pact'].includes(words[0])) assert.equal(shop.count('POST /login'), 1)
      }))

  for (const words of [
    ['load', '.', '--requests', '2'],
    ['generate', 'tests', '.', '--framework', 'node-test', '-o', 'tests'],
    ['compile', '.', '--to', 'curl', '-o', 'out'],
  ])
    it(`refuse suites of several: ${words.join(' ')}`, () =>
      inRepository(async folder => {
        const { exitCode, errors } = await runLine(folder, words)
        assert.equal(exitCode, 2)
        assert.match(
          errors,
          /the suites belong to 3 configurations: none, shop\/apitest\.config\.yaml, users/,
        )
      }))

  for (const [words, message] of [
    [['pact', 'verify', '.', '--provider', 'URL'], /the pacts belong to 2 configurations: shop\/.*, users\//],
    [
      ['mock', 'start', 'shop/mock.apitest.yaml', 'users/mock.apitest.yaml', '--idle', '200ms'],
      /the mocks belong to 2 configurations: shop\/.*, users\//,
    ],
  ] as const)
    it(`refuse files of several: ${words.join(' ')}`, () =>
      inRepository(
        async (folder, shop) => {
          const { exitCode, output, errors } = await runLine(
            folder,
            words.map(word => word.replace('URL', shop.url)),
          )
          assert.equal(exitCode, 2, output + errors)
          assert.match(output + errors, message)
          assert.deepEqual(shop.calls, [])
        },
        shop => ({
          'users/me.pact.json': repository(shop)['shop/me.pact.json'] ?? '',
          'shop/mock.apitest.yaml': 'mocks: { who: { routes: [{ route: GET /x }] } }\n',
          'users/mock.apitest.yaml': 'mocks: { other: { routes: [{ route: GET /x }] } }\n',
        }),
      ))

  it('start mocks of a suite whose settings need the setup', () =>
    inRepository(
      async (folder, shop) => {
        const words = ['mock', 'start', 'shop/mock.apitest.yaml', '--idle', '200ms']
        const { exitCode, output, errors } = await runLine(folder, words)
        assert.equal(exitCode, 0, output + errors)
        assert.deepEqual(shop.calls, [])
      },
      () => ({
        'shop/mock.apitest.yaml': `suite: Mock
mocks: { who: { routes: [{ route: GET /x, answer: { status: 200 } }] } }
steps: [{ request: "GET {{mocks.who.url}}/x" }]
`,
      }),
    ))
})

const hasPreCommit = spawnSync('pre-commit', ['--version']).status === 0

describe('pre-commit in a repository of several projects', () => {
  it('checks each file in its own', { skip: hasPreCommit ? false : 'pre-commit is not installed' }, () =>
    inRepository(async folder => {
      const entry = `${process.execPath} ${path.resolve('bin/apitest.cjs')} check`
      const hook = {
        id: 'apitest-check',
        name: 'check',
        entry,
        language: 'system',
        files: '\\.apitest\\.ya?ml$',
      }
      const configuration = JSON.stringify({ repos: [{ repo: 'local', hooks: [hook] }] })
      await writeFile(path.join(folder, '.pre-commit-config.yaml'), configuration)
      const commit =
        'git add -A && git -c user.name=a -c user.email=a@b.c -c commit.gpgsign=false commit -qm one'
      await runShell(folder, 'git init -q && pre-commit install')
      const first = await runShell(folder, commit)
      assert.equal(first.exitCode, 0, first.output + first.errors)
      const file = path.join(folder, 'users/all.apitest.yaml')
      await writeFile(file, (await readFile(file, 'utf8')).replace('{{address}}', '{{shop}}'))
      const second = await runShell(folder, commit)
      assert.notEqual(second.exitCode, 0)
      assert.match(second.output + second.errors, /users\/all\.apitest\.yaml.*"shop"/s)
    }),
  )
})

describe('a project that cannot start', () => {
  const dead = `services: [{ name: dead, command: "exit 3", url: "http://127.0.0.1:4/x" }]\n`
  const more = ({ url }: Shop): Files => ({
    'broken/a.apitest.yaml': `suite: Broken\nsteps:\n  - { request: "GET ${url}/me" }\n`,
    'dead/apitest.config.yaml': dead,
    'dead/d.apitest.yaml': `suite: Dead\nsteps:\n  - { request: "GET ${url}/d" }\n`,
    'unset/apitest.config.yaml': 'setup: [{ use: in.apitest.yaml, with: { user: nobody } }]\n',
    'unset/in.apitest.yaml': signIn(url),
    'unset/u.apitest.yaml': `suite: Unset\nsteps:\n  - { request: "GET ${url}/u" }\n`,
  })

  it('is told as skipped, and is run again by --last-failed, with what failed', () =>
    inRepository(async (folder, shop) => {
      const run = await runLine(folder, ['broken', 'dead', 'unset', 'plain', '-r', 'json'])
      assert.equal(run.exitCode, 3)
      const own = reportOf(run.output).suites.filter(({ role }) => role === undefined)
      assert.deepEqual(
        own.map(({ name, outcome }) => `${name} ${outcome}`),
        ['Broken failed', 'Plain passed', 'Dead skipped', 'Unset skipped'],
      )
      assert.equal(shop.count('GET /d') + shop.count('GET /u'), 0)
      const { output } = await runLine(folder, [
        'broken',
        'dead',
        'unset',
        'plain',
        '--last-failed',
        '--list',
      ])
      assert.match(output, /Broken[^]*Dead[^]*Unset/)
      assert.doesNotMatch(output, /Plain/)
    }, more))

  it('is not started behind a run that is over', () =>
    inRepository(async folder => {
      const run = await runLine(folder, ['broken', 'dead', '--bail', '1', '-r', 'json'])
      assert.equal(run.exitCode, 1, run.output)
      assert.equal(reportOf(run.output).suites.at(-1)?.results[0]?.skipReason, '--bail 1 was reached')
    }, more))
})

describe('what several projects share, and what not', () => {
  it('is no secret of a command of the same name, and no right to run commands', () =>
    inRepository(
      async (folder, shop) => {
        const run = await runLine(folder, ['one', 'two', '-r', 'json'])
        assert.equal(run.exitCode, 0, run.output + run.errors)
        assert.deepEqual(
          shop.calls.map(call => call.replace(/.*\//, '')),
          ['one?key=key-of-one', 'two?key=key-of-two'],
        )
        assert.doesNotMatch(run.output, /key-of/)
        const configuration = path.join(folder, 'two/apitest.config.yaml')
        const text = await readFile(configuration, 'utf8')
        await writeFile(configuration, text.replace('allow-exec: true\n', ''))
        const refused = await runLine(folder, ['one', 'two'])
        assert.equal(refused.exitCode, 2)
        assert.match(refused.output + refused.errors, /two\/apitest\.config\.yaml:.*secret-unread/)
        assert.equal(shop.calls.length, 2)
      },
      ({ url }) =>
        Object.fromEntries(
          ['one', 'two'].flatMap(name => [
            [
              `${name}/apitest.config.yaml`,
              `allow-exec: true\nsecrets: { key: { command: [echo, key-of-${name}] } }\n`,
            ],
            [
              `${name}/a.apitest.yaml`,
              `suite: A\nsteps:\n  - { request: "GET ${url}/${name}?key={{key}}" }\n`,
            ],
          ]),
        ),
    ))

  it('are the bodies that --save-dir keeps: one does not write over that of another', () =>
    inRepository(
      async folder => {
        const { output, errors } = await runLine(folder, ['one', 'two', '--save-dir', 'kept'])
        assert.match(output + errors, /body\.json is written by the step/)
      },
      ({ url }) =>
        Object.fromEntries(
          ['one', 'two'].flatMap(name => [
            [`${name}/apitest.config.yaml`, 'variables: {}\n'],
            [
              `${name}/a.apitest.yaml`,
              `suite: A\nsteps:\n  - { request: "GET ${url}/${name}", save-to: body.json }\n`,
            ],
          ]),
        ),
    ))

  it('are warnings, also where nothing of the first project is chosen', () =>
    inRepository(async folder => {
      const { output, errors } = await runLine(folder, ['.', '--tags', 'own,!nothing'])
      assert.match(output + errors, /--tags !nothing leaves nothing out/)
    }))
})
