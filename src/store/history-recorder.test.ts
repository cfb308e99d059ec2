import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { StepResult } from '../model/result.ts'
import { withFolder } from '../testing/run-program.ts'
import { HistoryRecorder } from './history-recorder.ts'
import { readHistory } from './read-history.ts'

function finished(folder: string, name: string): StepResult {
  const place = { line: 3, column: 1 }
  const request = { summary: '', method: 'GET', url: 'http://a/', headers: [] }
  return {
    ...{ index: 0, phase: 'steps', name, action: 'request', outcome: 'passed', flaky: false },
    ...{ attempts: 1, startedAt: 0, duration: 5, validations: [], extracts: [], failures: [] },
    span: { file: path.join(folder, '..', 'a.apitest.yaml'), start: place, end: place },
    exchange: { request, duration: 1 },
  }
}

function stepsIn(folder: string): readonly string[] {
  const read = readHistory(folder)
  return (read.ok ? read.value : []).map(({ source }) => (source.kind === 'suite' ? source.step : ''))
}

describe('the recorder of a run', () => {
  it('writes while the run goes on, and the rest at its end', () =>
    withFolder({}, async folder => {
      const recorder = new HistoryRecorder(folder, { writeEvery: 10 })
      recorder.observe(finished(folder, 'A'))
      while (stepsIn(folder).length === 0) await setTimeout(10)
      recorder.observe(finished(folder, 'B'))
      recorder.observe(finished(folder, 'C'))
      assert.deepEqual(await recorder.finish(), [])
      assert.deepEqual(stepsIn(folder), ['A', 'B', 'C'])
    }))

  it('writes nothing when there is nothing', () =>
    withFolder({}, async folder => {
      assert.deepEqual(await new HistoryRecorder(folder).finish(), [])
      assert.deepEqual(readHistory(folder), { ok: true, value: [] })
    }))

  it('keeps no more than the history holds, the newest', () =>
    withFolder({}, async folder => {
      const recorder = new HistoryRecorder(folder)
      for (let index = 0; index < 1234; index++) recorder.observe(finished(folder, String(index)))
      await recorder.finish()
      assert.deepEqual(
        stepsIn(folder),
        Array.from({ length: 500 }, (_, index) => String(index + 734)),
      )
    }))

  it('warns once of a history that cannot be written', () =>
    withFolder({ '.tool/api-collections.json': '{' }, async folder => {
      const recorder = new HistoryRecorder(folder, { writeEvery: 1 })
      recorder.observe(finished(folder, 'A'))
      await setTimeout(50)
      recorder.observe(finished(folder, 'B'))
      const problems = await recorder.finish()
      assert.deepEqual(
        problems.map(({ code, severity }) => `${severity} ${code}`),
        ['warning store-unreadable'],
      )
    }))
})
