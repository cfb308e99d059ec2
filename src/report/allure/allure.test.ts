import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import type { RunEvent } from '../../model/run-event.ts'
import type { ReportFile } from '../reporter.ts'
import { allureCommand, withoutAllure } from '../testing/allure-command.ts'
import { jsonExchange, plainOptions, run, streamOf, SuiteEvents } from '../testing/events.ts'
import { runs } from '../testing/runs.ts'
import { allure } from './allure.ts'
import type { TestResult } from './test-result.ts'

async function filesOf(events: readonly RunEvent[]): Promise<readonly ReportFile[]> {
  const files: ReportFile[] = []
  for await (const file of allure(streamOf(events), plainOptions)) files.push(file)
  return files
}

function resultsIn(files: readonly ReportFile[]): readonly TestResult[] {
  const results = files.filter(({ name }) => name.endsWith('-result.json'))
  return results.map(({ text }) => JSON.parse(text) as TestResult)
}

for (const [name, events] of Object.entries(runs))
  test(`the ${name} run has a test for each step and row, and all that is attached`, async () => {
    const files = await filesOf(events)
    const results = resultsIn(files)
    const steps = events.filter(event => event.type === 'step-finished')
    const problems = results.filter(({ fullName }) => fullName.startsWith('problems#'))
    assert.equal(results.length - problems.length, steps.length)
    assert.equal(new Set(results.map(({ uuid }) => uuid)).size, results.length)
    assert.equal(new Set(results.map(({ historyId }) => historyId)).size, results.length)
    const known = new Set(files.map(one => one.name))
    for (const { attachments, start, stop } of results) {
      for (const { source } of attachments) assert.ok(known.has(source), source)
      assert.ok(Number.isInteger(start) && Number.isInteger(stop) && stop >= start)
    }
    const [{ summary } = { summary: undefined }] = events.filter(event => event.type === 'run-finished')
    assert.equal(
      results.every(({ status }) => ['passed', 'skipped'].includes(status)),
      summary?.exitCode === 0,
    )
  })

test('a test is the same in the next run, whatever is filled in', async () => {
  const identities = async (id: number) => {
    const suite = new SuiteEvents('suites/a.apitest.yaml', 'A', { steps: 3, rows: 2 })
    for (const number of [1, 2]) {
      const row = { number, label: `n=${number}` }
      const written = { row, writtenName: 'GET /orders/{{id}}' }
      suite.step(`GET /orders/${id}`, { ...written, index: 0 })
      suite.step(`GET /orders/${id}`, { ...written, index: 1 }).row(row)
    }
    const results = resultsIn(await filesOf(run(suite.end())))
    return results.map(({ fullName, testCaseId, historyId }) => ({ fullName, testCaseId, historyId }))
  }
  const first = await identities(1)
  assert.deepEqual(await identities(2), first)
  assert.deepEqual(
    first.map(({ fullName }) => fullName),
    Array.from({ length: 2 }).flatMap(() => [
      'suites/a.apitest.yaml#GET /orders/{{id}}',
      'suites/a.apitest.yaml#GET /orders/{{id}} (2)',
    ]),
  )
  assert.equal(new Set(first.map(({ testCaseId }) => testCaseId)).size, 2)
  assert.equal(new Set(first.map(({ historyId }) => historyId)).size, 4)
})

test('labels, parameters and parts say what the step says', async () => {
  const span = { file: '/a', start: { line: 1, column: 1 }, end: { line: 1, column: 2 } }
  const judged = { subject: 'status', operator: 'equals', expected: 200, span }
  const suite = new SuiteEvents('suites/a.apitest.yaml', 'A', { steps: 2, tags: ['smoke', 'critical'] })
    .step('Outer', {
      steps: [new SuiteEvents('b', 'B', { steps: 1 }).result('Inner')],
      exchange: jsonExchange('http://127.0.0.1/', '{"a":1}'),
      validations: [
        { ...judged, passed: true, messages: [] },
        { ...judged, passed: false, skipped: true, skipReason: 'not now', messages: [] },
      ],
      extracts: [{ variable: 'id', source: 'body-json-path $.id', found: true, value: 7, span }],
    })
    .step('Flaky', { flaky: true, attempts: 3 })
  const files = await filesOf(run(suite.end()))
  const [outer, flaky] = resultsIn(files)
  assert.deepEqual(
    outer?.labels.map(({ name, value }) => `${name}=${value}`),
    ['parentSuite=suites', 'suite=A', 'framework=apitest', 'tag=smoke', 'severity=critical'],
  )
  assert.deepEqual(
    outer.steps.map(({ name, status }) => `${name}: ${status}`),
    [
      'Inner: passed',
      'extract id from body-json-path $.id: passed',
      'status equals 200: passed',
      'status equals 200: skipped',
    ],
  )
  assert.deepEqual(
    outer.attachments.map(({ name }) => name),
    ['Request', 'Response'],
  )
  assert.match(files.find(({ name }) => name === outer.attachments[1]?.source)?.text ?? '', /"a": 1/)
  assert.deepEqual(flaky?.statusDetails, { message: 'passed at attempt 3', flaky: true })
  assert.deepEqual(flaky.parameters[0], { name: 'attempts', value: '3', excluded: true })
})

test('Allure makes a report of the results', { skip: withoutAllure() }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'apitest-allure-'))
  try {
    const results = path.join(folder, 'allure-results')
    await mkdir(results)
    const events = runs['failing'] ?? []
    for (const { name: file, text } of await filesOf(events)) await writeFile(path.join(results, file), text)
    const report = path.join(folder, 'report')
    await promisify(execFile)(process.execPath, [allureCommand() ?? '', 'generate', results, '-o', report], {
      cwd: folder,
    })
    const read = await readdir(path.join(report, 'data', 'test-results'))
    const steps = events.filter(event => event.type === 'step-finished')
    assert.equal(read.length, steps.length)
    const statistic = JSON.parse(
      await readFile(path.join(report, 'widgets', 'statistic.json'), 'utf8'),
    ) as object
    const counts: Record<string, number> = {}
    for (const { result } of steps) counts[result.outcome] = (counts[result.outcome] ?? 0) + 1
    const { passed, failed, errored: broken, skipped } = counts
    assert.deepEqual(
      Object.fromEntries(Object.entries(statistic).filter(([name]) => !['total', 'flaky'].includes(name))),
      { passed, failed, broken, skipped },
    )
  } finally {
    await rm(folder, { recursive: true })
  }
})
