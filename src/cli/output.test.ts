import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { runLine, runShell, withFolder } from '../testing/run-program.ts'

const suites = { 'a.apitest.yaml': 'suite: A\nsteps: [{ set: { a: 1 }, validations: [{ variable a: 1 }] }]' }
const full = '/dev/full'

describe('output that cannot be written', () => {
  it('is no failure when its reader has gone', () =>
    withFolder(suites, async folder => {
      const { exitCode, errors } = await runShell(folder, 'APITEST . | true; APITEST . --list | true')
      assert.deepEqual({ exitCode, errors }, { exitCode: 0, errors: '' })
    }))

  it('is no failure of what is printed without a run', () =>
    withFolder(suites, async folder => {
      const lines = ['--version', 'completion', '--help'].map(text => `APITEST ${text} | true`)
      assert.equal((await runShell(folder, lines.join('; '))).errors, '')
    }))

  it('does not keep a run from cleaning up', () =>
    withFolder(
      {
        'a.apitest.yaml':
          'suite: A\nsteps: [{ set: { a: 1 } }, { pause: 100ms }, { set: { a: 2 } }, { pause: 100ms }]\nafter: [{ exec: touch cleaned }]',
      },
      async folder => {
        await runShell(folder, 'APITEST . --allow-exec | head -1')
        assert.ok(existsSync(path.join(folder, 'cleaned')))
      },
    ))

  it('of two reporters in one file is refused', () =>
    withFolder(suites, async folder => {
      const { exitCode, errors } = await runLine(folder, ['.', '-r', 'json=x', '-r', 'junit=./x'])
      assert.equal(exitCode, 2)
      assert.match(errors, /json and junit would both write to \.\/x/)
    }))

  it('ends with 2 and the reason for a report', { skip: !existsSync(full) && `there is no ${full}` }, () =>
    withFolder(suites, async folder => {
      const { exitCode, errors } = await runLine(folder, ['.', '-r', `json=${full}`])
      assert.equal(exitCode, 2)
      assert.match(errors, /usage {2}the json report cannot be written to \/dev\/full: ENOSPC/)
    }),
  )

  it('ends with 2 for the terminal', { skip: !existsSync(full) && `there is no ${full}` }, () =>
    withFolder(suites, async folder => {
      for (const line of ['.', '. --list', '. --dry-run', '--version']) {
        const { exitCode, errors } = await runShell(folder, `APITEST ${line} > ${full}`)
        assert.equal(exitCode, 2, line)
        assert.doesNotMatch(errors, /^ {4}at /m)
      }
    }),
  )
})

describe('what is not written', () => {
  it('outweighs a step that was not carried out', { skip: !existsSync(full) && `there is no ${full}` }, () =>
    withFolder(
      { 'a.apitest.yaml': 'suite: A\nsteps: [{ request: "GET http://127.0.0.1:1/" }]' },
      async folder => {
        assert.equal((await runLine(folder, ['.', '-r', `json=${full}`])).exitCode, 2)
      },
    ),
  )
})

describe('an unknown option', () => {
  it('that is the name of a reporter is explained', () =>
    withFolder(suites, async folder => {
      const { exitCode, errors } = await runLine(folder, ['.', '--junit'])
      assert.equal(exitCode, 2)
      assert.match(errors, /unknown option --junit\n {2}hint: Write -r junit\./)
    }))
})

