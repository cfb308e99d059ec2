import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunEvent } from '../../model/run-event.ts'
import { plainOptions, run, spanAt, streamOf, SuiteEvents, textOf } from '../testing/events.ts'
import { junitErrors } from '../testing/judges.ts'
import { runs } from '../testing/runs.ts'
import { junit } from './junit.ts'

for (const [name, events] of Object.entries(runs))
  test(`the report of the ${name} run is valid by schemas/junit.xsd`, async () => {
    assert.deepEqual(await junitErrors(await report(events)), [])
  })

test('the schema refuses what the reporter never writes', async () => {
  const xml = (await report(runs['passing'] ?? [])).replaceAll('classname', 'class')
  assert.notDeepEqual(await junitErrors(xml), [])
})

test('no control character reaches the file, whatever a server answers', async () => {
  const xml = await report(runs['hostile'] ?? [])
  assert.doesNotMatch(xml, /(?!\n)\p{Cc}|\p{Cs}|\]\]>/u)
})

test('a testcase has the time of its own step', async () => {
  const suite = new SuiteEvents('a.apitest.yaml', 'A', { steps: 2 })
  const xml = await report(
    run(suite.step('short', { duration: 4 }).step('long', { duration: 61_234.4 }).end()),
  )
  assert.match(xml, /name="short" classname="a.apitest.yaml" file="a.apitest.yaml" line="4" time="0.004"/)
  assert.match(xml, /name="long" classname="a.apitest.yaml" file="a.apitest.yaml" line="9" time="61.234"/)
})

test('the counts of a testsuite are those of its testcases', async () => {
  const xml = await report(runs['failing'] ?? [])
  assert.match(xml, /name="Users" tests="7" failures="3" errors="1" skipped="1"/)
  assert.deepEqual(
    ['<failure', '<error', '<skipped'].map(tag => xml.split(tag).length - 1),
    [3, 1, 1],
  )
})

test('a warning is a property of its file, or of the suite for problems', async () => {
  const warning = (file: string): RunEvent => ({
    type: 'problem',
    problem: { code: 'unverified-tls', severity: 'warning', message: 'not verified', span: spanAt(file, 3) },
  })
  const events = run(new SuiteEvents('a.apitest.yaml', 'A', { steps: 1 }).step('one', {}).end())
  const at = events.findIndex(({ type }) => type === 'suite-started')
  const warnings = [warning('a.apitest.yaml'), warning('apitest.config.yaml')]
  const xml = await report(events.toSpliced(at, 0, ...warnings))
  assert.deepEqual(await junitErrors(xml), [])
  const [own = '', others = ''] = xml.split('</testsuite>')
  assert.match(own, /name="warning" value="a\.apitest\.yaml:3:1 unverified-tls: not verified"/)
  assert.match(others, /name="problems" tests="0".*value="apitest\.config\.yaml:3:1 unverified-tls/s)
})

test('F4: a case has the name that stands in the file, and what was filled in as a property', async () => {
  const written = { writtenName: 'GET {{url}}/orders/{{id}}' }
  const named = (name: string): RunEvent[] =>
    run(new SuiteEvents('a.apitest.yaml', 'A', { steps: 1 }).step(name, written).end())
  const [first, second] = [await report(named('GET /orders/31')), await report(named('GET /orders/32'))]
  const names = (xml: string): readonly string[] => [...xml.matchAll(/<testcase name="([^"]*)"/g)].map(String)
  assert.deepEqual(names(first), names(second))
  assert.match(first, /<testcase name="GET {{url}}\/orders\/{{id}}" [^>]*file="a.apitest.yaml" line="\d+"/)
  assert.match(first, /<property name="name" value="GET \/orders\/31"\/>/)
  assert.deepEqual(await junitErrors(first), [])
})

test('F4: no two cases of a file have one name', async () => {
  const suite = new SuiteEvents('a.apitest.yaml', 'A', { steps: 4 })
  const xml = await report(
    run(suite.step('Poll').step('Poll (2)').step('Poll').step('Poll', { outcome: 'skipped' }).end()),
  )
  const names = [...xml.matchAll(/<testcase name="([^"]*)"/g)].map(([, name]) => name)
  assert.deepEqual(names, ['Poll', 'Poll (2)', 'Poll (2) (2)', 'Poll (3)'])
})

test('F4: the first line has the totals of the run', async () => {
  const xml = await report(runs['failing'] ?? [])
  assert.match(
    xml,
    /<testsuites name="apitest" tests="7" failures="3" errors="1" skipped="1" time="\d+\.\d{3}">/,
  )
})

async function report(events: readonly RunEvent[]): Promise<string> {
  return textOf(junit(streamOf(events), plainOptions))
}
