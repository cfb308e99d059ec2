import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunReport, RunSummary } from '../model/result.ts'
import { json } from './json.ts'
import { mergeReports } from './merge-reports.ts'
import { plainOptions, run, startOfRun, streamOf, SuiteEvents, textOf } from './testing/events.ts'

test('counts are summed, the worst outcome and the largest cause win', async () => {
  const { summary } = mergeReports([await shard('passed'), await shard('failed'), await shard('errored')])
  assert.deepEqual(summary.steps, { passed: 1, failed: 1, errored: 1, skipped: 0, flaky: 0 })
  assert.equal(summary.outcome, 'errored')
  assert.equal(summary.exitCode, 3)
  assert.equal(summary.requests, 3)
})

test('exit codes win in the order 130, 2, 3, 1, 4, 0', async () => {
  for (const [codes, expected] of [
    [[0, 4], 4],
    [[4, 1], 1],
    [[1, 3], 3],
    [[3, 2, 0], 2],
    [[2, 130], 130],
  ] as const) {
    const reports = await Promise.all(codes.map(exitCode => shard('passed', { exitCode })))
    assert.equal(mergeReports(reports).summary.exitCode, expected)
  }
})

test('B5: parts of which none was held against the description are no success together', async () => {
  const coverage = (count: number): NonNullable<RunSummary['coverage']> => ({
    spec: 'openapi.yaml',
    operations: [{ method: 'GET', path: '/a', count, statuses: [], parameters: [] }],
    outside: [{ request: 'GET http://h/b', count: 1 }],
  })
  const none = await shard('passed', { coverage: coverage(0) })
  const { summary } = mergeReports([none, none])
  assert.deepEqual([summary.outcome, summary.exitCode], ['errored', 2])
  assert.match(summary.problems[0]?.message ?? '', /no request of the run is described in openapi\.yaml/)
  const one = await shard('passed', { coverage: coverage(1) })
  assert.equal(mergeReports([none, one]).summary.exitCode, 0)
})

test('the merged run lasts from the earliest start to the latest end', async () => {
  const early = await shard('passed', { startedAt: startOfRun - 500, duration: 100 })
  const late = await shard('passed', { startedAt: startOfRun, duration: 1000 })
  const { startedAt, duration } = mergeReports([late, early]).summary
  assert.deepEqual([startedAt, duration], [startOfRun - 500, 1500])
})

test('what mocks stood in for in one part they did in the whole', async () => {
  const parts = [await shard('passed'), ...(await Promise.all([1, 2].map(mockedShard)))]
  assert.deepEqual(mergeReports(parts).summary.standIns, ['shop'])
})

function mockedShard(): Promise<RunReport> {
  return shard('passed', { standIns: ['shop'] })
}

test('the seed of parts is that of the whole where all have the same', async () => {
  const [none, one, same, other] = await Promise.all(
    [undefined, 7, 7, 8].map(seed => shard('passed', seed === undefined ? {} : { seed })),
  )
  assert.ok(none !== undefined && one !== undefined && same !== undefined && other !== undefined)
  assert.equal(mergeReports([none, one, same]).summary.seed, 7)
  assert.equal(mergeReports([one, other]).summary.seed, undefined)
})

test('files of the same name are kept apart', async () => {
  const { suites } = mergeReports([await shard('passed'), await shard('failed')])
  assert.deepEqual(
    suites.map(suite => suite.file),
    ['a.apitest.yaml', 'a.apitest.yaml (2)'],
  )
})

async function shard(
  outcome: 'passed' | 'failed' | 'errored',
  summary: Partial<RunSummary> = {},
): Promise<RunReport> {
  const suite = new SuiteEvents('a.apitest.yaml', 'A', { steps: 1 }).step('One', { outcome })
  return JSON.parse(await textOf(json(streamOf(run(suite.end(), summary)), plainOptions))) as RunReport
}
