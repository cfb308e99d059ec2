import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type { JsonObject } from '../../model/json.ts'
import type { ActionAnswer, ActionContext } from '../action.ts'
import { RunResources } from '../resources.ts'
import { exchangeOf, failureOf } from '../testing/answers.ts'
import { isRunning } from '../testing/is-running.ts'
import { testContext } from '../testing/test-context.ts'
import { action } from './index.ts'
import { freePort } from '../../testing/ports.ts'

let folder = ''
let resources = new RunResources()
const closers: (() => unknown)[] = []
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'apitest-wait-'))
  await writeFile(path.join(folder, 'server.mjs'), server)
})
beforeEach(() => {
  resources = new RunResources()
})
afterEach(async () => {
  await resources.close()
  for (const close of closers.splice(0)) close()
})
after(() => rm(folder, { recursive: true }))

/** A server that notes its process, and listens after a while. */
const server = `
import { createServer } from 'node:http'
import { appendFileSync } from 'node:fs'
const { PORT, DELAY = '0', PIDS } = process.env
appendFileSync(PIDS, process.pid + '\\n')
console.log('starting')
setTimeout(() => createServer((_, response) => response.end('ok')).listen(Number(PORT), '127.0.0.1'), Number(DELAY))
`

async function perform(input: JsonObject, changes: Partial<ActionContext> = {}): Promise<ActionAnswer> {
  const context = { allowExec: true, directory: folder, toolFolder: folder, resources, ...changes }
  return action.perform({ interval: '50ms', ...input }, testContext({ timeout: 30_000, ...context }))
}

/** A service that gives these answers in turn, the last one for ever; a number is a status, a text a JSON body. */
async function service(...answers: readonly (number | string)[]): Promise<string> {
  let asked = 0
  const listener = http.createServer((_, response) => {
    const answer = answers[Math.min(asked++, answers.length - 1)] ?? 200
    if (typeof answer === 'string') response.setHeader('content-type', 'application/json').end(answer)
    else response.writeHead(answer).end()
  })
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    listener.closeAllConnections()
    listener.close()
  })
  return `http://127.0.0.1:${(listener.address() as AddressInfo).port}/health`
}

/** Waits for one service and returns its answer when the time is up. */
async function lastAnswer(url: string): Promise<string> {
  const { message } = failureOf(await perform({ wait: url }, { timeout: 400 }))
  return message.replace(/^.*\n {2}✗ \S+ {2}not up {2}/, '')
}

