import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunReport } from '../model/result.ts'
import type { RunEvent } from '../model/run-event.ts'
import { loadReporter, textReporterNames } from './index.ts'
import { json } from './json.ts'
import { replayReport } from './replay.ts'
import { plainOptions, run, streamOf, SuiteEvents, textOf } from './testing/events.ts'
import { runs } from './testing/runs.ts'

for (const name of ['failing', 'rows', 'hostile', 'rejected'])
  for (const reporterName of textReporterNames)
    test(`${reporterName} says the same about the saved ${name} run as about the live one`, async () => {
      const reporter = await loadReporter(reporterName)
      const live = comparable(runs[name] ?? [])
      const replayed = [...replayReport(await reportOf(live))]
      if (reporterName === 'ndjson') assert.deepEqual(types(replayed), types(live))
      else
        assert.equal(
          await textOf(reporter(streamOf(replayed), plainOptions)),
          await textOf(reporter(streamOf(live), plainOptions)),
        )
    })

test('rows of a file with a single step stay rows', async () => {
  const suite = new SuiteEvents('a.apitest.yaml', 'A', { steps: 1, rows: 3 })
  for (const number of [1, 2, 3]) {
    const row = { number, label: `n=${number}` }
    suite.step('Only', { row, index: 0 }).row(row)
  }
  const replayed = [...replayReport(await reportOf(run(suite.end())))]
  const rows = replayed.filter(event => event.type === 'row-finished').map(event => event.result.row.number)
  assert.deepEqual(rows, [1, 2, 3])
})

/** Removes the facts that a saved report does not know: services, warnings, the environment, the number of workers. */
function comparable(events: readonly RunEvent[]): RunEvent[] {
  return events
    .filter(event => event.type !== 'service')
    .filter(event => event.type !== 'problem' || events.length === 5)
    .map(event => {
      if (event.type !== 'run-started') return event
      const { startedAt, suites, steps } = event
      return { type: 'run-started', startedAt, suites, steps, workers: 1 }
    })
}

function types(events: readonly RunEvent[]): string[] {
  return events.map(event => event.type)
}

async function reportOf(events: readonly RunEvent[]): Promise<RunReport> {
  return JSON.parse(await textOf(json(streamOf(events), plainOptions))) as RunReport
}
