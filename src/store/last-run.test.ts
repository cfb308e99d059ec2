import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { withFolder } from '../testing/run-program.ts'
import { readLastRun, writeLastRun } from './last-run.ts'

describe('what failed last time', () => {
  it('is there in the next run', () =>
    withFolder({}, async folder => {
      const failed = new Map([
        [path.join(folder, 'a.apitest.yaml'), [2, 5]],
        [path.join(folder, '..', 'b.apitest.yaml'), []],
      ])
      await writeLastRun(folder, failed)
      assert.deepEqual(await readLastRun(folder), failed)
    }))

  it('is nothing when nothing, or nothing readable, was written', () =>
    withFolder({}, async folder => {
      assert.deepEqual(await readLastRun(folder), new Map())
      await writeLastRun(folder, new Map([[path.join(folder, 'a.apitest.yaml'), []]]))
      await writeFile(path.join(folder, '.tool', 'last-run.json'), '{ half')
      assert.deepEqual(await readLastRun(folder), new Map())
    }))
})
