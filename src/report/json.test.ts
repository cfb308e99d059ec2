import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunEvent } from '../model/run-event.ts'
import type { RunReport } from '../model/result.ts'
import { keptPassedExchanges } from './exchange-budget.ts'
import { json } from './json.ts'
import { jsonExchange, plainOptions, run, streamOf, SuiteEvents, textOf } from './testing/events.ts'
import { reportErrors } from './testing/judges.ts'
import { runs } from './testing/runs.ts'

for (const [name, events] of Object.entries(runs))
  test(`the report of the ${name} run is valid by schemas/report.schema.yaml`, async () => {
    assert.deepEqual(await reportErrors(await report(events)), [])
  })

test('the schema refuses what is not a report', async () => {
  const good = await report(runs['passing'] ?? [])
  assert.notDeepEqual(await reportErrors({ ...good, extra: 1 }), [])
  assert.notDeepEqual(await reportErrors({ ...good, suites: [{ ...good.suites[0], outcome: 'green' }] }), [])
})

test('files that ran at the same time have each their own results', async () => {
  const { suites } = await report(runs['passing'] ?? [])
  assert.deepEqual(
    suites.map(suite => [suite.file, suite.results.length]),
    [
      ['suites/users.apitest.yaml', 3],
      ['suites/orders.apitest.yaml', 1],
    ],
  )
})

test('a file that was cut off is there as far as it got', async () => {
  const { suites, summary } = await report(runs['interrupted'] ?? [])
  assert.deepEqual(
    suites.map(suite => suite.outcome),
    ['passed', 'passed'],
  )
  assert.equal(summary.exitCode, 130)
})

test('bodies of passed steps are kept up to the budget, and all of them when verbose', async () => {
  const suite = new SuiteEvents('a.apitest.yaml', 'A', { steps: 300 })
  for (let index = 0; index < 300; index++)
    suite.step(`step ${index}`, { exchange: jsonExchange('http://127.0.0.1/', '{"a":1}') })
  const events = run(suite.end())
  assert.equal(keptBodies(await report(events)), keptPassedExchanges)
  assert.equal(keptBodies(await report(events, true)), 300)
})

function keptBodies({ suites }: RunReport): number {
  return suites.flatMap(suite => suite.results).filter(step => step.exchange?.response?.body !== undefined)
    .length
}

async function report(events: readonly RunEvent[], verbose = false): Promise<RunReport> {
  return JSON.parse(await textOf(json(streamOf(events), { ...plainOptions, verbose }))) as RunReport
}
