import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseSuite } from '../../parse/parse-suite.ts'
import { noFacts } from '../../testing/expect-problems.ts'
import { checkSuite } from '../check-suite.ts'

const ways: readonly (readonly [load: string, said: string])[] = [
  ['callers: 5, for: 10s, thresholds: [{ p95: { less-than: 1h } }]', 'error'],
  ['callers: 5, for: 10s, thresholds: [{ step Health max: { at-most: 9s } }]', 'error'],
  ['callers: 5, for: 10s, thresholds: [{ p95: { less-than: 800ms } }]', ''],
  ['rate: 5/s, for: 10s, thresholds: [{ p95: { less-than: 1h } }]', ''],
  ['callers: 5, for: 10s, thresholds: [{ errors: { less-than: 1000000000 } }]', 'error'],
  ['callers: 5, for: 10s, thresholds: [{ errors: { less-than: 5 } }]', ''],
  ['requests: 100, thresholds: [{ errors: { at-most: 100 } }]', 'warning'],
  ['requests: 100, thresholds: [{ errors: { at-most: 99 } }]', ''],
  ['rate: 10/s, for: 10s, thresholds: [{ errors: { at-most: 500 } }]', 'warning'],
  ['callers: 5, for: 10s, stop-when: [{ error-rate: { greater-than: 50%, for: 30s } }]', 'warning'],
  ['callers: 5, for: 60s, stop-when: [{ error-rate: { greater-than: 50%, for: 30s } }]', ''],
  ['callers: 5, for: 60s, stop-when: [{ p95: { greater-than: 30s, for: 5s } }]', 'error'],
  ['callers: 5, for: 60s, stop-when: [{ throughput: { less-than: 0, for: 5s } }]', 'error'],
]

describe('what a suite says of load', () => {
  for (const [load, said] of ways)
    it(`${said === '' ? 'can be otherwise' : `is told by ${said}`}: ${load}`, async () => {
      const text = `suite: A
load: { ${load} }
steps: [{ name: Health, request: GET http://x/, timeout: 3s, validations: [{ status: 200 }] }]`
      const problems = await checkSuite(await parseSuite(text, '/suites/a.apitest.yaml'), noFacts)
      assert.equal(problems.map(({ severity }) => severity).join(' '), said)
    })
})
