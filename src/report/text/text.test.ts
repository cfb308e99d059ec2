import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noCounts } from '../../model/outcome.ts'
import { bodyLines } from './body-lines.ts'
import { countsInWords } from './counts.ts'
import { cutToWidth, displayWidth } from './display-width.ts'
import { indentJson } from './indent-json.ts'
import { placeOf } from './place.ts'
import { oneLine, printable } from './printable.ts'

test('control characters become escapes, line feeds and tabs stay', () => {
  assert.equal(
    printable('a\u001b[2J\r\nb\tc\u0007\u009b\u202e\ud800'),
    'a\\x1b[2J\nb\tc\\x07\\x9b\\u202e\\ud800',
  )
})

test('a text becomes one line', () => {
  assert.equal(oneLine(' two\n\t lines\r\n'), 'two lines')
})

test('counts leave out what did not happen', () => {
  assert.equal(countsInWords({ ...noCounts, passed: 3, failed: 1 }), '1 failed, 3 passed (4)')
  assert.equal(countsInWords(noCounts), 'none')
})

test('A7: JSON that is nested deeper than a hundred levels stays as it came', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
  assert.equal(indentJson(nested(200_000)), nested(200_000))
  assert.equal(indentJson(nested(100)).split('\n').length, 199)
})

test('JSON is laid out without touching a number or a repeated key', () => {
  assert.equal(
    indentJson('{"a":12345678901234567890.10,"a":[1,{}, [ ]],"b":"x\\"{,"}'),
    '{\n  "a": 12345678901234567890.10,\n  "a": [\n    1,\n    {},\n    []\n  ],\n  "b": "x\\"{,"\n}',
  )
})

test('JSON that was cut off is laid out as far as it goes', () => {
  assert.ok(indentJson('['.repeat(20_000)).length < 5_000_000)
  assert.equal(indentJson('{"a":[1,{"b":"unfin'), '{\n  "a": [\n    1,\n    {\n      "b": "unfin')
})

test('a body that only begins like JSON stays as it is', () => {
  assert.deepEqual(bodyLines({ text: '[draft] hello', size: 13, truncated: false }), ['[draft] hello'])
})

test('a long body is cut and says so', () => {
  const lines = bodyLines(
    { text: 'line\n'.repeat(100), size: 500, truncated: false },
    { lines: 2, width: 80 },
  )
  assert.deepEqual(lines, ['line', 'line', '… cut here, 500 B in all'])
})

test('a file that is shown by its name is not cut', () => {
  const text = '<file own.txt, 12 B>'
  assert.deepEqual(bodyLines({ text, size: 12, truncated: true }), [text])
  assert.deepEqual(bodyLines({ text: 'abc', size: 12, truncated: true }).at(-1), '… cut here, 12 B in all')
})

test('a long body shows what a path leads to, or as far as it does', () => {
  const items = Array.from({ length: 30 }, (_, id) => ({ id, total: id * 2 }))
  const text = JSON.stringify({ items, 'the rest': [1], total: 77 })
  const linesAt = (...path: readonly string[]): string[] =>
    bodyLines({ text, size: 700, truncated: false }, { lines: 8, width: 80 }, path)
  const cut = '… cut here, 700 B in all'
  assert.deepEqual(linesAt('total'), [
    ...['{', '  "items": ['],
    '… 121 lines left out',
    ...['  "the rest": [', '    1', '  ],', '  "total": 77', '}'].slice(-5),
  ])
  assert.deepEqual(linesAt('items', '20', 'total'), [
    ...['{', '  "items": ['],
    '… 80 lines left out',
    ...['    {', '      "id": 20,', '      "total": 40', '    },', '    {'],
    cut,
  ])
  assert.equal(linesAt('items', '0', 'total')[4], '      "total": 0')
  assert.deepEqual(linesAt('items', '29', 'gone').slice(2, 6), [
    '… 114 lines left out',
    '      "total": 56',
    '    },',
    '    {',
  ])
  assert.deepEqual(linesAt('gone'), linesAt())
})

test('a body that is no text is only counted', () => {
  assert.deepEqual(bodyLines({ text: '\u0000\u0001\ufffdPNG', size: 2048, truncated: true }), [
    '(2 KiB that are not text)',
  ])
})

test('wide characters take two columns, combining ones none', () => {
  assert.equal(displayWidth('a日🎉e\u0301'), 6)
  assert.equal(cutToWidth('日本語', 5), '日本…')
})

test('places are relative to the working folder', () => {
  const position = { line: 14, column: 9 }
  const span = { file: '/project/suites/a.yaml', start: position, end: position }
  assert.equal(placeOf(span, '/project'), 'suites/a.yaml:14:9')
  assert.equal(placeOf(span, '/project/other'), '../suites/a.yaml:14:9')
})
