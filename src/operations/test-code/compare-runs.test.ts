import assert from 'node:assert/strict'
import { it } from 'node:test'
import { compareRuns, isSame, outcomesByLine } from './compare-runs.ts'
import { markedText, ownerOf } from './generated-file.ts'

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
        { name: 'Row', outcome: 'failed', message: 'expected 404 to be 200\nat line 3' },
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
  const marked = markedText(text, 'a.test.mjs')
  assert.match(marked, /^\/\/ Made by apitest \([0-9a-f]{16}\)\. Once edited, it is left alone\.\n\nimport/)
  assert.match(markedText('x = 1\n', 'test_a.py'), /^# Made by apitest/)
  assert.equal(ownerOf(marked), 'made')
  assert.equal(ownerOf(marked.replaceAll('\n', '\r\n')), 'made')
  assert.equal(ownerOf(`${marked}// mine\n`), 'edited')
  assert.equal(ownerOf(text), 'own')
})
