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
  const text = await page(run(manyRows(100).end()))
  assert.equal(text.split('\n').filter(line => /^ {2}✓ row \d+ {2}n=\d+ {2}12 ms$/.test(line)).length, 100)
  assert.equal(text.includes('Only step'), false)
})

test('the steps of every row are shown when everything is asked for', async () => {
  const text = await page(run(manyRows(3).end()), { verbose: true })
  assert.equal(text.split('Only step').length - 1, 3)
  assert.equal(text.split('→ GET').length - 1, 3)
})

test('of very many failing rows only the first are shown with their steps', async () => {
  const text = await page(run(manyRows(100, 'failed', row => `Expected ${row}`).end()))
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

test('F9: of a long run a file that passed is one line, and all of it with --verbose', async () => {
  const events = run(manyRows(1000).end())
  const text = await page(events)
  assert.match(text, /^✓ A {2}a\.apitest\.yaml {2}1000 rows {2}1000 steps {2}[\d.]+ m?s\n/)
  assert.ok(text.split('\n').length < 15, text)
  assert.ok((await page(events, { verbose: true })).split('\n').length > 1000)
})

test('F9: of a long run every file that did not simply pass is shown whole', async () => {
  const failing = new SuiteEvents('b.apitest.yaml', 'B', { steps: 2 })
    .step('Fine')
    .step('Wrong', { outcome: 'failed', failures: [statusFailure('Expected 201')] })
  const flaky = new SuiteEvents('c.apitest.yaml', 'C', { steps: 1 }).step('Late', {
    attempts: 2,
    flaky: true,
  })
  const skipping = new SuiteEvents('d.apitest.yaml', 'D', { steps: 2 })
    .step('Fine')
    .step('Left out', { outcome: 'skipped' })
  const long = manyRows(200).end()
  for (const events of [
    [...long, ...failing.end(), ...flaky.end(), ...skipping.end()],
    [...failing.end(), ...skipping.end(), ...flaky.end(), ...long],
  ]) {
    const text = await page(run(events))
    assert.match(text, /(^|\n)B {2}b\.apitest\.yaml\n {2}✓ .*Fine\n {2}✗ .*Wrong\n {4}✗ Expected 201\n/)
    assert.match(text, /\nC {2}c\.apitest\.yaml\n {2}✓ .*Late {2}~ 2 attempts\n/)
    assert.match(text, /✓ D {2}d\.apitest\.yaml {2}1 step {2}1 skipped {2}/)
    assert.doesNotMatch(text, /Left out|row 17/)
  }
})

test('F9: behind a setup that did not pass only the files of its project are one line each', async () => {
  const failures = [statusFailure('Expected 200')]
  const setup = (file: string, outcome: 'passed' | 'failed'): readonly RunEvent[] =>
    new SuiteEvents(file, 'Setup', { steps: 1 })
      .step('Sign in', { outcome, ...(outcome === 'failed' ? { failures } : {}) })
      .end()
      .map(event => {
        if (event.type === 'suite-started') return { ...event, role: 'setup' }
        return event.type === 'suite-finished'
          ? { ...event, result: { ...event.result, role: 'setup' } }
          : event
      })
  const left = new SuiteEvents('one/a.apitest.yaml', 'A', { steps: 1 }).step('Left', { outcome: 'skipped' })
  const fine = new SuiteEvents('two/b.apitest.yaml', 'B', { steps: 2 })
    .step('By condition', { outcome: 'skipped' })
    .step('Fine')
  const first = [...setup('one/apitest.config.yaml', 'failed'), ...left.end()]
  for (const second of [fine.end(), [...setup('two/apitest.config.yaml', 'passed'), ...fine.end()]]) {
    const text = await page(run([...first, ...second]))
    assert.match(text, /\n- A {2}one\/a\.apitest\.yaml {2}1 skipped\n/)
    assert.match(text, /\n\nB {2}two\/b\.apitest\.yaml\n {2}- .*By condition\n {2}✓ .*Fine\n/)
    if (second.length > fine.end().length)
      assert.match(text, /\n\nSetup {2}two\/apitest\.config\.yaml\n {2}✓ .*Sign in\n/)
  }
})

test('F9: a file of a long run that never ends comes out as far as it got', async () => {
  const unfinished = new SuiteEvents('b.apitest.yaml', 'B', { steps: 2 }).step('Fine').events
  assert.match(
    await page(run([...unfinished, ...manyRows(200).end()])),
    /(^|\n)B {2}b\.apitest\.yaml\n {2}✓ .*Fine\n/,
  )
})

test('F9: rows that fail alike are told once, and listed', async () => {
  const text = await page(run(manyRows(40, 'failed').end()))
  assert.equal(text.match(/✗ Expected 201\n/g)?.length, 1)
  assert.equal(text.match(/ {2}✗ row \d+ .*Expected 201 {2}\(as row 1\)/g)?.length, 39)
  assert.match(text, /\n {2}✗ A › Only step {2}rows 1-40\n {4}Expected 201\n/)
  assert.doesNotMatch(text, /more failing/)
})

test('F9: a step whose rows fail alike is told once', async () => {
  const suite = new SuiteEvents('a.apitest.yaml', 'A', { steps: 1 })
  for (const number of [1, 2, 3]) {
    const message = number === 2 ? 'Expected 404' : 'Expected 201'
    suite.step('Create', {
      index: 0,
      row: { number, label: '' },
      outcome: 'failed',
      failures: [statusFailure(message)],
    })
  }
  const text = await page(run(suite.end()))
  assert.deepEqual(text.match(/^ {4}✗ .*$/gm), ['    ✗ Expected 201', '    ✗ Expected 404'])
  assert.match(text, /Create {2}row 3 {2}\(as row 1\)\n/)
})

test('F9: failures of one line share its frame', async () => {
  const line = '      - $.total: { at-least: 2, at-most: 9 }'
  const failures = ['at-least', 'at-most'].map(marked =>
    failureAt('a.apitest.yaml', 3, line, marked, {
      kind: 'validation',
      message: `Expected ${marked}`,
      hint: 'Look.',
    }),
  )
  const suite = new SuiteEvents('a.apitest.yaml', 'A', { steps: 1 }).step('One', {
    outcome: 'failed',
    failures,
  })
  const text = await page(run(suite.end()))
  const frame = [
    '    ✗ Expected at-least',
    '    ✗ Expected at-most',
    '      a.apitest.yaml:3:20',
    `      3 │ ${line}`,
    `        │ ${' '.repeat(19)}${'^'.repeat(20)}`,
    '      hint: Look.',
  ]
  assert.ok(text.includes(`${frame.join('\n')}\n`), text)
})

test('F9: headers are counted, and shown with --verbose', async () => {
  const exchange = jsonExchange(
    'http://127.0.0.1/',
    JSON.stringify(Array.from({ length: 60 }, (_, id) => id)),
  )
  const suite = new SuiteEvents('a.apitest.yaml', 'A', { steps: 1 }).step('One', {
    exchange,
    outcome: 'failed',
    failures: [statusFailure('Expected 201')],
  })
  const text = await page(run(suite.end()))
  assert.match(text, /← 200 OK .*, 2 headers\n/)
  assert.doesNotMatch(text, /x-request-id/)
  assert.ok(text.split('\n').length < 35, text)
  assert.match(await page(run(suite.end()), { verbose: true }), /x-request-id: 7f3c/)
})

function statusFailure(message: string): ReturnType<typeof failureAt> {
  return failureAt('a.apitest.yaml', 3, 'status: 201', '201', { kind: 'status', message })
}

function manyRows(
  count: number,
  outcome: 'passed' | 'failed' = 'passed',
  message: (row: number) => string = () => 'Expected 201',
): SuiteEvents {
  const suite = new SuiteEvents('a.apitest.yaml', 'A', { steps: 1, rows: count })
  for (let number = 1; number <= count; number++) {
    const failure = statusFailure(message(number))
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

async function* slowly(events: readonly RunEvent[]): AsyncGenerator<readonly RunEvent[]> {
  for (const event of events) {
    if (event.type === 'step-finished') await wait(450)
    yield [event]
  }
}
