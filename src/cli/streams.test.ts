import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startPlayground, type Playground } from '../../playground/start-playground.ts'
import { runLine, runShell, withFolder } from '../testing/run-program.ts'

let playground: Playground | undefined
before(async () => {
  playground = await startPlayground({ port: 0 })
})
after(() => playground?.close())

/** Runs the program in an empty folder. */
function run(...given: readonly string[]): ReturnType<typeof runLine> {
  const words = given.map(word => word.replace('PLAYGROUND', playground?.url ?? ''))
  return withFolder({}, folder => runLine(folder, [...words, '--no-history']))
}

describe('apitest ws', () => {
  it('sends messages and prints what was said', async () => {
    const { exitCode, output, errors } = await run('ws', 'PLAYGROUND/ws/echo', '--message', 'hi')
    assert.equal(exitCode, 0, output + errors)
    assert.match(output, /HTTP 101 Switching Protocols/)
    assert.match(output, /↑ text hi\n.*↓ text hi\n/)
  })

  it('sends what standard input has', async () => {
    const line = `printf hello | APITEST ws ${playground?.url ?? ''}/ws/echo --message - -s --no-history`
    const { output, errors } = await runShell(process.cwd(), line)
    assert.equal(output, '["hello"]', errors)
  })

  it('asks for a count that is one, and for a query that is not empty', async () => {
    const many = await run('ws', 'PLAYGROUND/ws/echo', '--count', 'many')
    assert.deepEqual([many.exitCode, many.errors], [2, 'error usage  --count needs a whole number\n'])
    const empty = await run('ws', 'PLAYGROUND/graphql', '--graphql', '')
    assert.equal(empty.exitCode, 2)
    assert.match(empty.errors, /--graphql is empty/)
  })

  it('waits for nothing with --count 0', async () => {
    const { exitCode, output } = await run('ws', 'PLAYGROUND/ws/echo', '--message', 'hi', '--count', '0')
    assert.equal(exitCode, 0)
    assert.match(output, /^\[\]$/m)
  })

  it('prints the awaited messages alone', async () => {
    const given = ['--message', '{"type":"ping"}', '--expect', '$.type: pong', '--body-only']
    const { output } = await run('ws', 'PLAYGROUND/ws/feed', ...given)
    assert.deepEqual(JSON.parse(output), [{ type: 'pong' }])
  })

  it('runs a subscription', async () => {
    const given = ['--graphql', 'subscription { countdown(from: 1, interval: 1) }', '--count', '2', '-s']
    const { output } = await run('ws', 'PLAYGROUND/graphql', ...given)
    assert.deepEqual(JSON.parse(output), [{ data: { countdown: 1 } }, { data: { countdown: 0 } }])
  })

  it('fails when nothing comes, and tells a refusal', async () => {
    const late = await run('ws', 'PLAYGROUND/ws/echo', '--count', '1', '-m', '0.2')
    assert.equal(late.exitCode, 1)
    assert.match(late.output, /messages: Expected 1 within 200 ms, got no message at all/)
    const refused = await run('ws', 'PLAYGROUND/ws/feed', '--bearer', 'wrong')
    assert.equal(refused.exitCode, 1)
    assert.match(refused.output, /status: Expected 101, got 401 Unauthorized: \{"type"/)
  })

  it('needs a URL and an expectation that is one', async () => {
    assert.match((await run('ws')).errors, /a URL is needed/)
    assert.match(
      (await run('ws', 'PLAYGROUND/ws/echo', '--expect', 'x')).errors,
      /does not say what is expected/,
    )
    assert.match(
      (await run('ws', 'PLAYGROUND/ws/echo', '--expect', 'even: x')).errors,
      /"even" is not a key of "expect"/,
    )
  })
})

describe('the call history', () => {
  for (const [words, title] of [
    [
      ['ws', 'PLAYGROUND/ws/echo', '--message', 'hi', '--count', '1'],
      / {2}ws:\/\/.*\/ws\/echo {2}apitest ws$/m,
    ],
    [['sse', 'PLAYGROUND/ajax/sse', '--query', 'interval=1'], / {2}GET .*\/ajax\/sse\S* {2}apitest sse$/m],
    [['poll', 'PLAYGROUND/api/health'], / {2}GET .*\/api\/health {2}apitest poll$/m],
  ] as const)
    it(`says that a call was made by ${words[0]}`, () =>
      withFolder({}, async folder => {
        const typed = words.map(word => word.replace('PLAYGROUND', playground?.url ?? ''))
        assert.equal((await runLine(folder, typed)).exitCode, 0)
        assert.match((await runLine(folder, ['history'])).output, title)
      }))
})

describe('apitest sse', () => {
  it('prints the awaited events', async () => {
    const given = ['--query', 'interval=1', '--expect', '$.number: 2', '--body-only']
    const { exitCode, output } = await run('sse', 'PLAYGROUND/ajax/sse', ...given)
    assert.equal(exitCode, 0)
    assert.match(output, /^\[\{"event":"notification","data":\{"number":2/)
  })

  it('goes on behind the last event that is known, and prints one document', async () => {
    const { output } = await run('sse', 'PLAYGROUND/ajax/sse', '--last-event-id', '4', '--json-output')
    const document = JSON.parse(output) as { transcript: { entries: readonly { kind: string }[] } }
    assert.equal(document.transcript.entries.at(-1)?.kind, 'event notification id 5')
  })
})
