import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { CallRecord } from '../model/call-record.ts'
import { withPracticeServer } from '../testing/practice-server.ts'
import { type Files, runLine, runProgram, withFolder } from '../testing/run-program.ts'

const file = '.tool/api-collections.json'

/** Runs suites (`URL` is a running server) with these arguments, and then looks at what was recorded. */
async function afterRun(
  files: Files,
  args: readonly string[],
  look: (folder: string, calls: readonly CallRecord[], printed: string) => void | Promise<void>,
): Promise<void> {
  await withPracticeServer(url => {
    const there = Object.entries(files).map(([name, text]) => [name, text.replaceAll('URL', url)])
    return withFolder(Object.fromEntries(there) as Files, async folder => {
      const { output, errors } = await runLine(folder, args)
      await look(folder, await callsIn(folder), output + errors)
    })
  })
}

async function callsIn(folder: string): Promise<readonly CallRecord[]> {
  const { output } = await runLine(folder, ['history', '--json', '-n', '500'])
  return output === '' ? [] : (JSON.parse(output) as readonly CallRecord[])
}

const two = `suite: Two
steps:
  - { name: Good, request: GET URL/ok?a=1 }
  - { name: Bad, request: GET URL/status/500 }
`

describe('a run is recorded', () => {
  it('with every call, in the order of their ends', () =>
    afterRun({ 'a/b.apitest.yaml': two }, ['a'], (_, calls) => {
      const facts = calls.map(({ source, response, outcome, reason }) => [
        source,
        response?.status,
        outcome,
        reason,
      ])
      const place = { kind: 'suite', file: 'a/b.apitest.yaml' }
      assert.deepEqual(facts, [
        [{ ...place, line: 3, step: 'Good' }, 200, 'passed', undefined],
        [{ ...place, line: 4, step: 'Bad' }, 500, 'failed', 'status: Expected 2xx or 3xx, got 500'],
      ])
      assert.equal(calls[0]?.response?.headers[0]?.[0], 'content-type')
      assert.match(calls[0].response.body?.text ?? '', /Ada/)
      assert.ok((calls[0].phases?.firstByte ?? 0) > 0)
    }))

  it('once for a step that is tried again, with the last exchange', () =>
    afterRun({ 'a.apitest.yaml': retried }, ['.'], (_, calls) => {
      assert.deepEqual(
        calls.map(({ attempts, response }) => [attempts, response?.status]),
        [[3, 200]],
      )
    }))

  it('with the number of the data row', () =>
    afterRun({ 'a.apitest.yaml': rows }, ['.'], (_, calls) => {
      assert.deepEqual(
        calls.map(({ source }) => (source.kind === 'suite' ? source.row : undefined)),
        [1, 2],
      )
    }))

  it('with the steps of a suite that a step uses, under their own file', () =>
    afterRun({ 'a.apitest.yaml': using, 'used.apitest.yaml': two }, ['a.apitest.yaml'], (_, calls) => {
      assert.deepEqual(
        calls.map(({ source }) => source.kind === 'suite' && source.file),
        ['used.apitest.yaml', 'used.apitest.yaml'],
      )
    }))

  it('with a call that got no answer', () =>
    afterRun({ 'a.apitest.yaml': two.replaceAll('URL', 'http://127.0.0.1:1') }, ['.'], (_, calls) => {
      assert.equal(calls.length, 1)
      assert.equal(calls[0]?.response, undefined)
      assert.match(calls[0]?.reason ?? '', /^Network Error: connect ECONNREFUSED/)
    }))

  it('without secrets in any form', () =>
    afterRun({ 'a.apitest.yaml': secretive }, ['.'], async (folder, calls) => {
      assert.equal(calls.length, 1)
      const text = await readFile(path.join(folder, file), 'utf8')
      const forms = ['s3cr/et"w', encodeURIComponent('s3cr/et"w'), 's3cr/et\\"w', 's3cr/et\\\\\\"w']
      for (const form of [...forms, Buffer.from('s3cr/et"w').toString('base64')])
        assert.ok(!text.includes(form), form)
      assert.match(text, /\*\*\*/)
    }))

  it('also when it is interrupted', () =>
    withPracticeServer(url =>
      withFolder({ 'a.apitest.yaml': hanging.replaceAll('URL', url) }, async folder => {
        let interrupted = false
        const { exitCode } = await runProgram(folder, ['.', '--reporter', 'ndjson'], {
          onOutput: (output, kill) => {
            // Once: a second one, when the run has ended and its output still comes, would kill the program.
            if (!interrupted && output.includes('"name":"Waits"')) interrupted = kill('SIGINT')
          },
        })
        assert.equal(exitCode, 130)
        assert.equal((await callsIn(folder))[0]?.response?.status, 200)
      }),
    ))

  it('beside the configuration', () =>
    afterRun({ 'apitest.config.yaml': 'workers: 1', 'a/b.apitest.yaml': two }, ['a'], async folder => {
      assert.ok(existsSync(path.join(folder, file)))
      const below = await runLine(path.join(folder, 'a'), ['history'])
      assert.match(below.output, /a\/b\.apitest\.yaml:3/)
    }))
})

