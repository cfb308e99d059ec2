import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { httpServer, type SeenRequest } from '../actions/http/testing/http-server.ts'
import { eras, toolClient, type ToolClient } from '../mcp/testing/tool-client.ts'
import { accepts } from '../testing/ports.ts'
import { withFolder } from '../testing/run-program.ts'
import type { JsonObject } from '../util/json-value.ts'

/** The processes that have a mark in their environment, with their command lines. */
function processesWith(mark: string): readonly string[] {
  return readdirSync('/proc').flatMap(name => {
    if (!/^\d+$/.test(name)) return []
    try {
      if (!readFileSync(`/proc/${name}/environ`, 'latin1').includes(mark)) return []
      if (/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${name}/stat`, 'latin1'))) return []
      return [
        `${name} ${readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ').slice(0, 200)}`,
      ]
    } catch {
      return []
    }
  })
}

interface Scene {
  readonly client: ToolClient
  readonly folder: string
  readonly mark: string
  readonly seen: readonly SeenRequest[]
}

/** Something that goes on: starts it, and answers once it does with the ports that it has opened. */
type Begin = (scene: Scene) => Promise<readonly number[]>

async function until(condition: () => boolean, what: string): Promise<void> {
  for (let turn = 0; turn < 400; turn++) {
    if (condition()) return
    await wait(25)
  }
  assert.fail(`it did not come to this: ${what}`)
}

const running = ({ mark }: Scene, word: string): boolean =>
  processesWith(mark).some(line => line.includes(word))

async function beginCommand(scene: Scene, tool: string, input: JsonObject): Promise<readonly number[]> {
  void scene.client.call(tool, input)
  await until(() => running(scene, 'sleep 98'), 'the command runs')
  return []
}

const begins: Readonly<Record<string, Begin>> = {
  'a mock': async ({ client }) => {
    const { text } = await client.call('start_mock', { files: ['m.apitest.yaml'] })
    const port = Number(/http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1])
    assert.ok(await accepts(port), text)
    return [port]
  },
  'a load test': async scene => {
    void scene.client.call(
      'load_test',
      { paths: ['r.apitest.yaml'], callers: 5, duration: '60s' },
      { _meta: { progressToken: 1 } },
    )
    await until(() => scene.seen.length > 20, 'load is put on the server')
    return []
  },
  'a suite with a slow step and a mock': async scene => {
    void scene.client.call('run_suites', { paths: ['slow.apitest.yaml'] })
    await until(() => scene.seen.some(({ url }) => url.startsWith('/slow')), 'the slow step has begun')
    const asked = scene.seen.find(({ url }) => url.startsWith('/slow'))?.url ?? ''
    const port = Number(/127\.0\.0\.1:(\d+)/.exec(decodeURIComponent(asked))?.[1])
    assert.ok(await accepts(port))
    return [port]
  },
  'a start command': scene => beginCommand(scene, 'run_command', { command: 'sleep 98; true' }),
  'a start command with what it left behind': scene =>
    beginCommand(scene, 'run_command', {
      command: '(trap "" TERM HUP; sleep 98; sleep 98) & setsid sleep 98 & wait',
    }),
  'a command that starts services': scene =>
    beginCommand(scene, 'wait_for_health', {
      urls: ['http://127.0.0.1:1/'],
      timeout: 60_000,
      command: 'sleep 98; true',
    }),
  'a step that runs a command': scene => beginCommand(scene, 'run_suites', { paths: ['exec.apitest.yaml'] }),
}

/** Milliseconds that it may take where something ignores SIGTERM, and is killed after five seconds, or where a busy machine has to do it. */
const longer = 9_000
const patienceWith = (what: string): number =>
  what === 'a start command with what it left behind' ? longer : 3_000

async function inScene(
  through: 'itself' | 'client',
  era: '2025' | '2026',
  use: (scene: Scene) => Promise<void>,
): Promise<void> {
  await withFolder({}, async outer => {
    await using server = await httpServer((request, response) => {
      if (!request.url.startsWith('/slow')) response.end()
    })
    const [folder, temporary] = [path.join(outer, 'project'), path.join(outer, 'temporary')]
    await mkdir(folder)
    await mkdir(temporary)
    const files = {
      'url.txt': server.url,
      'm.apitest.yaml':
        'suite: M\nmocks: { shop: { routes: [{ route: GET /a, answer: { text: a } }] } }\nsteps:\n  - request: GET {{mocks.shop.url}}/a\n',
      'r.apitest.yaml': `suite: R\nsteps:\n  - request: GET ${server.url}/r\n`,
      'slow.apitest.yaml': `suite: S\nmocks: { shop: { routes: [{ route: GET /a, answer: { text: a } }] } }\nsteps:\n  - request: GET ${server.url}/slow?at={{mocks.shop.url}}\n    timeout: 90s\nafter:\n  - request: GET ${server.url}/cleaned\n`,
      'exec.apitest.yaml': 'suite: E\nsteps:\n  - exec: [sleep, "98"]\n    timeout: 90s\n',
    }
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text)
    const mark = `ATTACK_MARK=${randomBytes(8).toString('hex')}`
    const [name = '', value] = mark.split('=')
    await using client = await toolClient({
      ...{ folder, era, through },
      args: ['--mode', 'auto', '--allow-exec'],
      environment: { [name]: value, TMPDIR: temporary },
    })
    try {
      await use({ client, folder, mark, seen: server.seen })
      const left = readdirSync(temporary)
      assert.deepEqual(left, [], 'temporary files are left')
    } finally {
      for (const line of processesWith(mark)) {
        const pid = Number(line.split(' ', 1)[0])
        if (pid !== client.child.pid) process.kill(pid, 'SIGKILL')
      }
    }
  })
}

