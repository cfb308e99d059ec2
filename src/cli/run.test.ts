import assert from 'node:assert/strict'
import { copyFile, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { withPracticeServer } from '../testing/practice-server.ts'
import { type Files, runLine, runProgram, runShell, withFolder } from '../testing/run-program.ts'

/** A folder with suites whose `URL` is a running server. */
async function inProject(files: Files, use: (folder: string, url: string) => Promise<void>): Promise<void> {
  await withPracticeServer(url =>
    withFolder(
      Object.fromEntries(Object.entries(files).map(([name, text]) => [name, text.replaceAll('URL', url)])),
      folder => use(folder, url),
    ),
  )
}

const passing = 'suite: Good\ntags: [smoke]\nsteps: [{ request: GET URL/ok, name: Fine }]'
const failing = 'suite: Bad\nsteps: [{ request: GET URL/status/500, name: Broken }]'

describe('a suite with inputs that nobody gives', () => {
  const files = {
    'a.apitest.yaml': `${passing.slice(0, -1)}, { use: used.apitest.yaml, with: { user: 1 } }]`,
    'used.apitest.yaml': 'suite: Used\ninputs: [user]\nsteps: [{ set: { who: "{{user}}" } }]',
    'broker.apitest.yaml': 'suite: B\ninputs: [url, topic]\nsteps: [{ set: { place: "{{url}}/{{topic}}" } }]',
  }

  it('is named in the summary, unless another one uses it', () =>
    inProject(files, async folder => {
      const { exitCode, output } = await runLine(folder, ['.', '--var', 'topic=a'])
      assert.equal(exitCode, 0, output)
      assert.match(output, /Files {5}1 passed \(1\)\n {2}Left out {2}broker\.apitest\.yaml needs --var url\n/)
    }))

  it('is not, when only some steps were asked for', () =>
    inProject(files, async folder => {
      const { output } = await runLine(folder, ['.', '--tags', 'smoke'])
      assert.doesNotMatch(output, /Left out/)
    }))
})

function brokenSuites(count: number): Readonly<Record<string, string>> {
  const names = Array.from({ length: count }, (_, index) => `${index}.apitest.yaml`)
  return Object.fromEntries(names.map(name => [name, 'suite: [']))
}

describe('exit codes', () => {
  it('0: everything passed', () =>
    inProject({ 'a.apitest.yaml': passing }, async folder => {
      assert.equal((await runLine(folder, ['.'])).exitCode, 0)
    }))

  it('1: a test failed', () =>
    inProject({ 'a.apitest.yaml': passing, 'b.apitest.yaml': failing }, async folder => {
      assert.equal((await runLine(folder, ['.'])).exitCode, 1)
    }))

  it('2: a file has problems, and nothing was sent', () =>
    inProject({ 'a.apitest.yaml': passing, 'b.apitest.yaml': 'suite: Bad' }, async folder => {
      const { exitCode, output } = await runLine(folder, ['.'])
      assert.equal(exitCode, 2)
      assert.match(output, /nothing was sent/)
    }))

  it('2: many files have problems, of which the first are shown', () =>
    withFolder(brokenSuites(60), async folder => {
      for (const [words, shown] of [
        [['run', '.'], 50],
        [['run', '.', '--dry-run'], 50],
        [['check', '.'], 50],
        [['check', '.', '--verbose'], 60],
      ] as const) {
        const { exitCode, output, errors } = await runLine(folder, words)
        assert.equal(exitCode, 2)
        assert.equal((output + errors).split('yaml-syntax').length - 1, shown, words.join(' '))
        assert.equal(/10 more problems are not shown here/.test(output + errors), shown === 50)
      }
    }))

  it('3: a step could not be carried out, which outweighs a failed one', () =>
    inProject(
      { 'a.apitest.yaml': failing, 'b.apitest.yaml': passing.replace('URL', 'http://127.0.0.1:1') },
      async folder => {
        assert.equal((await runLine(folder, ['.'])).exitCode, 3)
      },
    ))

  it('130: interrupted; `after` has run and the report is whole', () =>
    inProject(
      {
        'a.apitest.yaml':
          'suite: Long\nsteps:\n  - request: GET URL/never\nafter:\n  - request: GET URL/ok\n    name: Clean up',
      },
      async folder => {
        let interrupted = false
        const { exitCode } = await runProgram(folder, ['.', '-r', 'ndjson', '-r', 'json=report.json'], {
          onOutput: (output, kill) => {
            if (interrupted || !output.includes('step-started')) return
            interrupted = true
            kill('SIGINT')
          },
        })
        assert.equal(exitCode, 130)
        const report = JSON.parse(await readFile(path.join(folder, 'report.json'), 'utf8')) as {
          summary: { interrupted: boolean }
          suites: { results: { name: string; outcome: string }[] }[]
        }
        assert.equal(report.summary.interrupted, true)
        assert.deepEqual(
          report.suites[0]?.results.map(({ name, outcome }) => `${outcome} ${name}`).at(-1),
          'passed Clean up',
        )
      },
    ))
})

describe('choosing what runs', () => {
  it('--tags, --grep and --list', () =>
    inProject({ 'a.apitest.yaml': passing, 'b.apitest.yaml': failing }, async folder => {
      assert.equal((await runLine(folder, ['.', '--tags', 'smoke'])).exitCode, 0)
      assert.equal((await runLine(folder, ['.', '--tags', '!smoke'])).exitCode, 1)
      const listed = await runLine(folder, ['.', '--list', '--grep', 'Bad > Broken'])
      assert.equal(listed.output, 'Bad  b.apitest.yaml\n  Broken\n\n1 file, 1 step\n')
    }))

  it('says which step that was left out may set what is missing', () =>
    inProject(
      {
        'a.apitest.yaml': `suite: A
steps:
  - { name: makes, script: "pm.environment.set('to' + 'ken', 1)" }
  - { name: uses, request: "GET URL/{{token}}" }`,
      },
      async folder => {
        const { output, exitCode } = await runLine(folder, ['a.apitest.yaml:4'])
        assert.equal(exitCode, 3)
        assert.match(
          output,
          /unknown variable "token"[^]*hint: The step "makes" may set it, and the selection leaves it/,
        )
        assert.doesNotMatch((await runLine(folder, ['.'])).output, /the selection/)
      },
    ))

  it('--rows runs the first rows of a longer file, of a suite or of --data, and tells how many it leaves out', () =>
    withFolder(
      {
        'a.apitest.yaml':
          'suite: A\ndata: rows.json\nmocks: { m: { routes: [{ route: GET /, answer: 200 }] } }\nsteps: [{ request: "GET {{mocks.m.url}}/?id={{id}}" }]',
        'rows.json': JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id }))),
        'other.csv': 'id\n1\n2\n3\n4\n5\n6\n7\n',
      },
      async folder => {
        const refused = await runLine(folder, ['.'])
        assert.equal(refused.exitCode, 2, refused.output)
        const own = await runLine(folder, ['.', '--rows', '5'])
        assert.equal(own.exitCode, 0, own.output)
        assert.match(
          own.output,
          /warning data-too-long {2}from here on, 195 of 200 rows are left out by --rows 5/,
        )
        assert.match(own.output, /Rows +5 passed/)
        const given = await runLine(folder, ['.', '--data', 'other.csv', '--rows', '5'])
        assert.match(given.output, /^other\.csv:7:1 {2}warning data-too-long .* 2 of 7 rows/m)
        assert.match(given.output, /Rows +5 passed/)
      },
    ))

  it('--last-failed runs only the files and rows that failed', () =>
    inProject(
      {
        'a.apitest.yaml': passing,
        'b.apitest.yaml':
          'suite: Rows\ndata: [{ code: 200 }, { code: 500 }]\nsteps: [{ request: "GET URL/status/{{code}}" }]',
      },
      async folder => {
        await runLine(folder, ['.'])
        const { output } = await runLine(folder, ['.', '--last-failed', '-r', 'ndjson'])
        const rows = output.split('\n').filter(line => line.includes('"row-finished"'))
        assert.equal(rows.length, 1)
        assert.match(rows[0] ?? '', /"number":2/)
        assert.doesNotMatch(output, /a\.apitest\.yaml/)
      },
    ))

  it('--last-failed knows the files from any folder, and those that it did not come to', () =>
    inProject(
      { 'apitest.config.yaml': 'suites: [.]', 'a/a.apitest.yaml': failing, 'b/b.apitest.yaml': failing },
      async folder => {
        await runLine(path.join(folder, 'a'), ['.', '../b'])
        await runLine(folder, ['--last-failed', '--bail', '1', '--workers', '1'])
        const { output } = await runLine(path.join(folder, 'b'), ['..', '--last-failed', '--list'])
        assert.match(output, /2 files, 2 steps/)
      },
    ))

  it('--last-failed runs all rows when the failed ones are gone', () =>
    inProject(
      {
        'a.apitest.yaml': 'suite: A\ndata: rows.csv\nsteps: [{ request: "GET URL/status/{{code}}" }]',
        'rows.csv': 'code\n200\n500\n',
      },
      async folder => {
        await runLine(folder, ['.'])
        await writeFile(path.join(folder, 'rows.csv'), 'code\n500\n')
        assert.equal((await runLine(folder, ['.', '--last-failed'])).exitCode, 1)
      },
    ))

  it('--shard splits the files, and merge-reports joins them', () =>
    inProject({ 'a.apitest.yaml': passing, 'b.apitest.yaml': failing }, async folder => {
      assert.equal((await runLine(folder, ['.', '--shard', '1/2', '-r', 'json=1.json'])).exitCode, 0)
      assert.equal((await runLine(folder, ['.', '--shard', '2/2', '-r', 'json=2.json'])).exitCode, 1)
      const merged = await runLine(folder, ['merge-reports', '1.json', '2.json'])
      assert.equal(merged.exitCode, 1)
      assert.match(merged.output, /1 failed, 1 passed \(2\)/)
    }))

  it('merge-reports refuses reports that are not the whole of one run', () =>
    inProject({ 'a.apitest.yaml': passing, 'b.apitest.yaml': failing }, async folder => {
      await runLine(folder, ['.', '--shard', '1/2', '-r', 'json=1.json'])
      await runLine(folder, ['.', '--shard', '2/2', '-r', 'json=2.json'])
      await copyFile(path.join(folder, '1.json'), path.join(folder, 'copy.json'))
      for (const [files, message] of [
        [['1.json'], /shard 2\/2 is missing/],
        [['1.json', '1.json', '2.json'], /1\.json is named twice/],
        [['1.json', '2.json', 'copy.json'], /copy\.json reports a run that 1\.json has already reported/],
        [['.'], /\. is a folder/],
      ] as const) {
        const { exitCode, errors } = await runLine(folder, ['merge-reports', ...files])
        assert.equal(exitCode, 2)
        assert.match(errors, message)
      }
    }))

  it('merge-reports refuses what is no report', () =>
    inProject({ '1.json': '{"version":1,"suites":[{}]}', '2.json': '[]' }, async folder => {
      const { exitCode, errors } = await runLine(folder, ['merge-reports', '1.json', '2.json', '3.json'])
      assert.equal(exitCode, 2)
      assert.match(errors, /1\.json is not a report[\s\S]*2\.json is not a report[\s\S]*no report 3\.json/)
    }))

  it('A7: merge-reports names what is missing or wrong in a report', () =>
    inProject({ 'a.apitest.yaml': passing }, async folder => {
      await runLine(folder, ['.', '-r', 'json=1.json'])
      const file = path.join(folder, '1.json')
      const whole = await readFile(file, 'utf8')
      for (const [written, message] of [
        [whole.replaceAll('"startedAt"', '"begun"'), /1\.json is not a report: \/suites\/0\S* must have/],
        [whole.replaceAll('"passed"', '"great"'), /1\.json is not a report: \/suites\/0\S* must be/],
      ] as const) {
        await writeFile(file, written)
        const { exitCode, errors } = await runLine(folder, ['merge-reports', '1.json'])
        assert.equal(exitCode, 2)
        assert.match(errors, message)
      }
    }))

  it('--dry-run shows the requests and sends nothing', () =>
    inProject(
      {
        'a.apitest.yaml':
          'suite: A\nvariables: { id: 7 }\nsteps: [{ request: "POST URL/count?id={{id}}", json: { later: 1 } }]',
      },
      async (folder, url) => {
        const { output, exitCode } = await runLine(folder, ['.', '--dry-run'])
        assert.equal(exitCode, 0)
        assert.match(output, /POST .*\/count\?id=7/)
        const { calls } = (await (await fetch(`${url}/count`)).json()) as { calls: number }
        assert.equal(calls, 1)
      },
    ))
})