describe('wait', () => {
  test('ends when every URL answers 200, and tells the time of each', async () => {
    const urls = [await service(503, 503, 200), await service(200)]
    const { response, request, success } = exchangeOf(await perform({ wait: urls }, { timeout: 1_900 }))
    const json = response.body.json()
    assert.ok(json.ok && success.holds)
    const { services } = json.value as { services: readonly Record<string, unknown>[] }
    assert.deepEqual(
      services.map(({ url, answer }) => [url, answer]),
      urls.map(url => [url, 'HTTP 200']),
    )
    const [slow, quick] = services.map(({ time }) => Number(time))
    assert.ok((slow ?? 0) >= 100 && (slow ?? 0) > (quick ?? 0), `${slow} ${quick}`)
    assert.equal(request.summary, `wait ${urls.join(' ')}`)
    assert.match(response.statusText ?? '', /^✓ http\S+ {2}up after \d+\.\d s {2}HTTP 200\n✓/)
  })

  test('believes a JSON status UP, in whatever case, and no 200 with a status DOWN', async () => {
    const url = await service('{"status":"DOWN"}', '{"status":"Out_Of_Service"}', 503, '{"status":"up"}')
    const { response } = exchangeOf(await perform({ wait: url }))
    assert.match(response.body.text(), /"answer":"status up"/)
  })

  test('takes a 200 whose JSON says something else', async () => {
    for (const body of ['{"status":"ok"}', '[]', 'null', '{"status":{"state":"DOWN"}}', 'DOWN'])
      exchangeOf(await perform({ wait: await service(body) }))
  })

  test('tells what each last answered when the time is up', async () => {
    const urls = [await service(200), await service(503), await service('{"status":"DOWN"}')]
    const port = await freePort()
    const answer = await perform({ wait: [...urls, `http://127.0.0.1:${port}/`] }, { timeout: 500 })
    const { kind, message } = failureOf(answer)
    assert.equal(kind, 'Network Error')
    const [first, ...table] = message.split('\n').map(line => line.replace(/ {2,}/g, ' ').trim())
    assert.equal(first, '3 of 4 services are not up after 500 ms')
    assert.match(table[0] ?? '', /^✓ http:.* up after 0\.\d s HTTP 200$/)
    assert.equal(table[1], `✗ ${urls[1]} not up HTTP 503`)
    assert.equal(table[2], `✗ ${urls[2]} not up status DOWN`)
    assert.match(table[3] ?? '', /^✗ http:.* not up connect ECONNREFUSED 127\.0\.0\.1:\d+ \(nothing/)
  })

  test('takes no other status for up', async () => {
    for (const status of [204, 302, 404])
      assert.equal(await lastAnswer(await service(status)), `HTTP ${status}`)
  })

  test('tells of a service that takes the connection and says nothing', async () => {
    const listener = net.createServer(() => undefined)
    await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
    closers.push(() => listener.close())
    const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`
    assert.equal(await lastAnswer(url), 'no answer')
  })

  test('waits for a port', async () => {
    const listener = net.createServer(socket => socket.destroy())
    await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
    closers.push(() => listener.close())
    const { port } = listener.address() as AddressInfo
    exchangeOf(await perform({ wait: `tcp://127.0.0.1:${port}` }))
    assert.match(await lastAnswer(`tcp://127.0.0.1:${await freePort()}`), /^connect ECONNREFUSED/)
  })

  test('does not wait for what is no URL', async () => {
    for (const url of ['localhost:80', 'tcp://x', 'tcp://x:70000', 'ftp://x/', ''])
      assert.equal(failureOf(await perform({ wait: [url] })).kind, 'Request Error', url)
  })

  test('shows no credentials of a URL', async () => {
    const hidden: string[] = []
    const url = (await service(200)).replace('//', '//ada:s3cret@')
    const answer = await perform({ wait: url }, { hide: secret => hidden.push(secret) })
    const { request, response } = exchangeOf(answer)
    assert.doesNotMatch(JSON.stringify([request, response.statusText, response.body.text()]), /s3cret/)
    assert.ok(hidden.includes('s3cret'))
  })

  test('ends when it is interrupted', async () => {
    const url = await service(503)
    const { message } = failureOf(await perform({ wait: url }, { signal: AbortSignal.timeout(200) }))
    assert.equal(message, 'the wait was interrupted')
  })
})

describe('wait with a command', () => {
  let pids = ''
  beforeEach(() => {
    pids = path.join(folder, `pids-${Math.random()}`)
  })

  async function starting(
    command: string,
    more: JsonObject = {},
  ): Promise<JsonObject & { readonly wait: string }> {
    const port = await freePort()
    const environment = { PORT: port, PIDS: pids, ...(more['environment'] as JsonObject | undefined) }
    return { wait: `http://127.0.0.1:${port}/`, command, ...more, environment }
  }

  async function started(): Promise<readonly number[]> {
    return (await readFile(pids, 'utf8')).split('\n').slice(0, -1).map(Number)
  }

  async function log(start: string): Promise<string> {
    const files = await readdir(path.join(folder, 'services'))
    const file = files.find(name => name.startsWith(start))
    assert.ok(file, files.join(' '))
    return readFile(path.join(folder, 'services', file), 'utf8')
  }

  test('starts it, and leaves it running until the end of the run', async () => {
    const input = await starting('node server.mjs', { environment: { DELAY: 500 } })
    const { request } = exchangeOf(await perform(input))
    const [pid = 0] = await started()
    assert.ok(isRunning(pid))
    assert.equal(request.summary, `wait ${input.wait} (node server.mjs)`)
    assert.match(await log('node-server.mjs.log'), /^starting$/m)
    await resources.close()
    assert.ok(!isRunning(pid))
  })

  test('starts it once, however many steps ask for it', async () => {
    const input = await starting('node server.mjs', { environment: { DELAY: 300 } })
    const answers = await Promise.all([perform(input), perform(input)])
    for (const answer of [...answers, await perform(input)]) exchangeOf(answer)
    assert.equal((await started()).length, 1)
  })

  test('stops at once when it fails, with exit code and last output', async () => {
    const startedAt = Date.now()
    const failure = failureOf(await perform(await starting('echo one; echo two >&2; exit 3')))
    assert.equal(failure.kind, 'Exec Error')
    assert.equal(
      failure.message,
      '"echo one; echo two >&2; exit 3" exited with code 3\nIts last output:\n  one\n  two',
    )
    assert.match(failure.hint ?? '', /whole output is in .*echo-one-echo-two-2-exit-3-[0-9a-f]{8}\.log/)
    assert.ok(Date.now() - startedAt < 15_000)
  })

  test('says that a tool is not installed', async () => {
    const { message, hint } = failureOf(await perform(await starting('no-such-tool-here --serve')))
    assert.match(message, /^"no-such-tool-here --serve" exited with code 127\nIts last output:\n.*not found/)
    assert.equal(hint, 'A command in "no-such-tool-here --serve" is not installed, or not on the PATH.')
  })

  test('ends it with everything it started when the time is up', async () => {
    const input = await starting('node server.mjs & node server.mjs', { environment: { DELAY: 60_000 } })
    const { message } = failureOf(await perform(input, { timeout: 2_000 }))
    assert.match(message, /^1 of 1 service is not up after 2 s\n.*\nIts last output:\n {2}starting/)
    const pids = await started()
    assert.equal(pids.length, 2)
    assert.deepEqual(pids.filter(isRunning), [])
  })

  test('goes on when it ends well, as what starts something in the background does', async () => {
    exchangeOf(await perform(await starting('node server.mjs & exit 0', { environment: { DELAY: 500 } })))
    await resources.close()
    assert.deepEqual((await started()).filter(isRunning), [])
  })

  test('does not start it when everything is up, or says so', async () => {
    const url = await service(200)
    exchangeOf(await perform({ wait: url, command: 'exit 1' }))
    const { message } = failureOf(await perform({ wait: url, command: 'exit 1', reuse: false }))
    assert.equal(message, '"exit 1" was not started: everything it should start is up already')
  })

  test('needs permission', async () => {
    const { kind, message } = failureOf(await perform(await starting('exit 1'), { allowExec: false }))
    assert.deepEqual([kind, message], ['Exec Error', 'this run may not start programs'])
  })

  test('keeps secrets out of the name of the log and the output', async () => {
    const mask = (text: string): string => text.replaceAll('s3cret', '***')
    const { message } = failureOf(await perform(await starting('echo s3cret; exit 3'), { mask }))
    assert.match(message, /\n {2}\*\*\*$/)
    assert.match(await log('echo-exit-3-'), /s3cret/)
  })
})
