import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { type Files, runLine, runProgram, withFolder } from '../testing/run-program.ts'
import { reportOf, resultsOf, type Shop, signIn, withShop } from './testing/login-shop.ts'

const configuration = (shop: Shop, user = 'ada', more = ''): string => `suites: [suites/]
environments: { a: { variables: { region: eu } }, b: { variables: { region: us } } }
variables: { user: ${user}, shop: ${shop.url} }
setup:
  - name: Sign in
    use: shared/sign-in.apitest.yaml
    with: { user: "{{user}}" }
settings: { auth: { bearer: "{{token}}" } }
${more}`

const asking = (more = ''): string => `suite: Me
${more}steps:
  - request: GET {{shop}}/me
  - request: GET {{shop}}/cookie
`

const filesOf = (shop: Shop, suites: Files, more?: string, user?: string): Files => ({
  'apitest.config.yaml': configuration(shop, user, more),
  'shared/sign-in.apitest.yaml': signIn(shop.url),
  ...Object.fromEntries(Object.entries(suites).map(([name, text]) => [`suites/${name}.apitest.yaml`, text])),
})

const forty = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`s${index}`, asking()]))

const formats = ['pretty', 'json', 'ndjson', 'junit', 'tap', 'markdown', 'html'] as const

describe('setup of the configuration', () => {
  it('runs one time for 40 files on 4 workers, before all of them, and is cleaned up behind them', () =>
    withShop(async shop =>
      withFolder(filesOf(shop, forty), async folder => {
        const { output, exitCode } = await runProgram(folder, ['--workers', '4', '--reporter', 'json'])
        assert.equal(exitCode, 0, output)
        assert.deepEqual(
          [shop.count('POST /login'), shop.count('GET /me'), shop.count('GET /cookie')],
          [1, 40, 40],
        )
        assert.equal(shop.calls[0], 'POST /login {"user":"ada"}')
        assert.equal(shop.calls.at(-1), 'POST /logout')
        const [first] = reportOf(output).suites
        assert.deepEqual(
          [first?.name, first?.file, first?.role, first?.results[0]?.name],
          ['Setup', 'apitest.config.yaml', 'setup', 'Sign in'],
        )
        assert.doesNotMatch(output, /t0ken|s3ss10n/)
      }),
    ))

  it('says nothing of what it uses among the files that were left out', () =>
    withShop(async shop =>
      withFolder(filesOf(shop, { one: asking() }), async folder => {
        const { output, exitCode } = await runProgram(folder, ['.'])
        assert.equal(exitCode, 0, output)
        assert.doesNotMatch(output, /Left out/)
      }),
    ))

  it('gives hints for its entries, not for steps', async () => {
    const files = {
      'apitest.config.yaml': `setup:
  - { use: missing.apitest.yaml }
  - { use: skipped.apitest.yaml }
  - { use: given.apitest.yaml, with: { x: "{{nowhere}}" } }
`,
      'skipped.apitest.yaml': 'suite: S\nskip: later\nsteps: [{ exec: echo x, extracts: { a: $.a } }]\n',
      'given.apitest.yaml': 'suite: G\ninputs: [x]\nsteps: [{ exec: "echo {{x}}", extracts: { b: $.b } }]\n',
      'a.apitest.yaml': 'suite: A\nsteps: [{ exec: echo x }]\n',
    }
    await withFolder(files, async folder => {
      const finished = await runLine(folder, ['check', '.'])
      const output = finished.output + finished.errors
      assert.match(output, /hint: Paths are relative to the file/)
      assert.match(output, /hint: Take the `skip` there away/)
      assert.match(output, /or extract it earlier\./)
      assert.doesNotMatch(output, /step/)
    })
  })

  it('is named where a suite needs a token that it extracted as null', () =>
    withShop(async shop => {
      const none = `suite: Sign in
inputs: [user]
settings: { auth: none }
steps:
  - exec: node -p "'{\\"token\\":null}'"
    extracts: { token: $.token }
`
      const files = { ...filesOf(shop, { one: asking() }), 'shared/sign-in.apitest.yaml': none }
      await withFolder(files, async folder => {
        const { output } = await runLine(folder, ['suites', '--allow-exec', '-r', 'json'])
        const [failure] = resultsOf(reportOf(output)).flatMap(({ failures }) => failures)
        assert.match(failure?.message ?? '', /\{\{token\}\} is null, and "auth" needs a value/, output)
        assert.equal(failure?.hint, 'It was set at shared/sign-in.apitest.yaml:6.')
      })
    }))

  it('runs once on each of two machines, whatever is chosen there', () =>
    withShop(async shop =>
      withFolder(filesOf(shop, { ...forty, tagged: asking('tags: [smoke]\n') }), async folder => {
        for (const [index, words] of [
          ['--shard', '1/2'],
          ['--shard', '2/2'],
          ['--tags', 'smoke'],
          ['--grep', 'tagged'],
        ].entries()) {
          const { output, exitCode } = await runProgram(folder, words)
          assert.equal(exitCode, 0, output)
          assert.equal(shop.count('POST /login'), index + 1)
        }
      }),
    ))

  for (const format of formats)
    it(`stands first in the report ${format}, which tells who shares it and no secret`, () =>
      withShop(async shop => {
        const sharing = `${asking()}  - use: ../shared/sign-in.apitest.yaml\n    with: { user: ada }\n    once: true\n`
        return withFolder(filesOf(shop, { one: sharing }), async folder => {
          const words = ['--verbose', '--reporter', `${format}=report.txt`]
          const { exitCode, errors } = await runProgram(folder, words)
          assert.equal(exitCode, 0, errors)
          const text = await readFile(path.join(folder, 'report.txt'), 'utf8')
          assert.match(
            text,
            format === 'markdown' ? /\| Files \| 1 \|/ : /Setup|apitest\.config\.yaml > Sign in/,
          )
          if (format !== 'markdown') {
            assert.match(text, /apitest\.config\.yaml:5/, 'done in')
            assert.ok(text.search(/Setup|config\.yaml > Sign in/) < text.search(/Me\b|one\.apitest/), text)
          }
          assert.doesNotMatch(text, /t0ken|s3ss10n/)
        })
      }))

  it('is annotated, and keeps all suites from starting, when it fails', () =>
    withShop(async shop =>
      withFolder(
        {
          ...filesOf(shop, { one: asking(), two: asking() }, undefined, 'nobody'),
          '.tool/last-run.json': `${JSON.stringify({ version: 1, failed: { 'suites/one.apitest.yaml': [] } }, null, 2)}\n`,
        },
        async folder => {
          const { output, exitCode } = await runProgram(folder, [
            '--reporter',
            'json',
            '--reporter',
            'github=g.txt',
          ])
          assert.equal(exitCode, 1)
          assert.deepEqual(shop.calls, ['POST /login {"user":"nobody"}'])
          const skipped = resultsOf(reportOf(output)).filter(({ outcome }) => outcome === 'skipped')
          const reason = 'the setup did not pass'
          const own = skipped.filter(({ phase }) => phase === 'steps')
          assert.deepEqual(
            own.map(({ skipReason }) => skipReason),
            [reason, reason, reason, reason],
          )
          const last = await readFile(path.join(folder, '.tool/last-run.json'), 'utf8')
          assert.match(last, /one\.apitest\.yaml[^]*two\.apitest\.yaml/)
          assert.match(
            await readFile(path.join(folder, 'g.txt'), 'utf8'),
            /::error file=shared\/sign-in\.apitest\.yaml,line=5/,
          )
        },
      ),
    ))

  it('ends the run with 3 when it could not be carried out', () =>
    withShop(async shop => {
      const files = filesOf(shop, { one: asking(), two: asking() })
      const text = signIn('http://127.0.0.1:1')
      await withFolder({ ...files, 'shared/sign-in.apitest.yaml': text }, async folder => {
        const { output, exitCode } = await runLine(folder, [])
        assert.equal(exitCode, 3, output)
        assert.equal(output.match(/Network Error: connect ECONNREFUSED/g)?.length, 1, output)
        const left = output.split('\n').filter(line => line.includes('the setup did not pass'))
        assert.deepEqual(
          left,
          ['one', 'two'].map(
            name => `- Me  suites/${name}.apitest.yaml  2 skipped  (the setup did not pass)`,
          ),
        )
      })
    }))

  it('does nothing when all of its steps are skipped, and then it does not pass', () =>
    withShop(async shop => {
      const text =
        'suite: Idle\ninputs: [user]\nsteps:\n  - request: GET http://127.0.0.1:1/{{user}}\n    when: { user: eve }\n'
      const files = { ...filesOf(shop, { one: asking() }, ''), 'shared/sign-in.apitest.yaml': text }
      await withFolder(files, async folder => {
        const { output, exitCode } = await runLine(folder, ['--var', 'token=abcdefgh'])
        assert.equal(exitCode, 1, output)
        assert.match(output, /got 1 skipped: setup did nothing/)
        assert.equal(shop.count('GET /me'), 0)
      })
    }))

  it('is no success of a run in which nothing else was done', () =>
    withShop(async shop =>
      withFolder(
        filesOf(shop, { one: asking().replaceAll(/(\/me|\/cookie)/g, '$1\n    when: { user: none }') }),
        async folder => {
          const { output, errors, exitCode } = await runLine(folder, [])
          assert.equal(exitCode, 2, output)
          assert.match(output + errors, /every step was skipped, so nothing was tested/)
        },
      ),
    ))

  it('runs in each environment of the suites, and gives to each its own', () =>
    withShop(async shop => {
      const suites = {
        one: asking('environment: a\n'),
        two: asking('environment: b\n'),
        three: asking('environment: b\n'),
      }
      await withFolder(filesOf(shop, suites), async folder => {
        const { output, exitCode } = await runLine(folder, ['--reporter', 'json'])
        assert.equal(exitCode, 0, output)
        assert.equal(shop.count('POST /login'), 2)
        const names = reportOf(output).suites.map(({ name, file }) => [name, file])
        assert.deepEqual(names.slice(0, 2), [
          ['Setup (environment a)', 'apitest.config.yaml'],
          ['Setup (environment b)', 'apitest.config.yaml (environment b)'],
        ])
      })
    }))

  it('gives what suites, environments, --var and rows win over, and later entries see', () =>
    withShop(async shop => {
      const more = `  - use: shared/gives.apitest.yaml
    with: { seen: "{{token}}" }
    extracts: { kept: $.own }
`
      const gives =
        'suite: Gives\ninputs: [seen]\nsteps:\n  - set: { own: { list: [1] }, hidden: 1 }\n  - request: GET {{shop}}/me\n  - request: GET {{shop}}/cookie\n'
      const suite = (own: string, expected: string): string =>
        `suite: S\n${own}steps:\n  - set: { a: 1 }\n    validations: [{ variable kept: ${expected} }]\n`
      const files: Files = {
        ...filesOf(shop, {
          one: suite('', '{ equals: { list: [1] } }'),
          two: suite('variables: { kept: mine }\n', 'mine'),
          three: suite('data: [{ kept: row }]\n', 'row'),
          four: 'suite: T\nsteps:\n  - set: { kept: { list: [2] } }\n    validations: [{ variable kept: { equals: { list: [2] } } }]\n',
          five: suite('', '{ equals: { list: [1] } }'),
        }),
        'shared/gives.apitest.yaml': gives,
      }
      const text = (files['apitest.config.yaml'] ?? '').replace('settings:', `${more}settings:`)
      await withFolder({ ...files, 'apitest.config.yaml': text }, async folder => {
        const { output, exitCode } = await runLine(folder, ['--workers', '1'])
        assert.equal(exitCode, 0, output)
        const given = await runLine(folder, ['suites/one.apitest.yaml', '--var', 'kept=7'])
        assert.match(given.output, /got 7|got "7"/)
        await writeFile(
          path.join(folder, 'suites/six.apitest.yaml'),
          'suite: Six\nsteps:\n  - request: GET {{shop}}/{{hidden}}\n',
        )
        const unknown = await runLine(folder, ['check', 'suites/six.apitest.yaml'])
        assert.match(unknown.errors, /nothing sets the variable "hidden"/)
        assert.equal(unknown.exitCode, 2)
      })
    }))

  it('is left out by --no-setup, and what it gives can be given', () =>
    withShop(async shop =>
      withFolder(
        filesOf(shop, { one: asking().replace(/ {2}- request: GET \S+cookie\n/, '') }),
        async folder => {
          const missing = await runLine(folder, ['--no-setup'])
          assert.equal(missing.exitCode, 2)
          assert.match(
            missing.errors + missing.output,
            /nothing sets the variable "token"[^]*What the setup would give is given with --var token=…/,
          )
          const given = await runLine(folder, ['--no-setup', '--var', 'token=t0ken-for-me'])
          assert.equal(given.exitCode, 0, given.output)
          assert.deepEqual(shop.calls, ['GET /me'])
        },
      ),
    ))

  it('may need variables that no suite names', () =>
    withShop(async shop => {
      const files = filesOf(shop, { one: asking() })
      const login = files['shared/sign-in.apitest.yaml'] as string
      const needing = login.replace('steps:', 'steps:\n  - { name: Flag, set: { copy: "{{flag}}" } }')
      assert.notEqual(needing, login)
      await withFolder({ ...files, 'shared/sign-in.apitest.yaml': needing }, async folder => {
        const given = await runLine(folder, ['--var', 'flag=1'])
        assert.equal(given.exitCode, 0, given.output + given.errors)
        assert.doesNotMatch(given.output + given.errors, /nothing names/)
        const { output, errors } = await runLine(folder, [
          '--no-setup',
          'shared/sign-in.apitest.yaml',
          '--var',
          'user=a',
        ])
        assert.match(output + errors, /nothing sets the variable "flag"/)
        assert.doesNotMatch(output + errors, /--var flag=/)
      })
    }))

  it('is shown by --list and --dry-run', () =>
    withShop(async shop =>
      withFolder(filesOf(shop, { one: asking('tags: [smoke]\n') }), async folder => {
        const list = await runLine(folder, ['--list', '--tags', 'smoke'])
        assert.match(list.output, /^Setup {2}apitest\.config\.yaml\n {2}Sign in\n\nMe {2}/)
        const dry = await runLine(folder, ['--dry-run'])
        assert.match(dry.output, /^Setup {2}apitest\.config\.yaml\n {2}Sign in\n {4}use: shared\/sign-in/)
        assert.deepEqual(shop.calls, [])
      }),
    ))

  it('is cleaned up after Ctrl-C', () =>
    withShop(async shop => {
      const waiting = `${asking()}  - { name: Waits, pause: 50s }\n`
      await withFolder(filesOf(shop, { one: waiting, two: asking() }), async folder => {
        let isKilled = false
        const { exitCode } = await runProgram(folder, ['--workers', '1', '--reporter', 'ndjson'], {
          onOutput: (text, kill) => {
            if (!isKilled && text.includes('"name":"Waits"')) isKilled = kill('SIGINT')
          },
        })
        assert.equal(exitCode, 130)
        assert.equal(shop.calls.at(-1), 'POST /logout')
      })
    }))

  it('runs everything again with --watch when one of its suites changes', () =>
    withShop(async shop =>
      withFolder(filesOf(shop, { one: asking(), two: asking() }), async folder => {
        const change = (name: string, text: string): Promise<void> => writeFile(path.join(folder, name), text)
        const changes = [
          () => change('shared/sign-in.apitest.yaml', `${signIn(shop.url)}\n`),
          () => change('suites/one.apitest.yaml', `${asking()}\n`),
        ]
        let seen = 0
        await runProgram(folder, ['--watch'], {
          onOutput: (text, kill) => {
            for (const waits = text.split('Waiting for a change').length - 1; seen < waits;) {
              const next = changes[seen++]
              if (next === undefined) kill('SIGINT')
              else void next()
            }
          },
        })
        assert.equal(shop.count('POST /login'), 3)
        assert.equal(shop.count('GET /me'), 2 + 2 + 1)
      }),
    ))
})

