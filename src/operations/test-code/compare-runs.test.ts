import assert from 'node:assert/strict'
import { it } from 'node:test'
import { compareRuns, isSame, outcomesByLine } from './compare-runs.ts'
import { markedText, originOf, readGenerated, widerOrigin } from './generated-file.ts'

const file = { name: 'a.test.js', text: '', cases: [], environment: [] }

it('pairs tests with steps by their names, and rows by their order', () => {
  const runs = ['Shop / A / Row', 'Shop / A / Row', 'Shop / A / Last']
  const here = [
    { where: 'A / Row', outcome: 'passed' },
    { where: 'A / Row', outcome: 'failed', reason: 'status: Expected equals 200, got 404' },
    { where: 'A / Last', outcome: 'passed' },
  ] as const
  const there = new Map([
    [
      'a.test.js',
      [
        { name: 'Row', outcome: 'passed' },
        { name: 'Row', outcome: 'failed', message: 'expected 404 to be 200\n    at users.test.js:3:5' },
        { name: 'Last', outcome: 'failed', message: 'boom' },
      ] as const,
    ],
  ])
  const compared = compareRuns([{ ...file, runs }], here, there)
  assert.deepEqual(compared, [
    { case: 'Shop / A / Row, row 1', here: 'passed', there: 'passed' },
    { case: 'Shop / A / Row, row 2', here: 'failed', there: 'failed', reason: 'expected 404 to be 200' },
    { case: 'Shop / A / Last', here: 'passed', there: 'failed', reason: 'boom' },
  ])
  assert.deepEqual(compared.map(isSame), [true, true, false])
})

it('knows tests that did not run because an earlier one of their file failed', () => {
  const runs = ['A / 1', 'A / 2', 'A / 3']
  const there = new Map([
    [
      'a.test.js',
      [
        { name: '1', outcome: 'skipped' },
        { name: '2', outcome: 'failed' },
        { name: '3', outcome: 'skipped' },
      ] as const,
    ],
  ])
  const compared = compareRuns([{ ...file, runs }], [], there)
  assert.deepEqual(
    compared.map(({ isStopped }) => isStopped),
    [undefined, undefined, true],
  )
})

it('finds what became of a step whose suite could not begin', () => {
  const here = [{ where: 'Shop / Users', outcome: 'errored', reason: 'Template Error: unknown' }] as const
  const compared = compareRuns([{ ...file, runs: ['Shop / Users / One'] }], here, new Map())
  assert.deepEqual(
    compared.map(one => [one.here, one.reason]),
    [['errored', 'Template Error: unknown']],
  )
})

it('takes a test that did not run for neither the same nor the opposite of a step that did', () => {
  const [one = assert.fail()] = compareRuns(
    [{ ...file, runs: ['A / B'] }],
    [{ where: 'A / B', outcome: 'passed' }],
    new Map(),
  )
  assert.deepEqual([one.there, isSame(one)], ['not run', false])
})

it('tells by the line of a failure which steps of one test have passed', () => {
  const cases = [
    { where: 'A / 1', times: 1, lines: [10, 12] },
    { where: 'A / 2', times: 1, lines: [13, 20] },
    { where: 'A / 3', times: 1, lines: [21, 30] },
  ] as const
  const runs = cases.map(({ where }) => where)
  const outcomesOf = (line: number | undefined) =>
    outcomesByLine(
      { ...file, cases, runs },
      [
        {
          name: 'a',
          outcome: line === undefined ? 'passed' : 'failed',
          ...(line === undefined ? {} : { line }),
        },
      ],
      2,
    ).map(({ outcome }) => outcome)
  assert.deepEqual(outcomesOf(16), ['passed', 'failed'])
  assert.deepEqual(outcomesOf(undefined), ['passed', 'passed', 'passed'])
  assert.deepEqual(outcomesOf(3), ['failed'])
})

it('knows a file that it made, one that was edited since, and one that it never wrote', () => {
  const text = 'import assert from "node:assert/strict";\n'
  const origin = originOf('mocha', 'suites/')
  const marked = markedText(text, 'a.test.mjs', origin)
  assert.match(
    marked,
    /^\/\/ Made by apitest \([0-9a-f]{16}\)\. Once edited, it is left alone\.\n\/\/ For mocha, of suites\n\nimport/,
  )
  assert.match(markedText('x = 1\n', 'test_a.py', origin), /^# Made by apitest .*\n# For mocha/)
  assert.deepEqual(readGenerated(marked), { isEdited: false, origin })
  assert.deepEqual(readGenerated(marked.replaceAll('\n', '\r\n')), { isEdited: false, origin })
  assert.deepEqual(readGenerated(`${marked}// mine\n`), { isEdited: true, origin })
  assert.equal(readGenerated(text), undefined)
  const former = marked.replace(/\n\/\/ For .*/, '')
  assert.deepEqual(readGenerated(former), { isEdited: false })
  const php = '<?php\n\nnamespace Tests;\n'
  assert.deepEqual(readGenerated(markedText(php, 'ATest.php', origin)), { isEdited: false, origin })
})

it('names a source in a line that no formatter breaks, and no credentials of it', () => {
  const nameOf = (source: string): string => originOf('jest', source).source
  assert.equal(
    nameOf('https://me:secret@api.example.com/openapi.yaml?key=secret'),
    'https://api.example.com/openapi.yaml',
  )
  assert.equal(nameOf('Shop\n/ *?> Users'), 'Shop / *  Users')
  assert.equal(nameOf('a'.repeat(90)).length, 51)
})

it('takes the wider of two sources where one is part of the other', () => {
  const wider = (one: string, other: string): string | undefined =>
    widerOrigin(originOf('jest', one), originOf('jest', other))?.source
  assert.equal(wider('suites', 'suites/users.apitest.yaml'), 'suites')
  assert.equal(wider('suites/users.apitest.yaml', '.'), '.')
  assert.equal(wider('suites', 'suites-old'), undefined)
  assert.equal(widerOrigin(originOf('jest', 'suites'), originOf('vitest', 'suites')), undefined)
})
