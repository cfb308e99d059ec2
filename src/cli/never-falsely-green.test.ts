import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withPracticeServer } from '../testing/practice-server.ts'
import { type Files, runLine, withFolder } from '../testing/run-program.ts'
import { freePort } from '../testing/ports.ts'

/** One way to be wrong, and what must come of it. */
interface Wrong {
  readonly what: string
  /** The text of `a.apitest.yaml`, `URL` standing for the server; or several files. */
  readonly files: string | Files
  readonly args?: readonly string[]
  readonly exitCode: number
  readonly message: RegExp
}

const step = (text: string): string => `suite: A\nsteps:\n  - request: GET URL/ok\n${text}`

const ways: readonly Wrong[] = [
  {
    what: 'F10: a misspelled command',
    files: step(''),
    args: ['chekc'],
    exitCode: 2,
    message: /no file or folder chekc[\s\S]*Did you mean `apitest check`\?/,
  },
  {
    what: 'a misspelled key',
    files: 'suite: A\nstepps: []\nsteps: [{ request: GET URL/ok }]',
    exitCode: 2,
    message: /a\.apitest\.yaml:2:1.*unknown-key.*"stepps".*Did you mean "steps"\?/s,
  },
  {
    what: 'a misspelled key of a step',
    files: step('    validatons: [{ status: 200 }]'),
    exitCode: 2,
    message: /unknown-key.*Did you mean "validations"\?/s,
  },
  {
    what: 'a misspelled target',
    files: step('    validations: [{ statuss: 200 }]'),
    exitCode: 2,
    message: /unknown-target.*Did you mean "status"\?/s,
  },
  {
    what: 'a misspelled operator',
    files: step('    validations: [{ $.name: { contain: A } }]'),
    exitCode: 2,
    message: /unknown-operator.*contains: A/s,
  },
  {
    what: 'two targets in one validation',
    files: step('    validations: [{ status: 200, text: x }]'),
    exitCode: 2,
    message: /bad-value.*only 1 key/s,
  },
  { what: 'unparseable YAML', files: 'suite: A\nsteps: [', exitCode: 2, message: /yaml-syntax/ },
  {
    what: 'a key twice',
    files: 'suite: A\nsuite: B\nsteps: [{ request: GET URL/ok }]',
    exitCode: 2,
    message: /duplicate-key/,
  },
  { what: 'an empty file', files: '', exitCode: 2, message: /file-empty/ },
  { what: 'a file of comments', files: '# nothing yet\n', exitCode: 2, message: /file-empty/ },
  { what: 'no steps', files: 'suite: A\nsteps: []', exitCode: 2, message: /"steps" must not be empty/ },
  {
    what: 'a step that does nothing',
    files: 'suite: A\nsteps: [{ name: Nothing }]',
    exitCode: 2,
    message: /action-key/,
  },
  { what: 'two actions in one step', files: step('    pause: 1s'), exitCode: 2, message: /action-key.*two/s },
  {
    what: 'a key of another action',
    files: 'suite: A\nsteps: [{ pause: 1ms, json: {} }]',
    exitCode: 2,
    message: /misplaced-key.*"json" belongs to "request"/s,
  },
  {
    what: 'a suite whose every step is skipped',
    files: 'suite: A\nvariables: { stage: y }\nsteps:\n  - request: GET URL/ok\n    when: { stage: x }',
    exitCode: 2,
    message: /a\.apitest\.yaml:4:5.*nothing-selected.*every step was skipped.*Expected equals x, got y/s,
  },
  ...['', ',', '!', 'smoke,!'].map(tags => ({
    what: `--tags with nothing in it: "${tags}"`,
    files: step(''),
    args: ['.', '--tags', tags],
    exitCode: 2,
    message: /usage.*--tags ".*" lacks a tag/,
  })),
  {
    what: '--grep with nothing in it',
    files: step(''),
    args: ['.', '--grep', ''],
    exitCode: 2,
    message: /usage.*--grep "" is an empty expression/,
  },
  {
    what: '--grep that matches nothing',
    files: step(''),
    args: ['.', '--grep', 'zzz'],
    exitCode: 2,
    message: /nothing-selected.*--grep zzz selects no step/,
  },
  {
    what: '--data that does not exist',
    files: step(''),
    args: ['.', '--data', 'nope.csv'],
    exitCode: 2,
    message: /data-missing.*The path of --data is relative to the folder you are in/s,
  },
  { what: 'an empty folder', files: {}, exitCode: 2, message: /no-suites.*there are no suites/s },
  { what: 'a folder without suites', files: { 'readme.txt': 'x' }, exitCode: 2, message: /no-suites/ },
  {
    what: 'a missing path',
    files: step(''),
    args: ['nowhere/'],
    exitCode: 2,
    message: /path-missing.*nowhere/s,
  },
  {
    what: 'suites that use each other in many ways',
    files: {
      'a.apitest.yaml': 'suite: A\nsteps: [{ use: b.yaml }]',
      'b.yaml': 'suite: B\nsteps: [{ use: c.yaml }, { use: c.yaml }]',
      'c.yaml': 'suite: C\nsteps: [{ use: b.yaml }, { use: b.yaml }]',
    },
    exitCode: 2,
    message: /b\.yaml.*use-cycle.*c\.yaml.*use-cycle/s,
  },
  {
    what: 'a suite that is only known once the run goes on',
    files: 'suite: A\nvariables: { other: b }\nsteps: [{ use: "{{other}}.yaml" }]',
    exitCode: 2,
    message: /use-missing.*must be known/s,
  },
  {
    what: 'no path and no configuration',
    files: step(''),
    args: ['-w', '1'],
    exitCode: 2,
    message: /no suites are named[^]*or \. for all below this folder/,
  },
  {
    what: 'an empty data file',
    files: { 'a.apitest.yaml': step(''), 'rows.csv': '' },
    args: ['.', '--data', 'rows.csv'],
    exitCode: 2,
    message: /data-empty/,
  },
  {
    what: 'a data file with nothing but a header',
    files: { 'a.apitest.yaml': step(''), 'rows.csv': 'id,name\n' },
    args: ['.', '--data', 'rows.csv'],
    exitCode: 2,
    message: /data-empty/,
  },
  {
    what: 'a missing data file',
    files: step(''),
    args: ['.', '--data', 'rows.csv'],
    exitCode: 2,
    message: /data-missing.*rows\.csv/s,
  },
  {
    what: 'more rows than are run',
    files: { 'a.apitest.yaml': step(''), 'rows.csv': `id\n${'1\n'.repeat(101)}` },
    args: ['.', '--data', 'rows.csv'],
    exitCode: 2,
    message: /data-too-long.*101.*--rows/s,
  },
  {
    what: '--rows beyond the maximum',
    files: step(''),
    args: ['.', '--rows', '5000'],
    exitCode: 2,
    message: /--rows must be a whole number from 1 to 1000/,
  },
  {
    what: 'tags that select nothing',
    files: step(''),
    args: ['.', '--tags', 'nope'],
    exitCode: 2,
    message: /nothing-selected.*--tags nope selects no step/s,
  },
  {
    what: 'a --grep that selects nothing',
    files: step(''),
    args: ['.', '--grep', 'nope'],
    exitCode: 2,
    message: /nothing-selected/,
  },
  {
    what: 'an empty shard',
    files: step(''),
    args: ['.', '--shard', '2/2'],
    exitCode: 2,
    message: /shard 2\/2 is empty/,
  },
  {
    what: '--last-failed when nothing failed, and something fails now',
    files: step('    validations: [{ status: 299 }]'),
    args: ['.', '--last-failed'],
    exitCode: 1,
    message: /nothing-selected.*--last-failed runs everything/,
  },
  {
    what: 'an unknown environment',
    files: step(''),
    args: ['.', '--env', 'nowhere'],
    exitCode: 2,
    message: /environment-unknown.*"nowhere"/s,
  },
  {
    what: 'an unknown option',
    files: step(''),
    args: ['.', '--reportr', 'dot'],
    exitCode: 2,
    message: /unknown option --reportr\n {2}hint: Did you mean --reporter\?/,
  },
  {
    what: 'an unknown reporter',
    files: step(''),
    args: ['.', '--reporter', 'juint'],
    exitCode: 2,
    message: /no reporter "juint"\n.*Did you mean "junit"\?/,
  },
  {
    what: 'an undefined variable',
    files: 'suite: A\nsteps: [{ request: "GET URL/{{nmae}}" }]',
    exitCode: 2,
    message: /unknown-variable.*"nmae"/s,
  },
  {
    what: 'a variable that a later step sets',
    files:
      'suite: A\nsteps:\n  - request: "GET URL/{{id}}"\n  - request: GET URL/ok\n    extracts: { id: $.id }',
    exitCode: 2,
    message: /a later step sets it/,
  },
  {
    what: 'an unset environment variable',
    files: 'suite: A\nsteps: [{ request: "GET URL/{{env.APITEST_NOT_SET}}" }]',
    exitCode: 2,
    message: /environment variable APITEST_NOT_SET is not set/,
  },
  {
    what: 'an unquoted template',
    files: 'suite: A\nvariables: { id: 1, other: {{id}} }\nsteps: [{ request: GET URL/ok }]',
    exitCode: 2,
    message: /unquoted-template.*in quotes/s,
  },
  {
    what: 'an unclosed template',
    files: 'suite: A\nsteps: [{ request: "GET URL/{{id" }]',
    exitCode: 2,
    message: /template-syntax/,
  },
  {
    what: 'a bad JSONPath',
    files: step('    validations: [{ "$.items[": 1 }]'),
    exitCode: 2,
    message: /bad-json-path/,
  },
  {
    what: 'a bad regular expression',
    files: step('    validations: [{ $.name: { matches-regex: "(" } }]'),
    exitCode: 2,
    message: /bad-regular-expression/,
  },
  {
    what: 'a missing schema file',
    files: step('    validations: [{ schema: user.json }]'),
    exitCode: 2,
    message: /schema-file-missing.*user\.json/s,
  },
  {
    what: 'a duplicate step id',
    files: step('    id: one\n  - request: GET URL/ok\n    id: one'),
    exitCode: 2,
    message: /duplicate-step-id/,
  },
  {
    what: 'a duplicate extract',
    files: step('    extracts: { id: $.id }\n  - request: GET URL/ok\n    extracts: { id: $.id }'),
    exitCode: 2,
    message: /duplicate-extract/,
  },
  {
    what: 'a suite to use that is not there',
    files: 'suite: A\nsteps: [{ use: b.apitest.yaml }]',
    exitCode: 2,
    message: /use-missing/,
  },
  {
    what: 'a suite that uses itself',
    files: 'suite: A\nsteps: [{ use: a.apitest.yaml }]',
    exitCode: 2,
    message: /use-cycle/,
  },
  {
    what: 'a request without a method',
    files: 'suite: A\nsteps: [{ request: URL/ok }]',
    exitCode: 2,
    message: /has no method/,
  },
  {
    what: 'a broken configuration',
    files: { 'a.apitest.yaml': step(''), 'apitest.config.yaml': 'enviroment: local' },
    exitCode: 2,
    message: /apitest\.config\.yaml:1:1.*Did you mean "environment"\?/s,
  },
  {
    what: 'a missing body file',
    files: 'suite: A\nsteps: [{ request: POST URL/ok, file: body.json }]',
    exitCode: 2,
    message: /file-missing.*there is no file body\.json/,
  },
  {
    what: 'a missing part file',
    files: 'suite: A\nsteps: [{ request: POST URL/ok, multipart: { photo: { file: cat.png } } }]',
    exitCode: 2,
    message: /file-missing.*there is no file cat\.png/,
  },
  {
    what: 'an unreachable host',
    files: 'suite: A\nsteps: [{ request: GET http://no-such-host.invalid/ }]',
    exitCode: 3,
    message: /Network Error: .*no-such-host\.invalid/,
  },
  {
    what: 'a wrong port',
    files: 'suite: A\nsteps: [{ request: GET CLOSED/ }]',
    exitCode: 3,
    message: /Network Error: .*ECONNREFUSED/,
  },
  {
    what: 'TLS where there is none',
    files: 'suite: A\nsteps: [{ request: GET SECURE/ok }]',
    exitCode: 3,
    message: /Network Error: /,
  },
  {
    what: 'a timeout',
    files: 'suite: A\nsteps: [{ request: GET URL/never, timeout: 200ms }]',
    exitCode: 3,
    message: /Network Error: .*200 ms/,
  },
  {
    what: 'a command that is not allowed',
    files: 'suite: A\nsteps: [{ exec: echo hi }]',
    exitCode: 3,
    message: /Exec Error.*allow-exec/s,
  },
  {
    what: 'a status that is no success',
    files: 'suite: A\nsteps: [{ request: GET URL/status/500 }]',
    exitCode: 1,
    message: /status: Expected 2xx or 3xx, got 500/,
  },
  {
    what: 'a validation that does not hold',
    files: step('    validations: [{ $.name: Bob }]'),
    exitCode: 1,
    message: /body-json-path \$\.name: Expected equals Bob, got Ada/,
  },
  {
    what: 'a misspelled path under not-equals',
    files: step('    validations: [{ $.nmae: { not-equals: Bob } }]'),
    exitCode: 1,
    message: /body-json-path \$\.nmae: Expected not-equals Bob, got nothing/,
  },
  {
    what: 'an extract that finds nothing',
    files: step('    extracts: { x: $.missing }'),
    exitCode: 1,
    message: /\$\.missing/,
  },
  {
    what: 'a row whose status is another',
    files: { 'a.apitest.yaml': step(''), 'rows.csv': 'expected_status\n200\n404\n' },
    args: ['.', '--data', 'rows.csv'],
    exitCode: 1,
    message: /status: Expected equals 404, got 200/,
  },
  {
    what: 'a poll that never comes true',
    files: step('    retry: { attempts: 2, interval: 1ms }\n    validations: [{ $.name: Bob }]'),
    exitCode: 1,
    message: /Expected equals Bob, got Ada/,
  },
  {
    what: 'a report that cannot be written',
    files: step(''),
    args: ['.', '--reporter', 'junit=a.apitest.yaml/report.xml'],
    exitCode: 2,
    message: /cannot be written/,
  },
]

