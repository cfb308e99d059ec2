import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Latencies } from './latencies.ts'

describe('how long things took', () => {
  it('is told within 0.4 %, from a microsecond to an hour', () => {
    for (const milliseconds of [0.001, 0.255, 0.256, 0.3, 1, 1.7, 12.34, 99.9, 1000, 59_999, 3_600_000]) {
      const latencies = new Latencies()
      // A longer one behind it, so that it is not the exact maximum.
      for (let count = 0; count < 99; count++) latencies.add(milliseconds)
      latencies.add(milliseconds * 1.1)
      const told = latencies.percentile(50)
      assert.ok(
        Math.abs(told - milliseconds) <= Math.max(0.0005, milliseconds * 0.004),
        `${told} for ${milliseconds}`,
      )
      assert.equal(latencies.percentiles.max, Math.round(milliseconds * 1100) / 1000)
    }
  })

  it('has the percentiles that sorting gives', () => {
    const latencies = new Latencies()
    const values = Array.from({ length: 10_000 }, (_, index) => Math.exp(((index * 7919) % 10_000) / 1500))
    for (const value of values) latencies.add(value)
    const sorted = values.toSorted((one, other) => one - other)
    for (const percent of [50, 90, 95, 99]) {
      const exact = sorted[(percent / 100) * 10_000 - 1] ?? NaN
      const told = latencies.percentile(percent)
      assert.ok(Math.abs(told / exact - 1) < 0.004, `p${percent}: ${told}, not ${exact}`)
    }
  })

  it('adds up as if one had measured all', () => {
    const [all, one, other, merged] = Array.from({ length: 4 }, () => new Latencies())
    assert.ok(all && one && other && merged)
    for (let index = 0; index < 5000; index++) {
      const value = ((index * 7919) % 5000) / 7
      all.add(value)
      ;(index % 3 === 0 ? one : other).add(value)
    }
    merged.merge(one.distribution)
    merged.merge(other.distribution)
    assert.deepEqual(merged.distribution, all.distribution)
    const longest = new Latencies()
    longest.add(1000)
    merged.merge(longest.distribution)
    assert.equal(merged.percentiles.max, 1000)
  })

  it('is nothing where there are none, or none any more', () => {
    const latencies = new Latencies()
    const none = { p50: 0, p90: 0, p95: 0, p99: 0, max: 0, buckets: [] }
    assert.deepEqual(latencies.distribution, none)
    latencies.add(5)
    latencies.add(-1)
    latencies.reset()
    assert.deepEqual(latencies.distribution, none)
  })
})
