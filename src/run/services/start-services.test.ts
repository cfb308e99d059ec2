import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Problem, Result } from '../../model/problem.ts'
import { isRunning } from '../../actions/testing/is-running.ts'
import type { Service } from '../../model/configuration.ts'
import { type RunningServices, startServices } from './start-services.ts'
import { freePort } from '../../testing/ports.ts'

let folder = ''
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'services-'))
  await writeFile(path.join(folder, 'server.mjs'), server)
  await writeFile(path.join(folder, 'grandparent.mjs'), grandparent)
})
after(() => rm(folder, { recursive: true }))

/**
 * Services that a test has started and not stopped, because an assertion failed: they would keep this process from
 * ending.
 */
const toStop: RunningServices[] = []
afterEach(async () => {
  await Promise.all(toStop.splice(0).map(services => services.stop()))
  await rm(path.join(folder, 'pids'), { force: true })
})

/** Listens on PORT after DELAY ms, for LIFE ms, answers STATUS, writes its process id down, and may ignore SIGTERM. */
const server = `
import { createServer } from 'node:http'
import { appendFileSync } from 'node:fs'
const { PORT, DELAY = '0', LIFE, STATUS = '200', IGNORE, PIDS } = process.env
if (PIDS) appendFileSync(PIDS, process.pid + '\\n')
if (IGNORE) process.on('SIGTERM', () => console.log('not now'))
console.log('starting on', PORT)
setTimeout(() => createServer((_, response) => response.writeHead(Number(STATUS)).end('ok')).listen(PORT, '127.0.0.1', live), Number(DELAY))
function live() {
  if (LIFE) setTimeout(() => process.exit(), Number(LIFE))
}
`

/** Starts the server as a grandchild, through another shell, and ends badly itself when told to. */
const grandparent = `
import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
appendFileSync(process.env.PIDS, process.pid + '\\n')
spawn('node server.mjs & node server.mjs & wait', { shell: true, stdio: 'inherit' })
setInterval(() => undefined, 1000)
`

interface Started {
  readonly result: Result<RunningServices>
  readonly events: string[]
  readonly took: number
}

async function start(
  definitions: readonly Service[],
  signal = new AbortController().signal,
): Promise<Started> {
  const events: string[] = []
  const startedAt = Date.now()
  const result = await startServices(definitions, {
    signal,
    logFolder: path.join(folder, 'logs'),
    unasked: [],
    emit: event => events.push(`${event.name} ${event.state}`),
  })
  if (result.ok) toStop.push(result.value)
  return { result, events, took: Date.now() - startedAt }
}

async function service(more: Partial<Service> = {}): Promise<Service> {
  const port = await freePort()
  return {
    name: 'shop',
    command: 'node server.mjs',
    url: `http://127.0.0.1:${port}/`,
    ports: [],
    timeout: 10_000,
    reuse: true,
    directory: folder,
    ...more,
    environment: { PORT: String(port), PIDS: path.join(folder, 'pids'), ...more.environment },
  }
}

function running({ result }: Started): RunningServices {
  assert.ok(result.ok, JSON.stringify(result))
  return result.value
}

function failures({ result }: Started): readonly Problem[] {
  assert.ok(!result.ok)
  for (const problem of result.problems) assert.equal(problem.code, 'service-failed')
  return result.problems
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  )
}

/** Ends when a server has written down that it runs. */
async function serverRuns(): Promise<void> {
  const written = (): Promise<string> => readFile(path.join(folder, 'pids'), 'utf8').catch(() => '')
  while (!(await written()).includes('\n')) await wait(20)
}

/** The processes the servers wrote down that are still alive. */
async function survivors(): Promise<number[]> {
  const file = path.join(folder, 'pids')
  const pids = (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean).map(Number)
  await rm(file, { force: true })
  assert.ok(pids.length > 0, 'nothing was started')
  return pids.filter(isRunning)
}

