import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PlannedSuite } from './plan.ts'
import { partOf } from './part-of.ts'
import { shuffled } from './shuffled.ts'

const suites = (names: string): readonly PlannedSuite[] =>
  names.split('').map(file => ({ file }) as unknown as PlannedSuite)

function parts(
  names: string,
  count: number,
  durations?: Readonly<Record<string, number>>,
): readonly string[] {
  const known = durations === undefined ? undefined : new Map(Object.entries(durations))
  return Array.from({ length: count }, (_, index) => {
    const part = partOf(suites(names), { index: index + 1, count }, known)
    return part.suites.map(({ file }) => file).join('')
  })
}

describe('the parts of several machines', () => {
  it('take the files in turn where nobody knows how long they take', () => {
    assert.deepEqual(parts('abcdefg', 3), ['adg', 'be', 'cf'])
    assert.deepEqual(parts('abcdefg', 3, {}), ['adg', 'be', 'cf'])
    assert.deepEqual(parts('abc', 3, { x: 5 }), ['a', 'b', 'c'])
  })

  it('take equally long where somebody does, and keep the order of the files', () => {
    assert.deepEqual(parts('abcde', 2, { a: 1, b: 9, c: 2, d: 3, e: 3 }), ['b', 'acde'])
    assert.deepEqual(parts('abcd', 2, { a: 10, b: 10, c: 10, d: 10 }), ['ac', 'bd'])
    assert.deepEqual(parts('abcd', 4, { a: 0, b: 0, c: 0, d: 0 }), ['a', 'b', 'c', 'd'])
  })

  it('count a new file as a usual one', () => {
    assert.deepEqual(parts('abn', 2, { a: 30, b: 10 }), ['a', 'bn'])
  })

  it('have each file once, whatever is known', () => {
    const names = 'abcdefghijklmnopqrstuvwxyz'
    for (const count of [1, 2, 3, 7, 26])
      for (const durations of [
        undefined,
        Object.fromEntries(names.split('').map((name, at) => [name, (at * 7) % 11])),
      ])
        assert.deepEqual(parts(names, count, durations).join('').split('').sort(), names.split(''))
  })

  it('tell what they are made of', () => {
    const wayOf = (names: string, times: readonly (readonly [string, number])[], index = 1): string => {
      const { shard } = partOf(suites(names), { index, count: 2 }, new Map(times))
      return `${shard.by ?? ''} ${shard.split ?? ''}`
    }
    const usual = wayOf('ab', [['a', 1]])
    assert.match(usual, /^durations [0-9a-f]{8}$/)
    assert.equal(wayOf('ab', [['a', 1]], 2), usual)
    for (const other of [wayOf('ab', [['a', 2]]), wayOf('abc', [['a', 1]]), wayOf('ab', [])])
      assert.notEqual(other, usual)
    assert.match(wayOf('ab', []), /^index /)
  })
})

describe('another order', () => {
  const rows = Array.from({ length: 30 }, (_, index) => ({ number: index + 1, values: {} }))
  const all = suites('abcdefghij').map(suite => ({ ...suite, rows }))
  const orderOf = (seed: number): string =>
    shuffled(all, seed)
      .map(({ file, rows: own = [] }) => `${file} ${own.map(({ number }) => number).join(' ')}`)
      .join('\n')

  it('is the same for the same number, and another one for another', () => {
    assert.equal(orderOf(5), orderOf(5))
    assert.notEqual(orderOf(5), orderOf(6))
  })

  it('has all files and all rows', () => {
    const order = shuffled(all, 5)
    assert.deepEqual(order.map(({ file }) => file).sort(), 'abcdefghij'.split(''))
    for (const suite of order)
      assert.deepEqual(
        (suite.rows ?? []).toSorted((a, b) => a.number - b.number),
        rows,
      )
    assert.notEqual(order.map(({ file }) => file).join(''), 'abcdefghij')
    assert.notDeepEqual(order[0]?.rows, order[1]?.rows)
  })
})
