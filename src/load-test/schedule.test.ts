import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LoadStage } from '../model/load-test.ts'
import { begunBy, callerTime, intendedTime } from './schedule.ts'

/** Stages from one level to the next, from nothing. */
function course(...stages: readonly (readonly [to: number, over: number])[]): readonly LoadStage[] {
  return stages.map(([to, over], index) => ({ from: stages[index - 1]?.[0] ?? 0, to, over }))
}

const steady = (level: number, over: number): readonly LoadStage[] => [{ from: level, to: level, over }]

/** How many iterations begin before a time. */
function begun(stages: readonly LoadStage[], until: number): number {
  let number = 0
  while ((intendedTime(stages, number) ?? Infinity) < until - 1e-6) number++
  return number
}

describe('when iterations begin at a rate', () => {
  it('keeps it, to the end', () => {
    const stages = steady(200, 10_000)
    assert.deepEqual(
      [0, 1, 10, 1999, 2000].map(number => intendedTime(stages, number)),
      [0, 5, 50, 9995, undefined],
    )
  })

  it('raises it in a line, so that half as many begin', () => {
    const stages = course([200, 10_000], [200, 10_000])
    // After half of the time the rate is half of the whole: a quarter of those in the ramp-up.
    assert.deepEqual(
      [5000, 10_000, 20_000].map(time => begun(stages, time)),
      [250, 1000, 3000],
    )
  })

  it('is known by how many begin before a time', () => {
    const stages = course([200, 10_000], [200, 10_000], [0, 5000])
    for (const time of [0, 1234, 5000, 10_000, 15_500, 21_000, 24_999])
      assert.ok(Math.abs(begunBy(stages, time) - begun(stages, time)) <= 1, String(time))
    assert.equal(begunBy(stages, 25_000), 3500)
    assert.equal(begunBy(stages, 99_000), 3500)
  })

  it('lowers it, too, and stands still at nothing', () => {
    const stages = course([100, 2000], [0, 2000], [0, 1000], [50, 1000])
    assert.deepEqual(
      [2000, 3000, 4000, 5000, 6000].map(time => begun(stages, time)),
      [100, 175, 200, 200, 225],
    )
  })
})

describe('when callers begin', () => {
  it('lets them begin one after the other', () => {
    const stages = course([50, 10_000], [50, 10_000])
    assert.deepEqual(
      [0, 1, 49].map(number => callerTime(stages, number, 0)),
      [0, 200, 9800],
    )
    assert.equal(callerTime(stages, 50, 0), undefined)
    assert.equal(callerTime(stages, 1, 15_000), 15_000)
    assert.equal(callerTime(stages, 1, 20_000), undefined)
  })

  it('sends them away and has them back', () => {
    const stages = course([10, 1000], [0, 1000], [10, 1000])
    assert.equal(callerTime(stages, 5, 900), 900)
    assert.equal(callerTime(stages, 5, 1600), 2500)
    assert.equal(callerTime(stages, 5, 3000), undefined)
  })

  it('has all of them from the beginning', () => {
    assert.equal(callerTime(steady(5, 1000), 4, 0), 0)
    assert.equal(callerTime(steady(5, 1000), 5, 0), undefined)
  })
})
