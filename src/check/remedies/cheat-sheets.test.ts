import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPages } from '../../testing/pages.ts'
import { targetOf } from './targets.ts'
import * as words from './words.ts'

const pages = (await readPages()).filter(({ file }) => file.startsWith('docs/coming-from/'))

/** Our words for what the tables of words have a name of their own for. */
const written: Readonly<Record<string, string>> = {
  url: 'request',
  method: 'request',
  cookies: 'headers',
}

const lookups = [
  ...[words.targetWord, words.operatorWord, words.joinedOperator, words.wholeOperator],
  ...[words.stepWord, words.requestWord, words.linePart, words.suiteWord, words.retryWord],
]

describe('the cheat sheets of other tools', () => {
  it('are there for six of them', () => {
    assert.equal(pages.length, 6)
  })

  for (const { file, text } of pages)
    for (const [theirs, ours] of rowsOf(text))
      for (const [index, word] of theirs.entries())
        it(`${file}: ${word} is ${ours.join(' or ')}, as hints say`, () => {
          const meant = meaningsOf(word)
          // Of as many words on both sides each is the one that stands in its place.
          const wanted = theirs.length === ours.length ? ours.slice(index, index + 1) : ours
          assert.ok(
            wanted.some(one => meant.has(one)),
            `${word} means ${[...meant].join(', ')}`,
          )
        })
})

/** The words of each row of the first table of every cheat sheet, theirs and ours. */
function rowsOf(text: string): readonly (readonly [readonly string[], readonly string[]])[] {
  const sheets = [...text.matchAll(/^## Cheat sheet.*\n\n((?:\|.*\n)+)/gm)].map(([, table = '']) => table)
  assert.ok(sheets.length > 0)
  return sheets.flatMap(table =>
    table
      .trimEnd()
      .split('\n')
      .slice(2)
      .map(row => {
        const [theirs = '', ours = ''] = row.split(/(?<!\\)\|/).slice(1)
        return [codesIn(theirs), codesIn(ours)] as const
      }),
  )
}

function codesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
}

/** All that a text of another tool can mean to the hints of `apitest check`: as a whole, or by a word or two neighbours in it. */
function meaningsOf(text: string): ReadonlySet<string> {
  const parts = text.split(/[\s.()[\]@]+/).filter(part => part !== '')
  const neighbours = parts.slice(1).map((part, index) => `${parts[index] ?? ''}${part}`)
  const found = [text, ...parts, ...neighbours].flatMap(word => lookups.map(lookup => lookup(word)))
  const own = found.flatMap(word => (word === undefined ? [] : [written[word] ?? word]))
  return new Set([...own, targetOf(text) ?? ''])
}
