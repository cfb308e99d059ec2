import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunEvent } from '../model/run-event.ts'
import type { ReporterOptions } from './reporter.ts'
import { github } from './github.ts'
import { failureAt, plainOptions, run, streamOf, SuiteEvents, textOf } from './testing/events.ts'
import { githubCommand } from './testing/judges.ts'
import { runs } from './testing/runs.ts'

for (const [name, events] of Object.entries(runs))
  test(`every annotation of the ${name} run is a command as GitHub reads it`, async () => {
    for (const line of await annotations(events)) assert.match(line, githubCommand)
  })

test('a failed validation marks its own line of the suite', async () => {
  const lines = await annotations(runs['failing'] ?? [])
  assert.equal(
    lines[1],
    '::error file=suites/users.apitest.yaml,line=14,endLine=14,col=9,endColumn=20,title=Users › First user' +
      '::The first user is Ada - body-json-path $.name: Expected equals Ada, got Bob%0A/email: must match format "uri"%0A/balance: must be string',
  )
})

test('a used suite is marked where it failed', async () => {
  const lines = await annotations(runs['failing'] ?? [])
  const [nested] = lines.filter(line => line.includes('login.apitest.yaml,line=10'))
  assert.match(
    nested ?? '',
    /title=Users › Log in as Ada › Read the profile::status: Expected 2xx or 3xx, got 401/,
  )
})

test('a flaky step is a warning', async () => {
  const lines = await annotations(runs['passing'] ?? [])
  assert.equal(lines.length, 1)
  assert.match(lines[0] ?? '', /^::warning file=suites\/orders.apitest.yaml,line=4,.*passed at attempt 3/)
})

test('a place is marked once though many rows fail there', async () => {
  const suite = new SuiteEvents('a.yaml', 'A', { steps: 1, rows: 9 })
  const failure = failureAt('a.yaml', 3, 'status: 201', '201', { kind: 'status', message: 'no' })
  for (let number = 1; number <= 9; number++)
    suite.step('S', { row: { number, label: '' }, outcome: 'failed', failures: [failure] })
  assert.equal((await annotations(run(suite.end()))).length, 1)
})

test('paths are relative to the repository when it is known', async () => {
  const [line] = await annotations(runs['rejected'] ?? [], { repositoryFolder: '/' })
  assert.match(line ?? '', /file=project\/suites\/users.apitest.yaml,/)
})

async function annotations(
  events: readonly RunEvent[],
  change: Partial<ReporterOptions> = {},
): Promise<string[]> {
  const text = await textOf(github(streamOf(events), { ...plainOptions, ...change }))
  return text.split('\n').filter(line => line.startsWith('::'))
}
