import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { runLine, runShell, withFolder } from '../testing/run-program.ts'

const suite = (step: string): string => `suite: A\nsteps:\n  - ${step}\n`
const pipe = 'it is a pipe, a socket or a device'

/** The file beside a suite in its folder, the words that are run, and the message. */
const refused: Readonly<Record<string, readonly [text: string, words: readonly string[], told: string]>> = {
  'a pipe among the suites': [
    suite('set: { a: 1 }'),
    ['check', '.'],
    `pipe.apitest.yaml cannot be read: ${pipe}`,
  ],
  'a device that is used': [
    suite('use: /dev/zero'),
    ['check', 'a.apitest.yaml'],
    `/dev/zero cannot be read: ${pipe}`,
  ],
  'a pipe as configuration': [
    suite('set: { a: 1 }'),
    ['check', 'a.apitest.yaml', '--config', 'pipe.apitest.yaml'],
    pipe,
  ],
  'a suite that is too large': [
    suite('set: { a: 1 }'),
    ['check', 'large.yaml'],
    'large.yaml cannot be read: it is larger than 10 MiB',
  ],
  'a report that is a device': [suite('set: { a: 1 }'), ['merge-reports', '/dev/zero'], pipe],
}

describe('A7: what is not read', { concurrency: 2 }, () => {
  for (const [name, [text, words, told]] of Object.entries(refused))
    it(name, { timeout: 20_000 }, () =>
      withFolder({ 'a.apitest.yaml': text, 'large.yaml': '' }, async folder => {
        execFileSync('mkfifo', [path.join(folder, 'pipe.apitest.yaml')])
        truncateSync(path.join(folder, 'large.yaml'), 10 * 1024 * 1024 + 1)
        const { exitCode, errors, output } = await runLine(folder, words)
        assert.equal(exitCode, 2, errors)
        assert.ok(`${errors}${output}`.includes(told), `${errors}${output}`)
      }),
    )

  it('does not count what a shell hands over', () =>
    withFolder({ 'a.apitest.yaml': suite('set: { a: "{{b}}" }') }, async folder => {
      const line = `bash -c 'APITEST check a.apitest.yaml --config <(echo "variables: { b: 1 }")'`
      const { exitCode, errors } = await runShell(folder, line)
      assert.equal(exitCode, 0, errors)
    }))
})

describe('A7: a check', () => {
  const long = 'a'.repeat(100_000)
  for (const [name, text] of Object.entries({
    'of a key': suite(`{ request: GET http://x/y, validations: [$.${long}: 1] }`),
    'of a key that sounds secret': suite(`request: GET http://x/y\n    $.${'token'.repeat(20_000)}: 1`),
    'of an extract': suite(`{ request: GET http://x/y, extracts: { x: $.${long} } }`),
  }))
    it(`${name} with a hundred thousand letters takes no longer than others`, () =>
      withFolder({}, async folder => {
        writeFileSync(path.join(folder, 'a.apitest.yaml'), text)
        const { output } = await runShell(
          folder,
          'bash -c "ulimit -t 4; APITEST check . >/dev/null 2>&1"; echo $?',
        )
        assert.ok(['0\n', '2\n'].includes(output), output)
      }))
})
