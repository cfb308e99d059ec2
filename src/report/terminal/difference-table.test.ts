import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differencesIn } from '../text/differences.ts'
import { displayWidth } from '../text/display-width.ts'
import { differenceTable } from './difference-table.ts'
import { palette } from './palette.ts'

const colors = palette(false)

const head = 'body: Expected equals 1, got 2 (2 places differ: - expected, + found)'

function tableOf(lines: readonly string[], columns?: number): readonly string[] | undefined {
  const told = differencesIn([head, ...lines].join('\n'))
  return told && differenceTable(told.places, colors, columns)
}

test('both sides of a place stand in one line, and nothing for what is not there', () => {
  const lines = [
    '- /id: 8',
    '+ /id: 7',
    '- /a: b: "x: y"',
    '+ /tags/0: "new"',
    '- /tags/1: null',
    '+ /tags/1: 1',
  ]
  assert.deepEqual(tableOf(lines), [
    '         - expected  + found',
    '/id      8           7',
    '/a       b: "x: y"   nothing',
    '/tags/0  nothing     "new"',
    '/tags/1  null        1',
  ])
})

test('the lines fit the terminal, and show where long values begin to differ', () => {
  const text = (end: string): string => `"${'long '.repeat(15)}${end}"`
  const lines = [
    `- /name: ${text('Ada')}`,
    `+ /name: ${text('Bob')}`,
    '- /\u6f22\u5b57: "\u6f22"',
    '+ /\u6f22\u5b57: 1',
  ]
  for (const columns of [60, 80, 120]) {
    const table = tableOf(lines, columns) ?? []
    assert.equal(table.length, 3)
    for (const line of table) assert.ok(displayWidth(line) <= columns, `${columns}: ${line}`)
    assert.match(table[1] ?? '', /Ada.*Bob/)
  }
})

test('where there is no room, and for other messages, there is no table', () => {
  const long = `"${'x'.repeat(80)}"`
  assert.equal(tableOf([`- /a: ${long}`, `+ /a: 1${long}`], 30), undefined)
  assert.equal(tableOf(['- /a: 1', 'something else']), undefined)
  assert.equal(tableOf([]), undefined)
  assert.equal(differencesIn('plain\nsomething else'), undefined)
  assert.equal(
    differencesIn(`${head}\n- /a: 1\n+ /a: 2\n\u2026 and 30 places more`)?.rest,
    '\u2026 and 30 places more',
  )
})