describe('a run that tested nothing, or not what was meant, is never green', () => {
  for (const way of ways)
    it(`${way.what}: exit ${way.exitCode}`, () => withPracticeServer(url => check(way, url)))
})

async function check({ files, args = ['.'], exitCode, message }: Wrong, url: string): Promise<void> {
  const closed = await freePort()
  const fill = (text: string): string =>
    text
      .replaceAll('URL', url)
      .replaceAll('SECURE', url.replace('http:', 'https:'))
      .replaceAll('CLOSED', `http://127.0.0.1:${closed}`)
  const written: Files = typeof files === 'string' ? { 'a.apitest.yaml': files } : files
  const filled = Object.fromEntries(Object.entries(written).map(([name, text]) => [name, fill(text)]))
  await withFolder(filled, async folder => {
    const finished = await runLine(folder, args)
    const said = finished.output + finished.errors
    assert.equal(finished.exitCode, exitCode, said)
    assert.match(said, message)
    assert.doesNotMatch(said, /\n\s+at .*\(.*:\d+:\d+\)/, 'no stack trace')
  })
}

describe('what is not judged, and not chosen', () => {
  it('B5: pretty and junit name a validation that its conditions left out', () =>
    withPracticeServer(async url => {
      const text = `suite: A\nsteps:\n  - request: GET ${url}/ok\n  - request: GET ${url}/ok\n    validations: [{ status: { one-of: [200, 404] } }, { $.name: Bob, when: { status: 404 } }]\n`
      await withFolder({ 'a.apitest.yaml': text }, async folder => {
        const told = /body-json-path \$\.name was not judged \(status: Expected equals 404, got 200\)/
        assert.match((await runLine(folder, ['.', '--verbose'])).output, told)
        assert.match((await runLine(folder, ['.', '-r', 'junit'])).output, told)
        const listed = await runLine(folder, ['.', '--last-failed', '--list'])
        assert.equal(listed.exitCode, 0)
        assert.match(listed.errors, /nothing failed in the last run, so --last-failed runs everything/)
      })
    }))
})
