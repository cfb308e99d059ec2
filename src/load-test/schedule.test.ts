import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { callerStart, intendedTime } from './schedule.ts'

describe('when iterations begin', () => {
  it('keeps a rate', () => {
    const times = [0, 1, 10].map(number => intendedTime(number, { rate: 200, rampUp: 0 }))
    assert.deepEqual(times, [0, 5, 50])
  })

  it('raises a rate in a line, so that half as many begin in the ramp-up', () => {
    const begun = (until: number): number => {
      let number = 0
      while (intendedTime(number, { rate: 200, rampUp: 10_000 }) < until) number++
      return number
    }
    assert.equal(begun(10_000), 1000)
    // After half of the time the rate is half of the whole: a quarter of those in the ramp-up.
    assert.equal(begun(5000), 250)
    assert.equal(begun(20_000), 3000)
  })

  it('lets callers begin one after the other', () => {
    const starts = [0, 1, 49].map(number => callerStart(number, { callers: 50, rampUp: 10_000 }))
    assert.deepEqual(starts, [0, 200, 9800])
  })
})
