import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { randomNumbers } from '../testing/random-numbers.ts'
import { bipartiteMatching } from './bipartite-matching.ts'

/** A table of what fits: a row per left thing, a column per right thing. */
type Table = readonly (readonly boolean[])[]

function match(table: Table): readonly (number | undefined)[] {
  const right = table[0]?.length ?? 0
  return bipartiteMatching(table.length, right, (row, column) => table[row]?.[column] === true)
}

/** The most pairs possible, by trying everything. */
function best(table: Table, row = 0, taken: readonly number[] = []): number {
  const columns = table[row]
  if (columns === undefined) return 0
  const withoutRow = best(table, row + 1, taken)
  const withRow = columns.flatMap((fits, column) =>
    fits && !taken.includes(column) ? [1 + best(table, row + 1, [...taken, column])] : [],
  )
  return Math.max(withoutRow, ...withRow)
}

describe('bipartite matching', () => {
  it('moves an earlier pair aside where the first that fits would leave one alone', () => {
    const table = [
      [true, true],
      [true, false],
    ]
    assert.deepEqual(match(table), [1, 0])
  })

  it('moves a whole row of pairs aside', () => {
    const size = 50
    const table = Array.from({ length: size }, (_, row) =>
      Array.from({ length: size }, (_, column) =>
        row === size - 1 ? column === 0 : column === row || column === row + 1,
      ),
    )
    assert.deepEqual(match(table).at(-1), 0)
    assert.ok(!match(table).includes(undefined))
  })

  it('leaves alone what nothing fits', () => {
    assert.deepEqual(match([[false], [true]]), [undefined, 0])
    assert.deepEqual(
      bipartiteMatching(2, 0, () => true),
      [undefined, undefined],
    )
  })

  it('finds as many pairs as trying everything does, each of them fitting and distinct', () => {
    const random = randomNumbers(42)
    for (let round = 0; round < 500; round++) {
      const columns = Math.floor(random() * 6)
      const density = random()
      const table = Array.from({ length: Math.floor(random() * 6) }, () =>
        Array.from({ length: columns }, () => random() < density),
      )
      const pairs = match(table).flatMap((column, row) =>
        column === undefined ? [] : [[row, column] as const],
      )
      assert.equal(pairs.length, best(table), JSON.stringify(table))
      assert.equal(new Set(pairs.map(([, column]) => column)).size, pairs.length)
      for (const [row, column] of pairs) assert.equal(table[row]?.[column], true)
    }
  })
})
