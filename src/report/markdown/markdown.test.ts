import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainOptions, run, streamOf, SuiteEvents, textOf } from '../testing/events.ts'
import { runs } from '../testing/runs.ts'
import { markdownBlock, markdownCode, markdownText } from './escape.ts'
import { markdown, SlowestSteps } from './markdown.ts'

test('text stays what it is', () => {
  assert.equal(markdownText('a|b *c* <d>\n_e_ `f`'), 'a\\|b \\*c\\* &lt;d&gt; \\_e\\_ \\`f\\`')
})

test('code with backticks gets longer fences', () => {
  assert.equal(markdownCode('a``b'), '``` a``b ```')
  assert.equal(markdownCode('plain'), '`plain`')
  assert.match(markdownBlock(['```', 'x']), /^````text\n```\nx\n````$/)
})

test('outside of code no name becomes markup', async () => {
  const page = await textOf(markdown(streamOf(runs['hostile'] ?? []), plainOptions))
  const outside = page.replace(/^(`{3,})text\n[^]*?\n\1$/gm, '').replace(/`[^`]*`/g, '')
  assert.doesNotMatch(outside, /<(?!\/?(?:details|summary)>)/)
})

test('the slowest steps are kept, however many there are', async () => {
  const slowest = new SlowestSteps(2)
  const suite = new SuiteEvents('a.apitest.yaml', 'A', { steps: 4 })
  for (const duration of [5, 100, 7, 50]) suite.step(`takes ${duration}`, { duration })
  for (const event of suite.events) if (event.type === 'step-finished') slowest.add(event)
  assert.deepEqual(
    slowest.list.map(step => step.duration),
    [100, 50],
  )
  assert.match(await textOf(markdown(streamOf(run(suite.end())), plainOptions)), /takes 100 \| 100 ms/)
})

test('a summary stays below the size GitHub takes', async () => {
  const suite = new SuiteEvents('a.apitest.yaml', 'A', { steps: 500 })
  const failing = (runs['hostile'] ?? []).flatMap(event =>
    event.type === 'step-finished' && event.result.failures.length > 0 ? [event.result] : [],
  )
  for (let index = 0; index < 500; index++) suite.step('S', failing[index % failing.length])
  const page = await textOf(markdown(streamOf(run(suite.end())), plainOptions))
  assert.ok(Buffer.byteLength(page) < 1_000_000, `${Buffer.byteLength(page)} bytes`)
})