describe('startServices', () => {
  test('starts a service, waits for its answer and stops it', async () => {
    const definition = await service({ environment: { DELAY: '300' } })
    const started = await start([definition])
    assert.ok(await answers(definition.url))
    await running(started).stop()
    assert.deepEqual(started.events, ['shop starting', 'shop ready', 'shop stopped'])
    assert.equal(await answers(definition.url), false)
    assert.deepEqual(await survivors(), [])
  })

  test('writes its output to a log, behind what was there', async () => {
    const definition = await service({ name: 'log/../of shop' })
    const file = path.join(folder, 'logs', 'log-..-of-shop.log')
    await running(await start([definition])).stop()
    await running(await start([definition])).stop()
    const port = new URL(definition.url).port
    assert.equal(await readFile(file, 'utf8'), `starting on ${port}\n`.repeat(2))
  })

  test('uses a service that answers already, and leaves it running', async () => {
    const first = await service()
    const owner = running(await start([first]))
    const started = await start([{ ...first, command: 'exit 1' }])
    await running(started).stop()
    assert.deepEqual(started.events, ['shop reused'])
    assert.ok(await answers(first.url))
    const [problem] = failures(await start([{ ...first, reuse: false }]))
    assert.equal(
      problem?.message,
      `the service "shop" was not started: something answers at ${first.url} already`,
    )
    await owner.stop()
  })

  test('starts services side by side', async () => {
    const definitions = await Promise.all(
      ['a', 'b', 'c'].map(name => service({ name, environment: { DELAY: '1500' } })),
    )
    const started = await start(definitions)
    await running(started).stop()
    assert.deepEqual(started.events.slice(0, 3).sort(), ['a starting', 'b starting', 'c starting'])
  })

  test('without services there is nothing to do', async () => {
    await running(await start([])).stop()
  })

  test('tells when a service ends by itself', async () => {
    const definition = await service({ environment: { LIFE: '500' } })
    const started = await start([definition])
    while (started.events.length < 3) await wait(50)
    assert.deepEqual(started.events, ['shop starting', 'shop ready', 'shop stopped'])
    await running(started).stop()
    assert.equal(started.events.length, 3)
  })
})

