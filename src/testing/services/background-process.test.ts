import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, test } from 'node:test'
import { isRunning } from '../../actions/testing/is-running.ts'
import { endProcesses, startInBackground } from './background-process.ts'

async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'apitest-background-'))
  // A process in the background does not keep this process waiting for it.
  const awake = setInterval(() => undefined, 1_000)
  try {
    await use(folder)
  } finally {
    clearInterval(awake)
    await endProcesses(folder)
    await rm(folder, { recursive: true })
  }
}

async function pidIn(folder: string): Promise<number> {
  return Number(await readFile(path.join(folder, 'sleeper.pid'), 'utf8'))
}

const sleeper = { name: 'sleeper', program: 'sleep', args: ['60'] }

describe('a process in the background', () => {
  test('goes on until it is ended by its folder', () =>
    inFolder(async folder => {
      await startInBackground(folder, sleeper)
      const pid = await pidIn(folder)
      assert.ok(isRunning(pid))
      await endProcesses(folder)
      assert.ok(!isRunning(pid))
    }))

  test('is left alone when another one has its number', () =>
    inFolder(async folder => {
      await startInBackground(folder, sleeper)
      await inFolder(async other => {
        await writeFile(path.join(other, 'sleeper.pid'), String(await pidIn(folder)))
        await endProcesses(other)
        assert.ok(isRunning(await pidIn(folder)))
      })
    }))

  test('tells the end of its log when it ends by itself', () =>
    inFolder(async folder => {
      const args = ['-c', 'echo one; echo two >&2; exit 3']
      const { ended } = await startInBackground(folder, { name: 'short', program: 'sh', args })
      await assert.rejects(ended, { message: 'short ended with 3 before it was ready: one / two' })
    }))

  test('tells that its program is not there', () =>
    inFolder(async folder => {
      const { ended } = await startInBackground(folder, { ...sleeper, program: 'no-such-program' })
      await assert.rejects(ended, /ENOENT/)
    }))
})
