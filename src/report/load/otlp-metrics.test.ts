import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Distribution, LoadFigures } from '../../model/load-test.ts'
import { exponentialHistogram } from './exponential-histogram.ts'
import { otlpMetrics } from './otlp-metrics.ts'

/** Each time in a bucket of its own. */
function measured(microseconds: readonly number[]): Distribution {
  const max = Math.max(0, ...microseconds) / 1000
  const buckets = microseconds.toSorted((one, other) => one - other).map(one => [one, 1] as const)
  return { ...{ p50: 0, p90: 0, p95: 0, p99: 0, max }, buckets }
}

/** Bounds of the range at a place, by the formula of OpenTelemetry. */
function bounds(index: number, scale: number): readonly [above: number, upTo: number] {
  const base = 2 ** (2 ** -scale)
  return [base ** index, base ** (index + 1)]
}

describe('an exponential histogram', () => {
  it('has every time within its bounds, at the finest scale that all have room in', () => {
    const scales = [
      [20_000, 20_000, 5],
      [20_000, 600_000, 5],
      [20_000, 700_000, 4],
      [1, 3_600_000_000, 2],
    ] as const
    for (const [shortest, longest, expected] of scales)
      for (let step = 0; step <= 2000; step++) {
        const time = Math.round(shortest * (longest / shortest) ** (step / 2000))
        const times = [shortest, time, longest]
        const { scale, offset, counts } = exponentialHistogram(measured(times))
        assert.equal(scale, expected)
        assert.ok(counts.length <= 160, `${counts.length} ranges`)
        const places = counts.flatMap((count, place) => Array.from({ length: count }, () => place))
        assert.equal(places.length, 3)
        for (const [at, one] of times.entries()) {
          const [above, upTo] = bounds(offset + (places[at] ?? NaN), scale)
          const seconds = one / 1e6
          assert.ok(
            seconds > above * (1 - 1e-12) && seconds <= upTo * (1 + 1e-12),
            `${seconds} s is not in (${above}, ${upTo}]`,
          )
        }
      }
  })

  it('has what is exactly a bound in the range below it', () => {
    const { scale, offset, counts } = exponentialHistogram(measured([500_000, 1_000_000, 2_000_000]))
    assert.deepEqual([scale, offset, counts.length], [5, -33, 65])
    assert.deepEqual([counts[0], counts[32], counts[64]], [1, 1, 1])
  })

  it('has all that were measured, with their sum and what is at both ends', () => {
    const { p50, p90, p95, p99 } = measured([])
    const { count, sum, zeroCount, counts, min, max } = exponentialHistogram({
      ...{ p50, p90, p95, p99, max: 30 },
      buckets: [
        [0, 4],
        [20_000, 10],
        // A middle beyond the longest that was measured.
        [30_016, 2],
      ],
    })
    assert.deepEqual([count, zeroCount, min, max], [16, 4, 0, 0.03])
    assert.deepEqual([counts[0], counts.at(-1)], [10, 2])
    assert.ok(Math.abs(sum - 0.26) < 1e-9, String(sum))
  })

  it('is empty where nothing was measured', () => {
    const nothing = { count: 0, sum: 0, zeroCount: 0, scale: 5, offset: 0, counts: [] }
    assert.deepEqual(exponentialHistogram(measured([])), nothing)
    const none = { ...nothing, count: 2, zeroCount: 2, min: 0, max: 0 }
    assert.deepEqual(exponentialHistogram(measured([0, 0])), none)
  })
})

describe('metrics for a collector', () => {
  const latency = measured([20_000, 20_000, 30_000])
  const all: LoadFigures = {
    ...{ requests: 5, ok: 3, errors: 2, errorRate: 0.4, throughput: 5, latency, service: latency },
    statuses: { 200: 2, NOT_FOUND: 1, none: 1 },
  }
  const moment = { startedAt: 1_767_323_045_000, at: 1_767_323_046_500.25, iterations: 3, callers: 2, all }

  it('are in the JSON of protobuf', () => {
    const { resourceMetrics } = otlpMetrics(moment, { 'service.name': 'shop' }) as {
      readonly resourceMetrics: readonly {
        readonly resource: object
        readonly scopeMetrics: readonly { readonly metrics: readonly { readonly name: string }[] }[]
      }[]
    }
    const [{ resource, scopeMetrics } = { resource: {}, scopeMetrics: [] }] = resourceMetrics
    assert.deepEqual(resource, {
      attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }],
    })
    const metrics = scopeMetrics[0]?.metrics ?? []
    assert.deepEqual(
      metrics.map(({ name }) => name.replace('apitest.load.', '')),
      ['requests', 'errors', 'latency', 'service', 'iterations', 'callers'],
    )
    const time = { startTimeUnixNano: '1767323045000000000', timeUnixNano: '1767323046500000000' }
    const point = (count: string, key: string, value: object) => ({
      ...time,
      asInt: count,
      attributes: [{ key, value }],
    })
    assert.deepEqual(metrics[0], {
      name: 'apitest.load.requests',
      unit: '{request}',
      description: 'Requests by their status',
      sum: {
        aggregationTemporality: 2,
        isMonotonic: true,
        dataPoints: [
          point('2', 'http.response.status_code', { intValue: '200' }),
          point('1', 'rpc.response.status_code', { stringValue: 'NOT_FOUND' }),
          point('1', 'error.type', { stringValue: 'no_answer' }),
          point('1', 'error.type', { stringValue: 'not_sent' }),
        ],
      },
    })
    assert.deepEqual(metrics[2], {
      name: 'apitest.load.latency',
      unit: 's',
      description: 'From the time at which a request was to begin to the last byte of its answer',
      exponentialHistogram: {
        aggregationTemporality: 2,
        dataPoints: [
          {
            ...time,
            ...{ count: '3', sum: 0.07, min: 0.02, max: 0.03 },
            ...{ scale: 5, zeroCount: '0', attributes: [] },
            positive: { offset: -181, bucketCounts: ['2', ...Array.from({ length: 18 }, () => '0'), '1'] },
          },
        ],
      },
    })
    const { timeUnixNano } = time
    assert.deepEqual(metrics[5], {
      ...{ name: 'apitest.load.callers', unit: '{caller}', description: 'Who is calling' },
      gauge: { dataPoints: [{ timeUnixNano, asInt: '2' }] },
    })
  })
})