const retried = 'suite: A\nsteps: [{ request: GET URL/count, retry: { attempts: 5, interval: 1ms } }]'
const rows = 'suite: A\ndata: [{ a: 1 }, { a: 2 }]\nsteps: [{ request: "GET URL/ok?{{a}}" }]'
const using = 'suite: A\nsteps: [{ use: used.apitest.yaml }]'
const secretive = `suite: A
secrets: { password: 's3cr/et"w' }
steps:
  - request: POST URL/ok?p={{password}}
    headers: { x-password: "{{password}}" }
    auth: { basic: { username: ada, password: "{{password}}" } }
    json: { password: "{{password}}" }
`
const hanging = `suite: A
steps:
  - { name: First, request: GET URL/ok }
  - { name: Waits, request: GET URL/never }
`

describe('a run is not recorded', () => {
  it('with --no-history', () =>
    afterRun({ 'a.apitest.yaml': two }, ['.', '--no-history'], folder => {
      assert.ok(!existsSync(path.join(folder, file)))
    }))

  it('with `history: false` in the configuration, unless --history is given', () =>
    afterRun({ 'a.apitest.yaml': two, 'apitest.config.yaml': 'history: false' }, ['.'], async folder => {
      assert.ok(!existsSync(path.join(folder, file)))
      await runLine(folder, ['.', '--history'])
      assert.equal((await callsIn(folder)).length, 2)
    }))

  it('when the file cannot be read: a warning says so, and the run goes on', () =>
    afterRun({ 'a.apitest.yaml': rows, [file]: '{ half' }, ['.'], async (folder, _, printed) => {
      assert.match(printed, /warning store-unreadable {2}.*api-collections\.json is not JSON\n {2}hint: /)
      assert.match(printed, /Passed/)
      assert.equal(await readFile(path.join(folder, file), 'utf8'), '{ half')
    }))
})

describe('apitest history', () => {
  it('lists the calls, the newest last', () =>
    afterRun({ 'a.apitest.yaml': two }, ['.'], async (folder, calls) => {
      const { output, exitCode } = await runLine(folder, ['history'])
      const line = /^([0-9a-f]{7}) {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}(. \d+) .*(GET \S+) {2}(\S+)$/
      const parts = output
        .trimEnd()
        .split('\n')
        .map(text => line.exec(text)?.slice(1))
      assert.deepEqual(
        parts,
        calls.map(({ id, request }, index) => [
          id,
          index === 0 ? '✓ 200' : '✗ 500',
          `GET ${request.url}`,
          `a.apitest.yaml:${index + 3}`,
        ]),
      )
      assert.equal(exitCode, 0)
    }))

  for (const [args, shown] of [
    [['-n', '1'], ['Bad']],
    [['--failed'], ['Bad']],
    [['--grep', 'GET .*a=1$'], ['Good']],
    [['-g', 'ok', '-n', '1'], ['Good']],
    [['-g', 'nothing'], []],
  ] as const)
    it(`chooses by ${args.join(' ')}`, () =>
      afterRun({ 'a.apitest.yaml': two }, ['.'], async folder => {
        const { output } = await runLine(folder, ['history', '--json', ...args])
        const calls = JSON.parse(output) as readonly CallRecord[]
        assert.deepEqual(
          calls.map(({ source }) => source.kind === 'suite' && source.step),
          shown,
        )
      }))

  it('shows a call by the beginning of its id, or the newest', () =>
    afterRun({ 'a.apitest.yaml': two }, ['.'], async (folder, [good, bad]) => {
      const shown = await runLine(folder, ['history', 'show', good?.id.slice(0, 6) ?? ''])
      assert.match(shown.output, /✓ passed\nfrom a\.apitest\.yaml:3 Good\ntook .*first byte [\d.]+ ms/)
      assert.match(shown.output, /→ GET .*\/ok\?a=1\n {2}host: [^]*← 200 OK[^]*"name": "Ada"/)
      const newest = await runLine(folder, ['history', 'show', '--json'])
      assert.deepEqual(JSON.parse(newest.output), bad)
    }))

  it('forgets all calls', () =>
    afterRun({ 'a.apitest.yaml': two }, ['.'], async folder => {
      assert.equal((await runLine(folder, ['history', 'clear'])).output, '2 calls forgotten\n')
      assert.equal((await runLine(folder, ['history'])).errors, 'no calls\n')
      assert.equal((await runLine(folder, ['history', 'clear'])).output, '0 calls forgotten\n')
    }))

  for (const [args, message] of [
    [['show', 'fff'], 'no call in the history has the id fff'],
    [['show'], 'the call history is empty'],
    [['-n', '0'], '--count must be a whole number from 1'],
    [['--grep', '('], 'is not a regular expression'],
    [['--grep', ''], '--grep is an empty expression'],
    [['sow'], '"sow" is one argument too many'],
    [['show', '--failed'], '--failed is an option of history, not of history show'],
  ] as const)
    it(`refuses ${args.join(' ')}`, () =>
      withFolder({}, async folder => {
        const { exitCode, errors } = await runLine(folder, ['history', ...args])
        assert.equal(exitCode, 2)
        assert.ok(errors.includes(message), errors)
      }))
})
