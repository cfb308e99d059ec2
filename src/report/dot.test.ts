import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dot } from './dot.ts'
import { failureAt, plainOptions, run, streamOf, SuiteEvents, textOf } from './testing/events.ts'

test('one sign per step, broken into lines of the terminal’s width', async () => {
  const suite = new SuiteEvents('a.apitest.yaml', 'A', { steps: 6 })
    .step('passed')
    .step('flaky', { flaky: true, attempts: 2 })
    .step('failed', { outcome: 'failed' })
    .step('errored', { outcome: 'errored' })
    .step('skipped', { outcome: 'skipped' })
  const text = await textOf(dot(streamOf(run(suite.end())), { ...plainOptions, columns: 4 }))
  assert.match(text, /^\.~FE\ns\n/)
})

test('a width that is not known stands for 80', async () => {
  const suite = new SuiteEvents('a.apitest.yaml', 'A', { steps: 81 })
  for (let index = 0; index < 81; index++) suite.step('S')
  const text = await textOf(dot(streamOf(run(suite.end())), { ...plainOptions, columns: 0 }))
  assert.match(text, /^\.{80}\n\.\n/)
})

test('very many failures are shown up to a limit and then counted', async () => {
  const suite = new SuiteEvents('a.apitest.yaml', 'A', { steps: 60 })
  const failures = [failureAt('a.yaml', 1, 'status: 1', '1', { kind: 'status', message: 'no' })]
  for (let index = 0; index < 60; index++) suite.step('S', { outcome: 'failed', failures })
  const text = await textOf(dot(streamOf(run(suite.end())), plainOptions))
  assert.equal(text.split('✗ no').length - 1, 50)
  assert.match(text, /\n10 more failures not shown\n/)
})

test('a problem begins a line of its own', async () => {
  const suite = new SuiteEvents('a.apitest.yaml', 'A', { steps: 3 }).step('S').step('S')
  const problem = { code: 'data-type', severity: 'warning', message: 'odd' } as const
  const events = run(suite.end())
  const at = events.findIndex(({ type }) => type === 'step-finished') + 1
  const told = { type: 'problem', problem } as const
  const text = await textOf(
    dot(streamOf([told, ...events.slice(0, at), told, ...events.slice(at)]), plainOptions),
  )
  assert.match(text, /^warning data-type {2}odd\n\n\.\nwarning data-type {2}odd\n\n\.\n\n/)
})

test('flaky steps are named where they fail the run', async () => {
  const suite = new SuiteEvents('a.apitest.yaml', 'A', { steps: 2 })
    .step('Steady')
    .step('Shaky', { flaky: true, attempts: 2, reason: 'status: Expected equals 200, got 503' })
  const events = run(suite.end())
  const failing = events.map(event =>
    event.type === 'run-finished'
      ? { ...event, summary: { ...event.summary, failsOnFlaky: true as const } }
      : event,
  )
  const text = await textOf(dot(streamOf(failing), plainOptions))
  assert.match(text, /\nA {2}a\.apitest\.yaml\n.*Shaky {2}~ 2 attempts, at first: status: Expected/)
  assert.doesNotMatch(text, /Steady/)
  assert.doesNotMatch(await textOf(dot(streamOf(events), plainOptions)), /Shaky/)
})
