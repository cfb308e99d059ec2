import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { withFolder } from '../testing/run-program.ts'
import { readLastRun, writeLastRun } from './last-run.ts'

describe('what failed last time', () => {
  it('is there in the next run', () =>
    withFolder({}, async folder => {
      await writeLastRun(
        folder,
        new Map([
          ['a.apitest.yaml', [2, 5]],
          ['b.apitest.yaml', []],
        ]),
      )
      assert.deepEqual(
        [...((await readLastRun(folder)) ?? [])],
        [
          ['a.apitest.yaml', [2, 5]],
          ['b.apitest.yaml', []],
        ],
      )
    }))

  it('is unknown when nothing, or nothing readable, was written', () =>
    withFolder({}, async folder => {
      assert.equal(await readLastRun(folder), undefined)
      await writeLastRun(folder, new Map())
      await writeFile(path.join(folder, '.tool', 'last-run.json'), '{ half')
      assert.equal(await readLastRun(folder), undefined)
    }))
})
