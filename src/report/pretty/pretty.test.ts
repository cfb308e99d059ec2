import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { test } from 'node:test'
import type { RunEvent } from '../../model/run-event.ts'
import type { ReporterOptions } from '../reporter.ts'
import {
  failureAt,
  jsonExchange,
  plainOptions,
  run,
  streamOf,
  SuiteEvents,
  textOf,
} from '../testing/events.ts'
import { runs } from '../testing/runs.ts'
import { pretty } from './pretty.ts'
import { Progress } from './progress.ts'

const clearLine = '\r\u001b[K'

test('every row is one line, however many there are', async () => {
  const text = await page(run(manyRows(1000).end()))
  assert.equal(text.split('\n').filter(line => /^ {2}✓ row \d+ {2}n=\d+ {2}12 ms$/.test(line)).length, 1000)
  assert.equal(text.includes('Only step'), false)
})

test('the steps of every row are shown when everything is asked for', async () => {
  const text = await page(run(manyRows(3).end()), { verbose: true })
  assert.equal(text.split('Only step').length - 1, 3)
  assert.equal(text.split('→ GET').length - 1, 3)
})

test('of very many failing rows only the first are shown with their steps', async () => {
  const text = await page(run(manyRows(100, 'failed').end()))
  assert.equal(text.split('Only step').length - 1 - 50, 20)
  assert.match(text, /steps of 80 more failing rows are not shown here/)
  assert.match(text, /and 50 more/)
})

test('a step with rows of its own has a line per row', async () => {
  const suite = new SuiteEvents('a.apitest.yaml', 'A', { steps: 1 })
  for (const number of [1, 2]) suite.step('Create', { index: 0, row: { number, label: `n=${number}` } })
  assert.match(await page(run(suite.end())), /12 ms {2}Create {2}row 1 n=1\n.*12 ms {2}Create {2}row 2 n=2\n/)
})

test('failures are listed again only when the first is out of sight', async () => {
  assert.match(await page(runs['failing'] ?? []), /\nFailures\n/)
  assert.doesNotMatch(await page(run(manyRows(1, 'failed').end())), /\nFailures\n/)
})

test('files stay together though their events come in turn', async () => {
  const text = await page(runs['passing'] ?? [])
  assert.ok(text.indexOf('Remove what was made') < text.indexOf('Orders  suites/orders'))
})

test('in a pipe nothing is rewritten', async () => {
  for (const events of Object.values(runs)) assert.equal((await page(events)).includes('\r'), false)
})

test('on a terminal the last line tells what runs, and is gone at the end', async () => {
  const text = await page(runs['passing'] ?? [], { interactive: true })
  assert.match(text, /0\/4 steps {2}\d+ ms {2}suites\/users.apitest.yaml › Start from a known data set/)
  const kept = text.split('\n').map(line => line.slice(line.lastIndexOf(clearLine) + 1).replace('[K', ''))
  const plain = await page(runs['passing'] ?? [])
  assert.deepEqual(
    kept.map(line => line.replace('\u001b', '')),
    plain.split('\n'),
  )
})

test('the clock goes on while a step takes its time', async () => {
  const suite = new SuiteEvents('a.apitest.yaml', 'A', { steps: 1 }).step('Slow')
  const text = await textOf(pretty(slowly(run(suite.end())), { ...plainOptions, interactive: true }))
  assert.ok(text.split('a.apitest.yaml › Slow').length > 3)
})

test('the progress line never wraps', () => {
  for (const columns of [1, 10, 40, 80]) {
    const progress = new Progress({ color: false, columns }, () => 0)
    progress.around('', { type: 'run-started', startedAt: 0, suites: 1, steps: 5, workers: 1 })
    const name = 'very long '.repeat(20)
    const line = progress.around('text\n', { type: 'step-started', file: 'a.yaml', name })
    assert.ok(line.slice(line.indexOf('\n') + 1).length < columns)
  }
})

function manyRows(count: number, outcome: 'passed' | 'failed' = 'passed'): SuiteEvents {
  const suite = new SuiteEvents('a.apitest.yaml', 'A', { steps: 1, rows: count })
  const failure = failureAt('a.apitest.yaml', 3, 'status: 201', '201', {
    kind: 'status',
    message: 'Expected 201',
  })
  for (let number = 1; number <= count; number++) {
    const row = { number, label: `n=${number}` }
    suite.step('Only step', {
      row,
      index: 0,
      outcome,
      exchange: jsonExchange('http://127.0.0.1/', '{}'),
      failures: outcome === 'passed' ? [] : [failure],
    })
    suite.row(row)
  }
  return suite
}

async function page(events: readonly RunEvent[], change: Partial<ReporterOptions> = {}): Promise<string> {
  return textOf(pretty(streamOf(events), { ...plainOptions, ...change }))
}

async function* slowly(events: readonly RunEvent[]): AsyncGenerator<RunEvent> {
  for (const event of events) {
    if (event.type === 'step-finished') await wait(450)
    yield event
  }
}