describe('secrets', () => {
  const suite = `
suite: A
variables: { token: from-variables }
data: [{ password: from-a-row }]
steps:
  - name: Ask {{env.ONE}}
    when: { env.TWO: from-two }
    request: GET URL/ok
    auth: { bearer: written-here }
  - name: Ask {{env.ONE}}
    request: GET URL/ok
    auth: { basic: { username: ada, password: "{{password}}" } }
    validations: [{ $.name: "{{env.THREE}}" }]
  - when: { env.TWO: something else }
    request: GET URL/ok
    auth: { bearer: "{{token}}" }`
  const environment = { ONE: 'from-one', TWO: 'from-two', THREE: 'from-three' }

  it('appear in no report, wherever a suite names them', () =>
    inProject({ 'a.apitest.yaml': suite }, async folder => {
      const { exitCode, output } = await runLine(folder, ['.', '-r', 'ndjson'], { environment })
      assert.equal(exitCode, 1)
      assert.doesNotMatch(output, /from-(one|two|three|variables|a-row)|written-here/)
    }))

  it('appear in no problem', () =>
    inProject(
      {
        'a.apitest.yaml':
          'suite: A\nsecrets:\n  password: "hunter22{{"\nsteps:\n  - request: GET URL/ok\n    auth: { bearr: hunter33 }',
      },
      async folder => {
        const { exitCode, output } = await runLine(folder, ['.'])
        assert.equal(exitCode, 2)
        assert.match(output, /3:13 {2}error template-syntax[\s\S]*6:13 {2}error unknown-key/)
        assert.doesNotMatch(output, /hunter/)
      },
    ))

  it('appear in no dry run', () =>
    inProject({ 'a.apitest.yaml': suite }, async folder => {
      const { exitCode, output } = await runLine(folder, ['.', '--dry-run'], { environment })
      assert.equal(exitCode, 0)
      assert.match(output, /row 1 {2}password=\*\*\*/)
      assert.doesNotMatch(output, /from-(one|two|three|variables|a-row)|written-here/)
    }))

  it('appear in no dry run of a broker, nor as cookies', () => {
    const sasl = 'sasl: { mechanism: plain, username: a, password: sesame-1 }'
    const text = `suite: A
steps:
  - { kafka: publish, brokers: "127.0.0.1:1", topic: a, text: sesame-1, ${sasl} }
  - { request: GET http://127.0.0.1:1/, headers: { Cookie: ["a=sesame-2", "sid={{pin}}"] }, variables: { pin: x } }
`
    return inProject({ 'a.apitest.yaml': text }, async folder => {
      const { output } = await runLine(folder, ['.', '--dry-run'])
      assert.match(output, /"password":"\*\*\*"[\s\S]*headers: \{"Cookie":\["a=\*\*\*","sid=\*\*\*"\]\}/)
      assert.doesNotMatch(output, /sesame/)
    })
  })
})

