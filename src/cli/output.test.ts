import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { describe, it } from 'node:test'
import { runProgram, runShell, withFolder } from '../testing/run-program.ts'

const suites = { 'a.apitest.yaml': 'suite: A\nsteps: [{ set: { a: 1 } }]' }
const full = '/dev/full'

describe('output that cannot be written', () => {
  it('is no failure when its reader has gone', () =>
    withFolder(suites, async folder => {
      const { exitCode, errors } = await runShell(folder, 'APITEST . | true; APITEST . --list | true')
      assert.deepEqual({ exitCode, errors }, { exitCode: 0, errors: '' })
    }))

  it('ends with 2 and the reason for a report', { skip: !existsSync(full) && `there is no ${full}` }, () =>
    withFolder(suites, async folder => {
      const { exitCode, errors } = await runProgram(folder, ['.', '-r', `json=${full}`])
      assert.equal(exitCode, 2)
      assert.match(errors, /usage {2}the json report cannot be written to \/dev\/full: ENOSPC/)
    }),
  )

  it('ends with 2 for the terminal', { skip: !existsSync(full) && `there is no ${full}` }, () =>
    withFolder(suites, async folder => {
      for (const options of ['', '--list', '--dry-run'])
        assert.equal((await runShell(folder, `APITEST . ${options} > ${full}`)).exitCode, 2, options)
    }),
  )
})

describe('what is not written', () => {
  it('outweighs a step that was not carried out', { skip: !existsSync(full) && `there is no ${full}` }, () =>
    withFolder(
      { 'a.apitest.yaml': 'suite: A\nsteps: [{ request: "GET http://127.0.0.1:1/" }]' },
      async folder => {
        assert.equal((await runProgram(folder, ['.', '-r', `json=${full}`])).exitCode, 2)
      },
    ),
  )
})

describe('an unknown option', () => {
  it('that is the name of a reporter is explained', () =>
    withFolder(suites, async folder => {
      const { exitCode, errors } = await runProgram(folder, ['.', '--junit'])
      assert.equal(exitCode, 2)
      assert.match(errors, /unknown option --junit\. Did you mean --reporter junit\?/)
    }))
})

describe('an option that is typed wrongly', () => {
  for (const [line, message] of [
    ['. --env', '--env needs a value'],
    ['. -r', '-r needs a value'],
    ['. --rows --list', '--rows needs a value'],
    ['check --var', '--var needs a value'],
    ['playground --port', '--port needs a value'],
    ['playground --port abc', '--port must be a number'],
    ['check . -r json', 'unknown option -r.'],
  ] as const)
    it(`is told as typed: ${line}`, () =>
      withFolder(suites, async folder => {
        const { exitCode, errors } = await runProgram(folder, line.split(' '))
        assert.equal(exitCode, 2)
        assert.equal(errors, `apitest: ${message}\nSee apitest --help.\n`)
      }))
})
