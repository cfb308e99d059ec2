import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LoadFigures } from '../model/load-test.ts'
import {
  parseStopCondition,
  parseThreshold,
  readStopCondition,
  readThreshold,
} from '../parse/load/threshold.ts'
import { judgeThreshold, withErrors } from './thresholds.ts'

const percentiles = { p50: 10, p90: 90, p95: 95, p99: 299.9, max: 500, buckets: [] }
const all: LoadFigures = {
  ...{ requests: 1000, ok: 990, errors: 10, errorRate: 0.01, throughput: 150 },
  ...{ latency: percentiles, service: percentiles, statuses: { 200: 1000 } },
}
const steps = [
  { ...all, step: 'Sign in', file: 'a.apitest.yaml', latency: { ...percentiles, p99: 900 } },
  { ...all, step: 'Never', file: 'a.apitest.yaml', requests: 0 },
]

function judge(written: string) {
  const threshold = parseThreshold(written)
  assert.ok('metric' in threshold, written)
  return judgeThreshold(threshold, { all, steps })
}

describe('thresholds', () => {
  const cases: readonly (readonly [written: string, actual: number, met: boolean, message?: string])[] = [
    ['p50<10ms', 10, false, 'p50<10ms: it was 10 ms'],
    ['p50<=10ms', 10, true],
    ['p99 < 300', 299.9, true],
    ['p99 < 0.2s', 299.9, false, 'p99 < 0.2s: it was 299.9 ms'],
    ['error-rate<1%', 0.01, false, 'error-rate<1%: it was 1 %'],
    ['error-rate <= 0.01', 0.01, true],
    ['errors<=9', 10, false, 'errors<=9: it was 10'],
    ['throughput>150', 150, false, 'throughput>150: it was 150/s'],
    ['throughput>=150/s', 150, true],
    ['max<1s', 500, true],
    ['step Sign in p99<800ms', 900, false, 'step Sign in p99<800ms: it was 900 ms'],
  ]
  for (const [written, actual, met, message] of cases)
    it(`judges ${written}`, () => {
      const expected = { threshold: written, actual, met }
      assert.deepEqual(judge(written), message === undefined ? expected : { ...expected, message })
    })

  it('misses one that lets every request fail', () => {
    const failed = { ...all, ok: 0, errors: all.requests, errorRate: 1 }
    for (const written of ['errors<=1000000', 'errors<1001', 'error-rate<=99.99%']) {
      const threshold = parseThreshold(written)
      assert.ok('metric' in threshold)
      const { met, message } = judgeThreshold(threshold, { all: failed, steps })
      assert.deepEqual([met, message], [false, `${written}: every request failed`])
    }
    const wanted = parseThreshold('error-rate>=10%')
    assert.ok('metric' in wanted)
    assert.equal(judgeThreshold(wanted, { all: failed, steps }).met, true)
  })

  for (const written of [
    'errors>=0',
    'error-rate>=0%',
    'error-rate<=100%',
    'throughput>=0',
    'p95>=0ms',
    'max>0ms',
  ])
    it(`are none that always hold: ${written}`, () => {
      assert.ok('message' in parseThreshold(written))
    })

  it('judges all steps of a name together', () => {
    const threshold = parseThreshold('step Sign in errors<=10')
    assert.ok('metric' in threshold)
    const [first] = steps
    assert.ok(first)
    assert.equal(judgeThreshold(threshold, { all, steps: [first, first] }).actual, 20)
  })

  it('misses one of a step that was never asked', () => {
    assert.deepEqual(judge('step Never p99<800ms'), {
      threshold: 'step Never p99<800ms',
      met: false,
      message: 'step Never p99<800ms: the step "Never" was never asked',
    })
  })

  const wrong: readonly (readonly [written: string, message: RegExp])[] = [
    ['', /"" is no threshold/],
    ['p95', /"p95" is no threshold/],
    ['p95=300ms', /is no threshold/],
    ['p42<300ms', /nothing that is measured is called "p42"/],
    ['p95<fast', /fast is no time, such as 300ms/],
    ['p95<-1', /-1 is no time/],
    ['error-rate<2', /2 is no share/],
    ['error-rate<101%', /101% is no share/],
    ['throughput>150/m', /150\/m is no number of requests in a second/],
    ['errors<1%', /1% is no number/],
  ]
  for (const [written, message] of wrong)
    it(`refuses ${JSON.stringify(written)}`, () => {
      const threshold = parseThreshold(written)
      assert.ok('message' in threshold)
      assert.match(threshold.message, message)
      assert.notEqual(threshold.hint, '')
    })

  it('lets no request fail unless a threshold says how many may', () => {
    const written = (thresholds: readonly string[]): readonly string[] =>
      withErrors(thresholds.map(parseThreshold).flatMap(one => ('metric' in one ? [one] : []))).map(
        one => one.written,
      )
    assert.deepEqual(written(['p95<1s']), ['p95<1s', 'errors<=0'])
    assert.deepEqual(written(['error-rate<50%']), ['error-rate<50%'])
    assert.deepEqual(written(['step A errors<2']), ['step A errors<2', 'errors<=0'])
  })

  it('reads them as suites write them', () => {
    const limit = (item: Parameters<typeof readThreshold>[0]) => readThreshold(item)
    assert.deepEqual(limit({ p95: { 'less-than': 300 } }), parseThreshold('p95<300ms'))
    assert.deepEqual(limit({ 'error-rate': { 'at-most': '1%' } }), parseThreshold('error-rate<=1%'))
    assert.deepEqual(
      limit({ 'step Sign in p99': { 'less-than': '1s' } }),
      parseThreshold('step Sign in p99<1s'),
    )
    assert.deepEqual(limit({ throughput: { 'at-least': 20 } }), parseThreshold('throughput>=20'))
    for (const wrong of [
      {},
      { p95: 3 },
      { p95: { equals: 3 } },
      { p95: { 'less-than': 1, 'at-most': 2 } },
      { p1: { 'less-than': 1 } },
    ])
      assert.ok('message' in limit(wrong), JSON.stringify(wrong))
  })

  it('reads what ends a load test', () => {
    const condition = readStopCondition({ 'error-rate': { 'greater-than': 0.5, for: '5s' } })
    assert.ok('over' in condition)
    assert.equal(condition.over, 5000)
    assert.equal(condition.written, 'error-rate>0.5 for 5 s')
    const typed = parseStopCondition('error-rate>50% for 5s')
    assert.ok('over' in typed)
    assert.deepEqual([typed.threshold.limit, typed.over], [0.5, 5000])
    for (const wrong of [
      'error-rate>50%',
      'error-rate>50% for 0s',
      'nothing>1 for 5s',
      'step A errors>1 for 5s',
    ])
      assert.ok('message' in parseStopCondition(wrong), wrong)
  })
})