/** Values of `setup`, and the error in each. */
const wrong: readonly (readonly [setup: string, exitCode: 0 | 2, message: RegExp])[] = [
  ['[]', 2, /error bad-value {2}"setup" must not be empty/],
  ['{ use: shared/a.apitest.yaml }', 2, /error bad-value {2}"setup" must be a list/],
  ['[{ with: { x: 1 } }]', 2, /error missing-key .*"use"/],
  ['[{ request: GET http://x/ }]', 2, /error unknown-key {2}"request" is not a key/],
  ['[{ use: shared/a.apitest.yaml, once: true }]', 2, /error unknown-key {2}"once" is not a key/],
  ['[{ use: shared/a.apitest.yaml, when: { x: 1 } }]', 2, /error unknown-key {2}"when" is not a key/],
  [
    '[{ use: shared/none.apitest.yaml }]',
    2,
    /apitest\.config\.yaml:2:\d+ {2}error use-missing {2}there is no suite/,
  ],
  [
    '[{ use: shared/a.apitest.yaml }, { use: shared/b.apitest.yaml }]',
    2,
    /error duplicate-extract {2}both give "token"[^]*extracts: \{ otherToken: \$\.token \}/,
  ],
  [
    '[{ use: shared/a.apitest.yaml }, { use: shared/b.apitest.yaml, extracts: { Token: $.token } }]',
    0,
    /warning duplicate-extract {2}"Token" differs from "token"/,
  ],
  [
    '[{ use: shared/a.apitest.yaml }, { use: shared/b.apitest.yaml, extracts: { other: $.token } }]',
    0,
    /no errors/,
  ],
  [
    '[{ use: shared/rows.apitest.yaml }]',
    2,
    /error bad-value {2}"Rows" has data rows: which row would count\?/,
  ],
  ['[{ use: shared/wants.apitest.yaml }]', 2, /error inputs-missing {2}"Wants" needs user/],
  [
    '[{ use: shared/wants.apitest.yaml, with: { user: "{{nobody}}" } }]',
    2,
    /error unknown-variable {2}nothing sets the variable "nobody"/,
  ],
  [
    '[{ use: shared/wants.apitest.yaml, with: { user: "{{token}}" } }, { use: shared/a.apitest.yaml }]',
    2,
    /error unknown-variable {2}nothing sets the variable "token"/,
  ],
  [
    '[{ use: shared/a.apitest.yaml, environments: [live] }, { use: shared/wants.apitest.yaml, with: { user: "{{token}}" }, environments: [test] }]',
    2,
    /error unknown-variable {2}nothing sets the variable "token"/,
  ],
  [
    '[{ use: shared/a.apitest.yaml, environments: [live, test] }, { use: shared/wants.apitest.yaml, with: { user: "{{token}}" }, environments: [test] }]',
    0,
    /no errors/,
  ],
  [
    '[{ use: shared/wants.apitest.yaml, with: { user: "{{$uuid}}" } }]',
    2,
    /error bad-value {2}with never says the same twice, \{\{\$uuid\}\}/,
  ],
  ['[{ use: shared/idle.apitest.yaml }]', 0, /warning setup-gives-nothing {2}"Idle" gives nothing/],
  ['[{ use: shared/live.apitest.yaml }]', 0, /warning environment-ignored .*"live"/],
  ['[{ use: one.apitest.yaml }]', 0, /warning setup-runs-twice {2}"One" runs twice/],
]

