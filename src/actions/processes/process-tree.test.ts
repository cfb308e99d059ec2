import assert from 'node:assert/strict'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { isRunning } from '../testing/is-running.ts'
import { type CommandEnd, type ProcessTree, startProcessTree } from './process-tree.ts'
import { describeEnd, isNotInstalled } from './command-end.ts'

const linux = process.platform === 'linux' ? false : 'only Linux shows the environment of processes'

/** Starts a command in a folder of its own, and ends it whatever happens. */
async function withTree(
  command: string | readonly string[],
  use: (tree: ProcessTree, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'apitest-tree-'))
  const output = await open(path.join(folder, 'output'), 'a')
  const tree = startProcessTree(command, {
    directory: folder,
    environment: process.env,
    streams: ['ignore', output.fd, output.fd],
  })
  try {
    await use(tree, folder)
  } finally {
    await tree.stop(0)
    await output.close()
    await rm(folder, { recursive: true })
  }
}

/** The numbers that the command's processes write into `pids`, once there are so many. */
async function pidsIn(folder: string, count: number): Promise<readonly number[]> {
  for (;;) {
    const text = await readFile(path.join(folder, 'pids'), 'utf8').catch(() => '')
    const pids = text.split('\n').slice(0, -1).map(Number)
    if (pids.length >= count) return pids
    await wait(20)
  }
}

async function assertNothingLeft(command: string, count: number): Promise<void> {
  await withTree(command, async (tree, folder) => {
    const pids = await pidsIn(folder, count)
    assert.deepEqual(pids.filter(isRunning), pids)
    await tree.stop(2000)
    assert.deepEqual(pids.filter(isRunning), [])
  })
}

async function endOf(command: string | readonly string[]): Promise<CommandEnd> {
  let end: CommandEnd | undefined
  await withTree(command, async tree => {
    end = await tree.ended
  })
  assert.ok(end)
  return end
}

const note = 'echo $$ >> pids; '

describe('a process tree', () => {
  test('ends with what the command started', () =>
    assertNothingLeft(`${note} sh -c '${note} sleep 60' & sh -c '${note} sleep 60' & wait`, 3))

  test('ends with what left for a session of its own', { skip: linux }, () =>
    assertNothingLeft(`${note} setsid sh -c '${note} sleep 60' & wait`, 2),
  )

  test('ends with a daemon whose parents are gone', { skip: linux }, () =>
    assertNothingLeft(`(setsid sh -c '${note} sleep 60' &) ; ${note} sleep 60`, 2),
  )

  test('ends with what cleared its environment, as long as its parent is there', { skip: linux }, () =>
    assertNothingLeft(`${note} env -i /usr/bin/setsid /bin/sh -c '${note} /bin/sleep 60; :' & wait`, 2),
  )

  test('ends by force what cleared its environment and outlives its parent', { skip: linux }, () =>
    withTree(
      `${note} env -i /usr/bin/setsid /bin/sh -c 'trap "" TERM; ${note} while true; do /bin/sleep 0.1; done' & wait`,
      async (tree, folder) => {
        const pids = await pidsIn(folder, 2)
        await tree.stop(200)
        assert.deepEqual(pids.filter(isRunning), [])
      },
    ),
  )

  test('ends with what goes on when the command itself has ended', { skip: linux }, () =>
    withTree(`setsid sh -c '${note} sleep 60' & exit 0`, async (tree, folder) => {
      assert.deepEqual(await tree.ended, { code: 0 })
      const pids = await pidsIn(folder, 1)
      assert.deepEqual(pids.filter(isRunning), pids)
      await tree.stop(2000)
      assert.deepEqual(pids.filter(isRunning), [])
    }),
  )

  test('ends by force what ignores the request', () =>
    withTree(`trap '' TERM; ${note} while true; do sleep 0.1; done`, async (tree, folder) => {
      const pids = await pidsIn(folder, 1)
      await tree.stop(200)
      assert.deepEqual(pids.filter(isRunning), [])
    }))

  test('leaves alone what another command started', () =>
    withTree(`${note} sleep 60`, async (_, folder) => {
      const pids = await pidsIn(folder, 1)
      await assertNothingLeft(`${note} sleep 60`, 1)
      assert.deepEqual(pids.filter(isRunning), pids)
    }))
})

describe('the end of a command', () => {
  test('has an exit code or a signal', async () => {
    assert.deepEqual(await endOf('exit 3'), { code: 3 })
    assert.deepEqual(await endOf('kill -9 $$'), { signal: 'SIGKILL' })
  })

  test('tells that a program is not installed', async () => {
    const ends = [await endOf('no-such-tool-here'), await endOf(['no-such-tool-here', '--serve'])]
    assert.deepEqual(ends.map(isNotInstalled), [true, true])
    assert.deepEqual(ends.map(describeEnd), [
      'exited with code 127',
      'could not be run: spawn no-such-tool-here ENOENT',
    ])
  })

  test('tells why nothing could be run', async () => {
    assert.match(describeEnd(await endOf(['echo', '\0'])), /^could not be run: .*null bytes/)
  })
})