describe('the command line', () => {
  it('prints no colours in a pipe, on a build server either, unless they are forced', () =>
    inProject({ 'a.apitest.yaml': passing, 'bad.apitest.yaml': 'suite: Bad\nstps: []\n' }, async folder => {
      for (const args of [['a.apitest.yaml'], ['bad.apitest.yaml']]) {
        const ci = await runLine(folder, args, { environment: { CI: 'true' } })
        assert.ok(!(ci.output + ci.errors).includes('\u001b'))
        const forced = await runLine(folder, args, { environment: { FORCE_COLOR: '1' } })
        assert.ok((forced.output + forced.errors).includes('\u001b'))
      }
    }))

  it('--bail alone stops at the first failure, wherever it stands', () =>
    inProject(
      {
        'a.apitest.yaml':
          'suite: A\nsettings: { stop-on-failure: false }\nsteps: [{ request: GET URL/status/500 }, { request: GET URL/ok }]',
      },
      async folder => {
        for (const args of [
          ['.', '--bail', '-r', 'dot'],
          ['--bail', '.', '-r', 'dot'],
          ['.', '-r', 'dot', '--bail'],
        ]) {
          const { output } = await runLine(folder, args)
          assert.match(output, /1 failed, 1 skipped/, args.join(' '))
        }
      },
    ))

  it('prints a completion script, and completes', () =>
    withFolder({}, async folder => {
      const { exitCode, output, errors } = await runLine(folder, ['completion'])
      assert.deepEqual([exitCode, errors], [0, ''])
      assert.match(output, /^###-begin-apitest-completions-###[\s\S]*###-end-apitest-completions-###\n*$/)
      const completed = await runLine(folder, ['--get-yargs-completions', 'apitest', '--rep'])
      assert.match(completed.output, /--reporter/)
      assert.equal(completed.exitCode, 0)
    }))

  it('--dry-run shows the variables of steps, and fills them in as long as they are known', () =>
    inProject(
      {
        'a.apitest.yaml':
          'suite: A\nsecrets: { pin: hidden-1 }\nsteps:\n' +
          '  - request: GET URL/{{id}}/{{who}}\n    variables: { who: Ada, id: "{{$uuid}}", key: "{{pin}}{{later}}" }\n' +
          '    extracts: { later: $.id, who: { from: $.name, optional: true } }\n' +
          '    when: { later: { exists: false } }\n' +
          '  - request: GET URL/{{id}}/{{who}}',
      },
      async folder => {
        const { output } = await runLine(folder, ['.', '--dry-run', '--var', 'later=0'])
        const [, id = ''] =
          /variables: \{"who":"Ada","id":"([\w-]{36})","key":"\*\*\*0"\}\n/.exec(output) ?? []
        assert.ok(output.includes(`/${id}/Ada\n`), output)
        assert.ok(output.includes(`/${id}/{{who}}\n`), output)
      },
    ))

  it('--dry-run shows names with the braces that they mean', () =>
    inProject(
      { 'a.apitest.yaml': 'suite: A\nsteps:\n  - name: One of \\{{these}}\n    request: GET URL/ok' },
      async folder => {
        const { output } = await runLine(folder, ['.', '--dry-run'])
        assert.match(output, /^ {2}One of \{\{these\}\}$/m)
      },
    ))

  it('--dry-run fills in what is known and leaves the rest', () =>
    inProject(
      {
        'a.apitest.yaml':
          'suite: A\nvariables: { base: URL }\nsteps:\n  - request: GET {{base}}/ok\n    extracts: { id: $.id }\n  - request: GET {{base}}/ok/{{id}}',
      },
      async (folder, url) => {
        const { output } = await runLine(folder, ['.', '--dry-run'])
        assert.ok(output.includes(`request: GET ${url}/ok/{{id}}`), output)
      },
    ))
})

describe('surroundings', () => {
  const environments = `
environment: local
environments:
  local: { variables: { where: local } }
  staging: { variables: { where: staging } }
variables: { where: nowhere, who: configuration }`
  const suite = `
suite: A
variables: { who: suite }
steps:
  - request: GET URL/ok?where={{where}}&who={{who}}
    validations: [{ $.path: "{{expected}}" }]`

  it('the environment wins over the suite, and --var over both', () =>
    inProject({ 'apitest.config.yaml': environments, 'a.apitest.yaml': suite }, async folder => {
      const run = async (expected: string, ...args: string[]): Promise<number | null> =>
        (await runLine(folder, ['.', '--var', `expected=${expected}`, ...args])).exitCode
      assert.equal(await run('/ok?where=local&who=suite'), 0)
      assert.equal(await run('/ok?where=staging&who=suite', '--env', 'staging'), 0)
      assert.equal(await run('/ok?where=me&who=you', '--var', 'where=me', '--var', 'who=you'), 0)
    }))

  it('--env-file gives what the process environment does not', () =>
    inProject(
      {
        '.env': 'ONE=from-file\nTWO=from-file\n',
        'a.apitest.yaml':
          'suite: A\nsteps: [{ request: "GET URL/ok?{{env.ONE}}-{{env.TWO}}", validations: [{ $.path: { ends-with: "from-file-from-process" } }] }]',
      },
      async folder => {
        const { exitCode, output } = await runLine(folder, ['.', '--env-file', '.env'], {
          environment: { TWO: 'from-process' },
        })
        assert.equal(exitCode, 0, output)
        assert.doesNotMatch(output, /from-file|from-process/)
      },
    ))

  const missingFile = {
    'apitest.config.yaml': 'env-file: .env\n',
    'a.apitest.yaml': 'suite: A\nsteps: [{ request: "GET URL/ok?{{env.ONE}}" }]',
  }

  it('C8: runs without the env-file of the configuration when the process has every value', () =>
    inProject(missingFile, async folder => {
      for (const [args, environment, code] of [
        [['.'], { ONE: 'from-process' }, 0],
        [['check', '.'], {}, 0],
      ] as const) {
        const { exitCode, output, errors } = await runLine(folder, args, { environment })
        assert.equal(exitCode, code, output + errors)
      }
    }))

  it('C8: names the missing env-file where a value is missing', () =>
    inProject(missingFile, async folder => {
      for (const args of [
        ['.'],
        ['send', 'http://127.0.0.1:1/{{env.ONE}}'],
        ['wait', 'tcp://{{env.ONE}}:1'],
      ]) {
        const { exitCode, output, errors } = await runLine(folder, args)
        assert.equal(exitCode, 2, output + errors)
        assert.match(output + errors, /environment variable "?ONE"? is not set/)
        assert.match(output + errors, /hint: .*env-file, .*\.env, which is not there\./)
      }
    }))

  it('masks secrets in what a service that failed has printed', () =>
    withFolder(
      {
        'apitest.config.yaml':
          'secrets: { password: hunter-two }\nservices: [{ name: broken, command: "echo hunter-two; exit 7", url: "http://127.0.0.1:1/" }]',
        'a.apitest.yaml': 'suite: A\nsteps: [{ pause: 1ms }]',
      },
      async folder => {
        const { output, exitCode } = await runLine(folder, ['.', '-r', 'ndjson'])
        assert.equal(exitCode, 3)
        assert.match(output, /"service".*echo \*\*\*;.*its last output:\\n {2}\*\*\*/s)
        assert.doesNotMatch(output, /hunter-two/)
      },
    ))

  it('masks the secrets of the configuration in a line that is not YAML', () =>
    withFolder(
      {
        'apitest.config.yaml': 'secrets: { password: hunter-two, pin: 1 }',
        'a.apitest.yaml': 'suite: A\nsteps: [{ text: "hunter-two" ]',
      },
      async folder => {
        const { output, errors, exitCode } = await runLine(folder, ['check', '.'])
        assert.equal(exitCode, 2)
        assert.match(errors, /secret-too-short {2}the secret "pin"[^]*yaml-syntax[^]*\*\*\*/)
        assert.doesNotMatch(output + errors, /hunter-two/)
      },
    ))

  it('checks the templates of the configuration', () =>
    withFolder(
      {
        'apitest.config.yaml': 'variables: { a: "{{b" }',
        'a.apitest.yaml': 'suite: A\nsteps: [{ pause: 1ms }]',
      },
      async folder => {
        const { errors, exitCode } = await runLine(folder, ['check', '.'])
        assert.equal(exitCode, 2)
        assert.match(errors, /apitest\.config\.yaml:1:\d+ {2}error template-syntax/)
      },
    ))

  it('--no-stop-on-failure wins over the settings of a used suite', () =>
    withFolder(
      {
        'a.apitest.yaml': 'suite: A\nsteps: [{ use: used.apitest.yaml }]',
        'used.apitest.yaml':
          'suite: Used\nsettings: { stop-on-failure: true }\nsteps: [{ exec: "exit 1" }, { name: second, pause: 1ms }]',
      },
      async folder => {
        const args = ['a.apitest.yaml', '--allow-exec', '-r', 'json']
        const { output } = await runLine(folder, [...args, '--no-stop-on-failure'])
        assert.match(
          output,
          /"name":"second"[^}]*},"outcome":"passed"|"name":"second".{0,200}"outcome":"passed"/s,
        )
      },
    ))

  it('--grep that takes too long is told, not thrown', () =>
    withFolder({ 'a.apitest.yaml': `suite: ${'a'.repeat(40)}!\nsteps: [{ pause: 1ms }]` }, async folder => {
      const { errors, output, exitCode } = await runLine(folder, ['.', '--grep', '^(?=(a+)+$)'])
      assert.equal(exitCode, 2)
      assert.match(errors + output, /usage {2}--grep .* cannot be used: the pattern .* took longer/)
    }))

  it('services start before the suites and are gone afterwards', () =>
    withFolder(
      {
        'server.cjs':
          "require('node:http').createServer((_, answer) => answer.end('{}')).listen(Number(process.env.PORT), '127.0.0.1')",
        'apitest.config.yaml': `
services:
  - name: mine
    command: node server.cjs
    url: http://127.0.0.1:48217/
    environment: { PORT: 48217 }`,
        'a.apitest.yaml': 'suite: A\nsteps: [{ request: GET http://127.0.0.1:48217/ }]',
      },
      async folder => {
        const { exitCode, output } = await runLine(folder, ['.'])
        assert.equal(exitCode, 0, output)
        await assert.rejects(fetch('http://127.0.0.1:48217/'))
      },
    ))

  it('a configuration whose environment nobody defined stands in the way', () =>
    inProject(
      { 'apitest.config.yaml': 'environment: locl\nenvironments: { local: {} }', 'a.apitest.yaml': passing },
      async folder => {
        const { exitCode, output } = await runLine(folder, ['.'])
        assert.equal(exitCode, 2)
        assert.match(output, /environment-unknown.*"locl".*Did you mean "local"\?/s)
      },
    ))

  it('a configuration that is empty, or none that can be read, stands in the way', () =>
    inProject({ 'apitest.config.yaml': '# later', 'a.apitest.yaml': passing }, async folder => {
      assert.match((await runLine(folder, ['.'])).output, /file-empty[\s\S]*or write \{\}/)
      assert.match((await runLine(folder, ['.', '-c', '.'])).output, /file-unreadable.*it is a folder/)
    }))

  it('a service that ends at once ends the run at once, with its last lines', () =>
    inProject(
      {
        'apitest.config.yaml':
          'services: [{ name: broken, command: "echo no such port >&2; exit 7", url: "http://127.0.0.1:1/" }]',
        'a.apitest.yaml': passing,
      },
      async folder => {
        const { exitCode, output } = await runLine(folder, ['.'])
        assert.equal(exitCode, 3)
        assert.match(output, /service-failed[\s\S]*7[\s\S]*no such port/)
      },
    ))
})

