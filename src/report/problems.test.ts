import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Problem } from '../model/problem.ts'
import { countProblems, formatProblems } from './problems.ts'
import { spanAt } from './testing/events.ts'

const format = { color: false, workingFolder: '/project' }

const problem: Problem = {
  code: 'unknown-target',
  severity: 'error',
  message: '"jsonpth" is not a validation.',
  hint: 'Did you mean "jsonPath"?',
  span: spanAt('users.apitest.yaml', 14, 9, 7),
  sourceLine: '      - jsonpth: 3',
}

test('a problem is printed with its place, code, line and hint', () => {
  assert.equal(
    formatProblems([problem], format),
    [
      'users.apitest.yaml:14:9  error unknown-target  "jsonpth" is not a validation.',
      '  14 │       - jsonpth: 3',
      '     │         ^^^^^^^',
      '  hint: Did you mean "jsonPath"?',
      '',
    ].join('\n'),
  )
})

test('problems are set apart by an empty line; one without a place has no frame', () => {
  const usage: Problem = { code: 'usage', severity: 'warning', message: 'Nothing to do.' }
  assert.match(
    formatProblems([problem, usage], format),
    /"jsonPath"\?\n\nwarning usage {2}Nothing to do\.\n$/,
  )
})

test('a mark over several lines reaches to the end of the first', () => {
  const span = { ...problem.span, end: { line: 20, column: 1 } }
  const text = formatProblems([{ ...problem, span: { ...spanAt('a', 14, 9), ...span } }], format)
  assert.match(text, /\n {5}│ {9}\^{10}\n/)
})

test('a caret stands below its place though wide characters come before it', () => {
  const wide: Problem = { ...problem, sourceLine: '日本: x', span: spanAt('a.yaml', 1, 5, 1) }
  assert.match(formatProblems([wide], format), /1 │ 日本: x\n {4}│ {7}\^\n/)
})

test('an empty mark at the end of a line still has a caret', () => {
  const empty: Problem = { ...problem, sourceLine: 'steps:', span: spanAt('a.yaml', 1, 7, 0) }
  assert.match(formatProblems([empty], format), /1 │ steps:\n {4}│ {7}\^\n/)
})

test('without colours there is not one escape sequence; with them there are', () => {
  assert.doesNotMatch(formatProblems([problem], format), /\p{Cc}\[/u)
  assert.match(formatProblems([problem], { ...format, color: true }), /\p{Cc}\[31merror/u)
})

test('no problems print nothing', () => {
  assert.equal(formatProblems([], format), '')
})

test('problems are counted in words', () => {
  const warning: Problem = { ...problem, severity: 'warning' }
  assert.equal(countProblems([problem, warning, warning]), '1 error and 2 warnings')
  assert.equal(countProblems([]), 'no problems')
})
