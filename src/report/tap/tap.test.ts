import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunEvent } from '../../model/run-event.ts'
import { plainOptions, streamOf, textOf } from '../testing/events.ts'
import { parseTap } from '../testing/judges.ts'
import { runs } from '../testing/runs.ts'
import { tap } from './tap.ts'

const expected = {
  passing: { ok: true, count: 4, fail: 0, skip: 0 },
  failing: { ok: false, count: 7, fail: 4, skip: 1 },
  rows: { ok: false, count: 8, fail: 2, skip: 0 },
  hostile: { ok: false, count: 3, fail: 2, skip: 0 },
  interrupted: { ok: false, count: 2, fail: 0, skip: 0 },
  rejected: { ok: false, count: 0, fail: 0, skip: 0 },
}

for (const [name, counts] of Object.entries(expected))
  test(`a TAP parser reads the ${name} run as it was`, async () => {
    const { results, points } = await parse(runs[name] ?? [])
    const { ok, count, fail, skip } = results
    assert.deepEqual({ ok, count, fail, skip }, counts)
    assert.equal(points.length, count)
    assert.deepEqual(
      results.failures.filter(failure => failure.tapError !== null),
      [],
    )
  })

for (const name of ['interrupted', 'rejected'])
  test(`the ${name} run is no success: it bails out`, async () => {
    const { results } = await parse(runs[name] ?? [])
    assert.notEqual(results.bailout, false)
  })

test('names come out of the parser as they went in, control characters as escapes', async () => {
  const { points } = await parse(runs['hostile'] ?? [])
  assert.match(
    points[0]?.name ?? '',
    /^suites\/ünï,cödé: 100%.apitest.yaml > Step a\\x1b\[31mb\\x00c \]\]> .*# \| `x` 日本 🎉/,
  )
})

test('the block of a failed point holds every reason with its place', async () => {
  const { points } = await parse(runs['failing'] ?? [])
  const diagnostics = points[1]?.diag ?? {}
  assert.deepEqual(diagnostics['at'], { file: 'suites/users.apitest.yaml', line: 14, column: 9 })
  assert.deepEqual(diagnostics['reasons'], [
    {
      message: 'The first user is Ada - body-json-path $.name: Expected equals Ada, got Bob',
      at: 'suites/users.apitest.yaml:14:9',
      source: '- $.name: Ada',
    },
    {
      message: '/email: must match format "uri"\n/balance: must be string',
      at: 'suites/users.apitest.yaml:15:9',
      source: '- schema: user.json',
    },
  ])
})

test('the block of a failed point holds the redirects that led to its request', async () => {
  const events = structuredClone([...(runs['failing'] ?? [])])
  const redirect = { method: 'GET', url: 'http://a/', status: 302, location: '/b', duration: 1 }
  const redirected = events.map(event =>
    event.type === 'step-finished' && event.result.exchange !== undefined
      ? {
          ...event,
          result: { ...event.result, exchange: { ...event.result.exchange, redirects: [redirect] } },
        }
      : event,
  )
  const { points } = await parse(redirected)
  assert.deepEqual(points[1]?.diag?.['redirects'], ['GET http://a/: 302'])
})

async function parse(events: readonly RunEvent[]) {
  return parseTap(await textOf(tap(streamOf(events), plainOptions)))
}