describe('setup that is wrong', () => {
  const asks = 'steps: [{ request: GET http://127.0.0.1:1/, extracts: { token: $.token } }]\n'
  const files: Files = {
    'one.apitest.yaml': `suite: One\n${asks}`,
    'shared/a.apitest.yaml': `suite: A\ninputs: []\n${asks}`,
    'shared/b.apitest.yaml': `suite: B\ninputs: []\n${asks}`,
    'shared/rows.apitest.yaml': `suite: Rows\ninputs: []\ndata: [{ a: 1 }]\n${asks}`,
    'shared/wants.apitest.yaml': `suite: Wants\ninputs: [user]\nsteps: [{ request: "GET http://127.0.0.1:1/{{user}}" }]\n`,
    'shared/idle.apitest.yaml': 'suite: Idle\ninputs: []\nsteps: [{ pause: 1ms }]\n',
    'shared/live.apitest.yaml': `suite: Live\ninputs: []\nenvironment: live\n${asks}`,
  }
  for (const [setup, exitCode, message] of wrong)
    it(setup, () =>
      withFolder(
        { ...files, 'apitest.config.yaml': `environments: { live: {}, test: {} }\nsetup: ${setup}\n` },
        async folder => {
          const found = await runLine(folder, ['check', 'one.apitest.yaml'])
          assert.match(found.errors + found.output, message)
          assert.equal(found.exitCode, exitCode)
          if (exitCode === 2) assert.equal((await runLine(folder, ['one.apitest.yaml'])).exitCode, 2)
        },
      ),
    )
})
