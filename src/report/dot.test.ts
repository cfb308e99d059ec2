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