describe('an option that is typed wrongly', () => {
  for (const [line, message, hint = ''] of [
    ['. --env', '--env needs a value', 'Write --env staging. '],
    ['. -r', '-r needs a value'],
    ['. --rows --list', '--rows needs a value', 'Write --rows 2. '],
    ['check --var', '--var needs a value', 'Write --var user=ada. '],
    ['playground --port', '--port needs a value', 'Write --port 4010. '],
    ['playground here', '"here" is one argument too many'],
    ['check . -r json', '-r is an option of a run, not of check'],
    ['check . --tags a', '--tags is an option of a run, not of check'],
    ['. --dry-run=yes', '--dry-run takes no value, and "yes" is one', 'Write --dry-run alone. '],
    ['. --list=1', '--list takes no value, and "1" is one', 'Write --list alone. '],
    ['. --no-tags', 'unknown option --no-tags', 'Leave --tags out. '],
    ['. -e a --env b', '--env is given more than once', 'It takes one value. '],
    ['. --grep a --grep b', '--grep is given more than once', 'It takes one value. '],
    // F7: what names something is not empty, as it is where a variable of the shell is not set.
    ...['. --spec ', '. --config ', '. --data ', '. --env ', 'check --config '].map(
      line => [line, `${line.split(' ')[1] ?? ''} is empty`, 'Is a variable of the shell not set? '] as const,
    ),
    ['merge-reports', 'merge-reports needs the files to join', 'Name the JSON reports of the shards. '],
    ['. -v', '-v needs a value', '-v is --var; --verbose shows more. '],
    ['collections list', '"list" is one argument too many', 'apitest collections alone lists them. '],
    ['poll http://127.0.0.1:1/ --until x', '--until cannot be "x"', 'It is validations or success. '],
    [
      'import x --format y',
      '--format cannot be "y"',
      'It is postman, postman-v3, openapi, har, http, hurl, insomnia, opencollection, bruno, arazzo or curl. ',
    ],
    // F7: what other tools call an option is answered with what is written here.
    ...(
      [
        ['sse http://x/ --timeout 2s', '--timeout', '--max-time 2s'],
        ['ws ws://x/ --timeout=2s', '--timeout', '--max-time 2s'],
        ['listen kafka a b --timeout 2s', '--timeout', '--max-time 2s'],
        ['. --timeout 7s', '--timeout', '`settings: { timeout: 7s }` in the suite or in apitest.config.yaml'],
        [
          '. --timeout 7000',
          '--timeout',
          '`settings: { timeout: 5s }` in the suite or in apitest.config.yaml',
        ],
        [
          '. --insecure',
          '--insecure',
          '`settings: { tls: { verify: false } }` in the suite or in apitest.config.yaml',
        ],
        ['. -o a.xml', '-o', '-r junit=a.xml; -r json=report.json is another report'],
        [
          '. -n 5',
          '-n',
          '--data users.csv to run once per row of a file, or `data` in the suite; --repeat 5 runs all of it so often',
        ],
        ['. --repeat-each 5', '--repeat-each', '--repeat 5'],
        ['. --retry 2', '--retry', '--retries 2'],
        ['. --global-timeout 10m', '--global-timeout', '--max-time 10m'],
        ['. --only Read', '--only', 'FILE:LINE to run the step in a line: `apitest orders.apitest.yaml:12`'],
        ['. --environment x', '--environment', '--env x'],
        ['check --environment x', '--environment', '--env x'],
        ['. --iteration-data x.csv', '--iteration-data', '--data x.csv'],
        ['. --env-var a=b', '--env-var', '--var a=VALUE'],
        ['. --variable a', '--variable', '--var a'],
        ['. --parallel 4', '--parallel', '--workers 4'],
        ['. --test Orders', '--test', '--grep Orders'],
        ['load . --duration 5s', '--duration', '--for 5s'],
        ['load . --vus 5', '--vus', '--callers 5'],
        ['poll --attempts 3 http://x/', '--attempts', '--times 3'],
      ] as const
    ).map(([line, option, hint]) => [line, `unknown option ${option}`, `Write ${hint}. `] as const),
    [
      '. --vus 3',
      'unknown option --vus',
      'Write `apitest load PATH --callers 10 --for 30s`: a run goes through each suite once. ',
    ],
  ] as const)
    it(`is told as typed: ${line}`, () =>
      withFolder(suites, async folder => {
        const { exitCode, errors } = await runLine(folder, line.split(' '))
        assert.equal(exitCode, 2)
        assert.equal(
          errors,
          `error usage  ${message}\n  hint: ${hint}See apitest ${/^[a-z-]+/.exec(line) === null ? '' : `${line.split(' ')[0] ?? ''} `}--help.\n`,
        )
      }))
})

it('a number out of its range is told in the same way', () =>
  withFolder(suites, async folder => {
    for (const port of ['abc', '70000']) {
      const { exitCode, errors } = await runLine(folder, ['playground', '--port', port])
      assert.equal(`${exitCode} ${errors}`, '2 error usage  --port must be a whole number from 0 to 65535\n')
    }
  }))

describe('words of other tools on the command line', () => {
  for (const [line, message] of [
    ['test a.apitest.yaml', /no file or folder test\n {2}hint: Suites are run by `apitest run PATH`/],
    ['lint .', /hint: Suites are checked by `apitest check PATH`/],
    [
      'new foo',
      /folder new\n {2}hint: A first suite is written by `apitest init`\.\n\n.*folder foo\n {2}hint: Looked for/,
    ],
    ['. -r cli,junit', /"cli,junit" is several\n {2}hint: Repeat the option: -r pretty -r junit=FILE\./],
    ['. -r cli', /there is no reporter "cli"\n {2}hint: That of the terminal is -r pretty/],
    ['. --var a:b', /hint: Write --var a=b\./],
    ['contract check http://x/ --spec a --tags a', /unknown option --tags\n {2}hint: Write --tag a\./],
    ['send http://127.0.0.1:1/ POST', /hint: The method comes first: apitest send POST URL/],
    ['send http://127.0.0.1:1/ --data @nofile', /hint: Paths are relative to the working folder: this one/],
  ] as const)
    it(`F7: are answered with what is written here: ${line}`, () =>
      withFolder(suites, async folder => {
        const { exitCode, output, errors } = await runLine(folder, line.split(' '))
        assert.equal(exitCode, 2)
        assert.match(output + errors, message)
      }))
})