describe('a service that does not come up', () => {
  test('ends: at once, with exit code and last output', async () => {
    const definition = await service({ command: 'echo one; echo two >&2; exit 3', timeout: 60_000 })
    const started = await start([definition])
    const [problem] = failures(started)
    assert.equal(
      problem?.message,
      `the service "shop" ended before ${definition.url} answered: "echo one; echo two >&2; exit 3" exited with code 3\nits last output:\n  one\n  two`,
    )
    assert.match(problem.hint ?? '', /keep running .* whole output is in .*shop\.log/)
    assert.ok(started.took < 30_000, `${started.took} ms`)
  })

  test('is not installed', async () => {
    const [problem] = failures(await start([await service({ command: 'no-such-tool-here --serve' })]))
    assert.match(
      problem?.message ?? '',
      /exited with code 127\nits last output:\n.*no-such-tool-here.*not found/,
    )
    assert.equal(
      problem?.hint,
      'A command in "no-such-tool-here --serve" is not installed, or not on the PATH.',
    )
  })

  test('has no folder', async () => {
    const [problem] = failures(await start([await service({ directory: path.join(folder, 'none') })]))
    assert.equal(
      problem?.message,
      `the service "shop" cannot be started: the folder ${path.join(folder, 'none')} does not exist`,
    )
  })

  test('has no URL that can be asked', async () => {
    for (const url of ['127.0.0.1:80', 'ftp://x', 'http://']) {
      const [problem] = failures(await start([await service({ url })]))
      assert.equal(
        problem?.message,
        `the service "shop" cannot be started: "${url}" is no http:// or https:// URL`,
      )
    }
  })

  test('shows only the last lines', async () => {
    const [problem] = failures(await start([await service({ command: 'seq 1 100000; exit 1' })]))
    const lines = problem?.message.split('\n').slice(2)
    assert.deepEqual(
      lines,
      Array.from({ length: 20 }, (_, index) => `  ${99_981 + index}`),
    )
  })

  test('does not answer in time', async () => {
    const definition = await service({ command: 'echo waiting; sleep 60', timeout: 500 })
    const started = await start([definition])
    const [problem] = failures(started)
    const { port } = new URL(definition.url)
    assert.equal(
      problem?.message,
      `the service "shop" did not answer at ${definition.url} within 500 ms (last: connect ECONNREFUSED 127.0.0.1:${port})\nits last output:\n  waiting`,
    )
    assert.ok(started.took < 30_000, `${started.took} ms`)
    assert.deepEqual(started.events, ['shop starting', 'shop stopped'])
  })

  test('answers with an error only', async () => {
    const definition = await service({ environment: { STATUS: '503' }, timeout: 4_000 })
    const [problem] = failures(await start([definition]))
    assert.match(problem?.message ?? '', /within 4 s \(last: HTTP 503\)/)
  })

  test('answers that there is no such path', async () => {
    const definition = await service({ environment: { STATUS: '404' }, timeout: 120_000 })
    const started = await start([definition])
    const [problem] = failures(started)
    assert.match(problem?.message ?? '', /"shop" runs, and answers http:\S+ with HTTP 404/)
    assert.match(problem?.hint ?? '', /^Name in `url:` a path/)
    assert.ok(started.took < 60_000, `${started.took} ms`)
  })

  test('ends the others, and every one with a fault of its own is told', async () => {
    const definitions = [
      await service({ name: 'good' }),
      await service({ name: 'bad', command: 'until grep -q . pids; do sleep 0.1; done; exit 4' }),
      await service({ name: 'slow', command: 'sleep 60' }),
    ]
    const started = await start(definitions)
    assert.deepEqual(
      failures(started).map(problem => /"(\w+)"/.exec(problem.message)?.[1]),
      ['bad'],
    )
    assert.deepEqual(started.events.filter(event => event.endsWith('stopped')).sort(), [
      'bad stopped',
      'good stopped',
      'slow stopped',
    ])
    assert.deepEqual(await survivors(), [])
    assert.ok(started.took < 30_000, `${started.took} ms`)
  })

  test('is interrupted', async () => {
    const definition = await service({ command: 'node server.mjs', environment: { DELAY: '60000' } })
    const interruption = new AbortController()
    void serverRuns().then(() => {
      interruption.abort()
    })
    const started = await start([definition], interruption.signal)
    assert.deepEqual(
      failures(started).map(problem => problem.message),
      ['the start of the services was interrupted'],
    )
    assert.deepEqual(await survivors(), [])
    const never = await start([definition], AbortSignal.abort())
    assert.deepEqual(never.events, [])
    assert.equal(failures(never).length, 1)
  })
})

describe('nothing is left behind', () => {
  test('by a command that starts others', async () => {
    const definition = await service({ command: 'node grandparent.mjs' })
    await running(await start([definition])).stop()
    assert.equal(await answers(definition.url), false)
    assert.deepEqual(await survivors(), [])
  })

  test('by a command that ended while what it started goes on', async () => {
    const definition = await service({ command: 'node server.mjs & sleep 3', timeout: 10_000 })
    const started = await start([definition])
    while (started.events.length < 3) await wait(50)
    assert.ok(await answers(definition.url))
    await running(started).stop()
    assert.equal(await answers(definition.url), false)
    assert.deepEqual(await survivors(), [])
  })

  test('by a program that exits without stopping its services', async () => {
    const definition = await service()
    const program = `
      import { startServices } from ${JSON.stringify(new URL('./start-services.js', import.meta.url))}
      const signal = new AbortController().signal
      const context = { signal, logFolder: ${JSON.stringify(folder)}, unasked: [], emit: () => undefined }
      const result = await startServices([${JSON.stringify(definition)}], context)
      process.exit(result.ok ? 7 : 1)`
    const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program])
    assert.equal(status, 7)
    // A process that was killed when the program ended may take a moment to be gone.
    await wait(1_000)
    assert.deepEqual(await survivors(), [])
  })

  test('by a command that ignores SIGTERM', async () => {
    const definition = await service({ environment: { IGNORE: 'yes' } })
    const services = running(await start([definition]))
    const startedAt = Date.now()
    await services.stop()
    const took = Date.now() - startedAt
    assert.deepEqual(await survivors(), [])
    assert.ok(took >= 5_000 && took < 30_000, `${took} ms`)
  })
})
