import assert from 'node:assert/strict'
import { test } from 'node:test'
import { run, SuiteEvents, workingFolder } from '../report/testing/events.ts'
import { recordRun } from './recorded-run.ts'

const linesOf = async (...suites: readonly string[]): Promise<readonly string[]> => {
  const ended = suites.map(name =>
    new SuiteEvents(`${name}.apitest.yaml`, name, { steps: 2 }).step('First').step('Second').end(),
  )
  const recorded = await recordRun(run(ended.flat()), workingFolder)
  return (recorded?.lines ?? [])
    .filter(line => /✓|apitest\.yaml/.test(line))
    .map(line => line.replace(/^( *)\S.* ms {2}/, '$1'))
}

test('steps stand below the name of their suite where several have run', async () => {
  assert.deepEqual(await linesOf('A'), ['First', 'Second'])
  assert.deepEqual(await linesOf('A', 'B'), [
    'A  A.apitest.yaml',
    '  First',
    '  Second',
    'B  B.apitest.yaml',
    '  First',
    '  Second',
  ])
})
