import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { randomNumbers } from '../testing/random-numbers.ts'
import { delayTime } from './delay.ts'

function sorted(delay: Parameters<typeof delayTime>[0]): readonly number[] {
  const random = randomNumbers(7)
  return Array.from({ length: 20_000 }, () => delayTime(delay, random)).toSorted((a, b) => a - b)
}

describe('the delay of an answer', () => {
  it('is always the same', () => {
    assert.deepEqual(new Set(sorted({ kind: 'fixed', time: 250 })), new Set([250]))
  })

  it('lies evenly between two', () => {
    const times = sorted({ kind: 'even', min: 100, max: 300 })
    assert.ok((times[0] ?? 0) >= 100 && (times.at(-1) ?? 0) <= 300)
    assert.ok(Math.abs((times[5000] ?? 0) - 150) < 5)
    assert.ok(Math.abs((times[15_000] ?? 0) - 250) < 5)
  })

  it('has the middle and the 99th percentile that are asked for', () => {
    const times = sorted({ kind: 'tailed', median: 90, p99: 400 })
    assert.ok(Math.abs((times[10_000] ?? 0) - 90) < 4, String(times[10_000]))
    assert.ok(Math.abs((times[19_800] ?? 0) - 400) < 40, String(times[19_800]))
  })
})