/** Lists the running mocks in a file of `.tool/mocks`; their output is kept. */
function entriesIn(file: string): readonly string[] {
  if (file.endsWith('.log')) return []
  if (!file.endsWith('running.json')) return [file]
  return readFileSync(file, 'utf8').match(/"owner"/g) ?? []
}

/** Asserts that nothing is left after a while. */
async function assertGone(
  { folder, mark }: Scene,
  ports: readonly number[],
  milliseconds: number,
): Promise<void> {
  const end = Date.now() + milliseconds
  const mocks = path.join(folder, '.tool', 'mocks')
  const left = async (): Promise<readonly string[]> => [
    ...processesWith(mark),
    ...(await Promise.all(ports.map(async port => ((await accepts(port)) ? [`port ${port}`] : [])))).flat(),
    ...(existsSync(mocks) ? readdirSync(mocks).flatMap(file => entriesIn(path.join(mocks, file))) : []),
  ]
  while ((await left()).length > 0 && Date.now() < end) await wait(50)
  assert.deepEqual(await left(), [])
}

for (const [what, begin] of Object.entries(begins)) {
  describe(`${what} ends within ${patienceWith(what) / 1000} s`, { concurrency: 4 }, () => {
    for (const [how, through] of [
      ['its client is killed', 'client'],
      ['its server is killed', 'itself'],
      ['its server is asked to end', 'itself'],
      ['its client closes the conversation', 'itself'],
    ] as const) {
      const isKilled = how === 'its server is killed'
      it(`when ${how}`, () =>
        inScene(through, '2026', async scene => {
          const { client } = scene
          const ports = await begin(scene)
          if (how === 'its client is killed') client.child.kill('SIGKILL')
          else if (isKilled) client.child.kill('SIGKILL')
          else if (how === 'its server is asked to end') client.child.kill('SIGTERM')
          else client.child.stdin?.end()
          await assertGone(scene, ports, isKilled ? longer : patienceWith(what))
          assert.doesNotMatch(client.errors, /EPIPE|should not have happened|\n\s+at /)
        }))
    }
  })
}

describe('a command that is run once all is up', () => {
  it('is nothing that an assistant gives', () =>
    inScene('itself', '2026', async ({ client, folder, mark, seen }) => {
      const url = readFileSync(path.join(folder, 'url.txt'), 'utf8')
      for (const test of ['touch made.txt; sleep 98', ['touch', 'made.txt']]) {
        const called = await client.call('wait_for_health', { urls: [url], test })
        assert.equal(called.isError, true)
        assert.match(called.text, /"test" is not a key here/)
      }
      assert.equal(existsSync(path.join(folder, 'made.txt')), false)
      assert.deepEqual(
        seen.map(one => one.url),
        [],
      )
      assert.deepEqual(
        processesWith(mark).filter(line => line.includes('sleep')),
        [],
      )
    }))
})

describe('a call that is cancelled', { concurrency: 4 }, () => {
  for (const era of eras)
    for (const [what, begin] of Object.entries(begins)) {
      if (what === 'a mock') continue
      it(`ends ${what}, ${era}`, () =>
        inScene('itself', era, async scene => {
          const { client } = scene
          const requestId = client.nextId
          const ports = await begin(scene)
          client.notify('notifications/cancelled', { requestId, reason: 'enough' })
          const server = String(client.server)
          const others = (): readonly string[] =>
            processesWith(scene.mark).filter(line => line.split(' ', 1)[0] !== server)
          const end = Date.now() + patienceWith(what)
          while (others().length > 0 && Date.now() < end) await wait(50)
          assert.deepEqual(others(), [])
          await wait(500)
          const count = scene.seen.length
          await wait(300)
          assert.equal(scene.seen.length, count, 'it still sends')
          for (const port of ports) assert.equal(await accepts(port), false)
          if (what.includes('slow'))
            assert.ok(
              scene.seen.some(({ url }) => url === '/cleaned'),
              'it cleans up',
            )
          assert.equal((await client.call('list_mocks', {})).isError, false)
          client.child.stdin?.end()
          await client.exited
        }))
    }
})