describe('--watch', () => {
  /**
   * Watches in `folder`. Each time the program waits, the next of `changes` is made; behind the last one it is ended: when it
   * waits once more, or after a second in which it does not run again.
   */
  async function watching(
    folder: string,
    args: readonly string[],
    changes: readonly (() => Promise<void>)[],
    { runsAgain = true } = {},
  ): Promise<string> {
    let seen = 0
    const { output } = await runProgram(folder, [...args, '--watch'], {
      onOutput: (text, kill) => {
        const waits = text.split('Waiting for a change').length - 1
        while (seen < waits) {
          const next = changes[seen++]
          if (next === undefined) kill('SIGINT')
          else void next()
          if (!runsAgain && seen === changes.length) setTimeout(kill, 1000, 'SIGINT')
        }
      },
    })
    return output
  }

  const change = (folder: string): Promise<void> =>
    writeFile(path.join(folder, 'a.apitest.yaml'), passing.replaceAll('URL', 'http://127.0.0.1:1'))

  it('runs again when a file changes, until interrupted', () =>
    inProject({ 'a.apitest.yaml': passing }, async folder => {
      const output = await watching(folder, ['.'], [() => change(folder)])
      assert.match(output, /1 passed[\s\S]*Network Error/)
    }))

  it('F10: runs again what a change has an effect on, and all where nobody knows', () => {
    const using = 'suite: U\nsteps: [{ use: a.apitest.yaml }]'
    const files = { 'a.apitest.yaml': passing, 'b.apitest.yaml': passing, 'c.apitest.yaml': using }
    return inProject(files, async folder => {
      const write = (): Promise<void> => writeFile(path.join(folder, 'd.csv'), 'a')
      const output = await watching(folder, ['.', '-r', 'tap'], [() => change(folder), write])
      const runs = output.split('Waiting for a change').slice(0, 3)
      const ran = runs.map(text =>
        ['a', 'b', 'c'].filter(name => text.includes(`${name}.apitest.yaml`)).join(' '),
      )
      assert.deepEqual(ran, ['a b c', 'a c', 'a b c'], output)
    })
  })

  it('watches the suites that the configuration names', () =>
    inProject({ 'apitest.config.yaml': 'suites: [.]', 'a.apitest.yaml': passing }, async folder => {
      const output = await watching(folder, [], [() => change(folder)])
      assert.match(output, /1 passed[\s\S]*Network Error/)
    }))

  it('runs again when a named file is deleted and written anew', () =>
    inProject({ 'a.apitest.yaml': passing, 'b.apitest.yaml': passing }, async folder => {
      const output = await watching(
        folder,
        ['a.apitest.yaml'],
        [() => rm(path.join(folder, 'a.apitest.yaml')), () => change(folder)],
      )
      assert.match(output, /1 passed[\s\S]*path-missing[\s\S]*Network Error/)
    }))

  it('does not run again for a file beside the named one', () =>
    inProject({ 'a.apitest.yaml': passing, 'b.apitest.yaml': passing }, async folder => {
      const output = await watching(folder, ['b.apitest.yaml'], [() => change(folder)], { runsAgain: false })
      assert.equal(output.split('Waiting for a change').length - 1, 1, output)
    }))

  it('does not run again for the reports that it writes', () =>
    inProject({ 'a.apitest.yaml': passing }, async folder => {
      const args = ['.', '-r', 'pretty', '-r', 'json=reports/report.json']
      const output = await watching(folder, args, [() => Promise.resolve()], { runsAgain: false })
      assert.equal(output.split('1 passed').length - 1, 2, output)
      assert.doesNotMatch(output, /Interrupted/)
    }))

  it('does not run again for folders of reports, saved bodies and snapshots that it writes', () => {
    const suite = [
      'suite: A',
      'steps:',
      '  - exec: date +%s%N',
      '    save-to: now.txt',
      '  - exec: date +%s%N',
      '    validations: [{ snapshot: now }]',
    ].join('\n')
    return inProject({ 'a.apitest.yaml': suite, 'target.json': '' }, async folder => {
      await symlink('target.json', path.join(folder, 'link.json'))
      const more = ['-r', 'pretty', '-r', 'allure', '-r', 'json=link.json']
      const args = ['.', '--save-dir', 'bodies', '--update-snapshots', '--allow-exec', ...more]
      const write = (): Promise<void> => writeFile(path.join(folder, 'a.apitest.yaml'), `${suite}\n`)
      const output = await watching(folder, args, [write, () => Promise.resolve()], { runsAgain: false })
      assert.equal(output.split('Waiting for a change').length - 1, 2, output)
    })
  })

  it(
    'does not run again for what it prints into a file beside the suites',
    { skip: process.platform === 'win32' },
    () =>
      inProject({ 'a.apitest.yaml': passing }, async folder => {
        for (const into of ['> out.txt 2> errors.txt', '>> out.txt 2>&1']) {
          await runShell(
            folder,
            `APITEST . --watch ${into} & until grep -q Waiting out.txt; do sleep 0.1; done; sleep 1; kill -INT $!; wait`,
          )
          const output = await readFile(path.join(folder, 'out.txt'), 'utf8')
          await rm(path.join(folder, 'out.txt'))
          assert.equal(output.split('Waiting for a change').length - 1, 1, output)
        }
      }),
  )
})
