import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { JsonObject } from '../../model/json.ts'
import type { ActionContext, ActionAnswer } from '../action.ts'
import { exchangeOf, failureOf } from '../testing/answers.ts'
import { isRunning } from '../testing/is-running.ts'
import { testContext } from '../testing/test-context.ts'
import { action } from './index.ts'

let folder = ''
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'exec-'))
})
after(() => rm(folder, { recursive: true }))

async function run(input: JsonObject, changes: Partial<ActionContext> = {}): Promise<ActionAnswer> {
  return action.perform(input, testContext({ allowExec: true, directory: folder, ...changes }))
}

test('a command runs in the shell, in the folder of the suite', async () => {
  const { response, request, success } = exchangeOf(await run({ exec: 'echo "$(pwd)" | tr a-z A-Z' }))
  assert.equal(response.body.text(), `${folder.toUpperCase()}\n`)
  assert.equal(response.status, 0)
  assert.equal(response.statusText, 'exit code 0')
  assert.equal(request.summary, 'exec echo "$(pwd)" | tr a-z A-Z')
  assert.deepEqual(success, { holds: true, expected: 'exit code 0' })
})

test('a list is a program and its arguments, without a shell', async () => {
  const { response, request } = exchangeOf(await run({ exec: ['echo', '$HOME', 'a b', 5] }))
  assert.equal(response.body.text(), '$HOME a b 5\n')
  assert.equal(request.summary, 'exec echo "$HOME" "a b" 5')
})

test('an exit code other than 0 is an exchange that did not go well, with what was written as errors', async () => {
  const { response, success } = exchangeOf(await run({ exec: 'echo out; echo "no such user" >&2; exit 3' }))
  assert.equal(response.status, 3)
  assert.equal(response.statusText, 'exit code 3\nno such user\n')
  assert.equal(response.body.text(), 'out\n')
  assert.equal(success.holds, false)
})

test('errors are kept to 4 KiB', async () => {
  const { response } = exchangeOf(await run({ exec: 'head -c 100000 /dev/zero | tr "\\0" x >&2' }))
  assert.equal(response.statusText, `exit code 0\n${'x'.repeat(4096)}`)
})

test('a program ended by a signal counts as in a shell', async () => {
  const { response } = exchangeOf(await run({ exec: 'kill -SEGV $$' }))
  assert.equal(response.status, 139)
  assert.equal(response.statusText, 'ended by SIGSEGV')
})

test('environment and input reach the program', async () => {
  const input = {
    exec: 'printf "%s %s " "$NAME" "$COUNT"; cat',
    environment: { NAME: 'Ada', COUNT: 2 },
    input: 'text',
  }
  const { response, request } = exchangeOf(await run(input))
  assert.equal(response.body.text(), 'Ada 2 text')
  assert.deepEqual(request.body, { text: 'text', size: 4, truncated: false })
})

test('without input the program reads nothing', async () => {
  assert.equal(exchangeOf(await run({ exec: 'cat' })).response.body.text(), '')
})

test('a program that does not read its large input is no failure', async () => {
  assert.equal(exchangeOf(await run({ exec: 'exit 0', input: 'x'.repeat(1_000_000) })).response.status, 0)
})

test('output can be read as JSON', async () => {
  const { response } = exchangeOf(await run({ exec: `echo '{"id": 5}'` }))
  assert.deepEqual(response.body.json(), { ok: true, value: { id: 5 } })
})

test('output nobody reads is kept to its beginning', async () => {
  const answer = await run({ exec: 'head -c 5000000 /dev/zero' }, { wantsBody: false })
  const { body } = exchangeOf(answer).response
  assert.equal(body.size, 5_000_000)
  assert.equal(body.complete, false)
  assert.equal(body.text().length, 16_384)
})

test('output larger than can be kept is a failure', async () => {
  const failure = failureOf(await run({ exec: 'head -c 70000000 /dev/zero' }, { timeout: 20_000 }))
  assert.equal(failure.message, 'the output of "head -c 70000000 /dev/zero" is larger than 64 MiB')
})

test('programs need permission', async () => {
  const failure = failureOf(await run({ exec: 'echo' }, { allowExec: false }))
  assert.equal(failure.kind, 'Exec Error')
  assert.match(failure.hint ?? '', /allow-exec.*apitest\.config\.yaml.*--allow-exec/)
})

for (const exec of ['no-such-program-here --flag', ['no-such-program-here', '--flag']])
  test(`a program that is not there is named (${typeof exec})`, async () => {
    const failure = failureOf(await run({ exec }))
    assert.equal(failure.kind, 'Exec Error')
    assert.match(failure.message, /command not found.*no-such-program-here/)
  })

test('a file that is no program is named', async () => {
  const failure = failureOf(await run({ exec: [folder] }))
  assert.equal(failure.message, `"${folder}" cannot be started (EACCES)`)
})

for (const exec of [['echo', 'a\0b'], 'echo \0', ['echo', 'x'.repeat(5_000_000)]])
  test(`arguments no program can take are a failure (${JSON.stringify(exec).slice(0, 18)})`, async () => {
    const failure = failureOf(await run({ exec }))
    assert.equal(failure.kind, 'Exec Error')
    assert.match(failure.message, /cannot be started \((ERR_INVALID_ARG_VALUE|E2BIG)\)$/)
  })

test('a program that takes too long is killed with everything it started', { timeout: 30_000 }, async () => {
  const exec = 'sh -c "trap \\"\\" TERM; echo \\$\\$ > pid; while true; do sleep 0.1; done" & sleep 60'
  const failure = failureOf(await run({ exec }, { timeout: 1_000 }))
  assert.match(failure.message, /did not end within 1 s \(timeout\)$/)
  assert.equal(failure.request?.summary, `exec ${exec}`)
  const pid = Number(await readFile(path.join(folder, 'pid'), 'utf8'))
  assert.ok(pid > 0)
  while (isRunning(pid)) await setTimeout(50)
})

test('a program is killed when the run is interrupted', async () => {
  const interruption = new AbortController()
  const answer = run({ exec: 'sleep 30' }, { signal: interruption.signal })
  interruption.abort()
  assert.equal(failureOf(await answer).message, '"sleep 30" was interrupted')
})

test('a program left in the background does not hold the step up', async () => {
  const { response, timings } = exchangeOf(await run({ exec: 'sleep 3 & echo started' }))
  assert.equal(response.body.text(), 'started\n')
  assert.ok(timings.duration < 2000)
})

test('a program left in the background goes on when the program that started it has ended', async () => {
  exchangeOf(await run({ exec: '(sleep 0.5; echo late > left.txt) & echo started' }))
  await setTimeout(1200)
  assert.equal(await readFile(path.join(folder, 'left.txt'), 'utf8'), 'late\n')
})

for (const input of [{ exec: '' }, { exec: { a: 1 } }, { exec: 'true', environment: { A: ['b', 'c'] } }])
  test(`${JSON.stringify(input)} is refused`, async () => {
    assert.equal(failureOf(await run(input)).kind, 'Exec Error')
  })
