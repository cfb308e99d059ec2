import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { withFolder } from '../testing/run-program.ts'
import { ownerName, ownerState } from '../util/lock-owner.ts'
import { addLine } from './testing/add-line.ts'
import { stopWriters } from './testing/stop-writers.ts'

/** A lock on `lines` in the folder, held by whoever is named so. */
async function held(folder: string, owner: string): Promise<string> {
  const lock = path.join(folder, 'lines.lock')
  await mkdir(lock)
  await writeFile(path.join(lock, owner), '')
  return lock
}

/** The name of a lock whose process has ended. */
async function endedOwner(): Promise<string> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'close')
  return ownerName().replace(/^\d+/, String(child.pid))
}

describe('the owner of a lock', () => {
  it('A2: runs, has ended, or is elsewhere', async () => {
    const own = ownerName()
    assert.equal(ownerState(own), 'running')
    assert.equal(ownerState(await endedOwner()), 'ended')
    assert.equal(ownerState(own.replace(/-[0-9a-f]{16}-/, '-0123456789abcdef-')), 'unknown')
    assert.equal(ownerState('somebody'), 'unknown')
    // The number of the process belongs to another one by now.
    if (process.platform === 'linux') assert.equal(ownerState(own.replace(/-\d+-/, '-1-')), 'ended')
  })
})

describe('replacing a file that others replace, too', () => {
  it('A2: loses nothing of what was acknowledged when a process is stopped while it holds the lock', () =>
    withFolder({}, async folder => {
      const { acknowledged, ...lost } = await stopWriters(folder, 10)
      assert.ok(acknowledged >= 20, String(acknowledged))
      assert.deepEqual(lost, { stops: 10, missing: 0, repeated: 0 })
    }))

  it('A2: does without a lock whose process has ended, at once, and removes what waited for it', () =>
    withFolder({}, async folder => {
      const owner = await endedOwner()
      await held(folder, owner)
      await mkdir(path.join(folder, `lines.lock.${owner}`))
      const begun = performance.now()
      await addLine(path.join(folder, 'lines'), 'a')
      assert.ok(performance.now() - begun < 2000)
      assert.deepEqual(await readdir(folder), ['lines'])
    }))

  it('A2: leaves a lock alone whose process runs, whatever the clock says', () =>
    withFolder({}, async folder => {
      const owner = ownerName()
      const lock = await held(folder, owner)
      const adding = addLine(path.join(folder, 'lines'), 'a')
      for (const hours of [-20, 20]) {
        const time = new Date(Date.now() + hours * 3_600_000)
        await utimes(lock, time, time)
        await utimes(path.join(lock, owner), time, time)
        await setTimeout(150)
        assert.deepEqual(await readdir(lock), [owner])
      }
      await rename(path.join(lock, owner), path.join(folder, 'published'))
      await adding
      assert.equal(await readFile(path.join(folder, 'lines'), 'utf8'), 'a\n')
    }))

  it('A2: takes a lock that nobody uses from who may be on another machine', () =>
    withFolder({}, async folder => {
      await held(folder, '1-2-0123456789abcdef-01234567')
      await addLine(path.join(folder, 'lines'), 'a', 100)
      assert.deepEqual(await readdir(folder), ['lines'])
    }))
})
