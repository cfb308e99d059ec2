import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { EndedRun, RunRecord, StepRecord } from '../model/run-record.ts'
import { run, startOfRun, SuiteEvents } from '../report/testing/events.ts'
import { withFolder } from '../testing/run-program.ts'
import { keepRun, readRuns } from './run-records.ts'
import { RunRecorder } from './run-recorder.ts'

const folderName = path.join('.tool', 'runs')

function record(
  startedAt: number,
  steps: Readonly<Record<string, StepRecord>> = { A: ['passed', 1.5] },
): RunRecord {
  return { version: 1, startedAt, files: { 'a.apitest.yaml': { outcome: 'passed', duration: 2, steps } } }
}

function ended(...given: Parameters<typeof record>): EndedRun {
  const { files, ...others } = record(...given)
  const list = Object.entries(files).map(
    ([name, file]) => [name, { ...file, steps: Object.entries(file.steps) }] as const,
  )
  return { ...others, files: new Map(list) }
}

describe('the record of a run', () => {
  it('has every step once: the worst of its rows and rounds, and how long one took', () =>
    withFolder({}, async folder => {
      const row = (number: number) => ({ row: { number, label: '' }, index: 0 })
      const rows = new SuiteEvents('a.apitest.yaml', 'A', { steps: 1, rows: 3 })
        .step('User 1', { ...row(1), writtenName: 'User {{id}}', duration: 10 })
        .step('User 2', { ...row(2), writtenName: 'User {{id}}', duration: 20, flaky: true, attempts: 2 })
        .step('User 3', { ...row(3), writtenName: 'User {{id}}', duration: 30 })
      const others = new SuiteEvents('b.apitest.yaml', 'B', { steps: 4 })
        .step('Page 1', { round: { number: 1 }, index: 0, writtenName: 'Page', duration: 1 })
        .step('Page 2', {
          round: { number: 2 },
          index: 0,
          writtenName: 'Page',
          duration: 2,
          outcome: 'failed',
        })
        .step('Page', { index: 1, outcome: 'errored', duration: 5 })
        .step('Left', { index: 2, outcome: 'skipped' })
        .step('Page', { index: 0, phase: 'after', duration: 7 })
      const recorder = new RunRecorder(folder, path.join(folder, 'suites'))
      for (const event of run([...rows.end(), ...others.end()])) recorder.observe(event)
      assert.deepEqual(await recorder.finish(), [])
      const [kept, ...more] = readRuns(folder)
      assert.deepEqual(more, [])
      assert.deepEqual([kept?.startedAt, kept?.environment], [startOfRun, 'local'])
      const files = Object.entries(kept?.files ?? {}).map(([name, { outcome, steps }]) => [
        name,
        outcome,
        steps,
      ])
      assert.deepEqual(files, [
        ['suites/a.apitest.yaml', 'flaky', { 'User {{id}}': ['flaky', 20] }],
        [
          'suites/b.apitest.yaml',
          'errored',
          {
            Page: ['failed', 1.5],
            'Page (2)': ['errored', 5],
            Left: ['skipped', 0],
            'after: Page': ['passed', 7],
          },
        ],
      ])
      assert.deepEqual(Object.keys(readRuns(folder, path.join(folder, 'suites'))[0]?.files ?? {}), [
        'a.apitest.yaml',
        'b.apitest.yaml',
      ])
    }))

  it('is not made of a run in which nothing ran', () =>
    withFolder({}, async folder => {
      const recorder = new RunRecorder(folder, folder)
      const skipped = new SuiteEvents('a.apitest.yaml', 'A', { steps: 1 }).step('S', { outcome: 'skipped' })
      for (const event of run(skipped.end())) recorder.observe(event)
      assert.deepEqual(await recorder.finish(), [])
      assert.deepEqual(await readdir(folder), [])
    }))

  it('keeps no more than 5000 steps', () =>
    withFolder({}, async folder => {
      const recorder = new RunRecorder(folder, folder)
      const large = (file: string) => {
        const suite = new SuiteEvents(file, file, { steps: 4000 })
        for (let index = 0; index < 4000; index++) suite.step(`Step ${index}`)
        return suite.end()
      }
      for (const event of run([...large('a'), ...large('b')])) recorder.observe(event)
      await recorder.finish()
      const counts = Object.values(readRuns(folder)[0]?.files ?? {}).map(
        ({ steps }) => Object.keys(steps).length,
      )
      assert.deepEqual(counts, [4000, 1000])
    }))
})

describe('the records of runs', () => {
  it('are the newest hundred, the oldest first', () =>
    withFolder({}, async folder => {
      for (let at = 0; at < 105; at++) assert.deepEqual(keepRun(folder, ended(at)), [])
      const kept = readRuns(folder).map(({ startedAt }) => startedAt)
      assert.deepEqual(
        kept,
        Array.from({ length: 100 }, (_, index) => index + 5),
      )
      assert.equal((await readdir(path.join(folder, folderName))).length, 100)
    }))

  it('are fewer where they are large', () =>
    withFolder({}, folder => {
      const steps = Object.fromEntries(
        Array.from({ length: 5000 }, (_, index) => [`${index} ${'x'.repeat(180)}`, ['passed', 1] as const]),
      )
      for (let at = 0; at < 14; at++) keepRun(folder, ended(at, steps))
      assert.equal(readRuns(folder).length, 10)
    }))

  it('of runs that end at once are all there', () =>
    withFolder({}, folder => {
      const all = Array.from({ length: 40 }, () => keepRun(folder, ended(7)))
      assert.deepEqual(all.flat(), [])
      assert.equal(readRuns(folder).length, 40)
    }))

  it('that are not understood are left out, and those behind links', () =>
    withFolder({ 'elsewhere.json': JSON.stringify(record(1)) }, async folder => {
      keepRun(folder, ended(2))
      const runs = path.join(folder, folderName)
      const wrong = {
        cut: '{"version":1,"startedAt":1,"files":{"a":',
        version: JSON.stringify({ ...record(1), version: 2 }),
        list: '[]',
        outcome: JSON.stringify(record(1, { A: ['<b>' as 'passed', 1] })),
        duration: JSON.stringify(record(1, { A: ['passed', '1' as unknown as number] })),
        empty: JSON.stringify(record(1, { A: [] as unknown as StepRecord })),
      }
      for (const [name, text] of Object.entries(wrong))
        await writeFile(path.join(runs, `2020-${name}.json`), text)
      if (process.platform !== 'win32')
        await symlink(path.join(folder, 'elsewhere.json'), path.join(runs, '2020-link.json'))
      assert.deepEqual(
        readRuns(folder).map(({ startedAt }) => startedAt),
        [2],
      )
    }))

  it('that cannot be kept are a warning', () =>
    withFolder({ '.tool': 'a file where the folder should be' }, folder => {
      const [problem] = keepRun(folder, ended(1))
      assert.deepEqual([problem?.code, problem?.severity], ['store-unwritable', 'warning'])
      assert.deepEqual(readRuns(folder), [])
    }))

  it('are one line each', () =>
    withFolder({}, async folder => {
      keepRun(folder, ended(1))
      const runs = path.join(folder, folderName)
      const [name = ''] = await readdir(runs)
      assert.equal((await readFile(path.join(runs, name), 'utf8')).split('\n').length, 2)
      await mkdir(path.join(runs, '2020-folder.json'))
      assert.equal(readRuns(folder).length, 1)
    }))
})
