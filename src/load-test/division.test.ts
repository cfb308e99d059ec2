import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Division } from './division.ts'

/** The owners of the first numbers at a time. */
function owners(division: Division, at: number): readonly number[] {
  return [0, 1, 2, 3, 4, 5].map(number => division.owner(number, at))
}

describe('what threads share', () => {
  it('is all of one at first', () => {
    const division = new Division()
    assert.deepEqual(owners(division, 0), [0, 0, 0, 0, 0, 0])
    assert.equal(division.latest, 0)
  })

  it('is divided from the time on that all of them are told of', () => {
    const first = new Division()
    const other = new Division(first.memory)
    first.grow(2, 1000)
    first.grow(3, 2500)
    for (const division of [first, other]) {
      assert.deepEqual(owners(division, 999), [0, 0, 0, 0, 0, 0])
      assert.deepEqual(owners(division, 1000), [0, 1, 0, 1, 0, 1])
      assert.deepEqual(owners(division, 2500), [0, 1, 2, 0, 1, 2])
      assert.equal(division.latest, 2500)
    }
  })

  it('has no more threads than there is memory for', () => {
    const division = new Division()
    for (let count = 2; !division.isFull; count++) division.grow(count, count)
    assert.equal(division.threads(1000), 17)
    assert.throws(() => {
      division.grow(18, 18)
    })
  })
})
