import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { StepResult } from '../../model/result.ts'
import { explain } from '../explain/explain.ts'
import { palette } from './palette.ts'
import { shownSteps, stepLines } from './step-lines.ts'
import { repeatWords } from './summary-lines.ts'

const format = { colors: palette(false), verbose: false, workingFolder: '/', explain }

const round = (number: number, more: Partial<StepResult> = {}): StepResult => ({
  index: 1,
  phase: 'steps',
  name: `Page ${number}`,
  writtenName: 'Page {{$round}}',
  action: 'set',
  span: { file: '/a', start: { line: 1, column: 1 }, end: { line: 1, column: 2 } },
  round: { number },
  outcome: 'passed',
  flaky: false,
  attempts: 1,
  startedAt: 0,
  duration: 10,
  validations: [],
  extracts: [],
  failures: [],
  ...more,
})

const lines = (results: readonly StepResult[], verbose = false): readonly string[] =>
  shownSteps(results, { ...format, verbose })
    .flatMap(one => stepLines(one, format))
    .map(line => line.trim().replace(/ +/g, ' '))

describe('rounds in the terminal', () => {
  it('are one line where they passed, one after the other', () => {
    assert.deepEqual(lines([round(1), round(2), round(3)]), ['✓ 30 ms Page 1 … Page 3 [3 rounds]'])
  })

  it('have one name where all are named alike', () => {
    const alike = [1, 2].map(number => round(number, { name: 'Poll' }))
    assert.deepEqual(lines(alike), ['✓ 20 ms Poll [2 rounds]'])
  })

  it('are lines of their own where there is more to say', () => {
    const flaky = round(3, { flaky: true, attempts: 2 })
    assert.deepEqual(lines([round(1), round(2), flaky, round(4)]), [
      '✓ 20 ms Page 1 … Page 2 [2 rounds]',
      '✓ 10 ms Page 3 [round 3] ~ 2 attempts',
      '✓ 10 ms Page 4 [round 4]',
    ])
    assert.equal(lines([round(1), round(2)], true).length, 2)
    assert.equal(lines([round(1), round(1, { index: 2 })]).length, 2)
  })
})

describe('a request that went out again by itself', () => {
  it('is counted in the summary', () => {
    assert.equal(repeatWords({ repeats: 2 }), ' (2 of them again, as a connection was lost)')
    assert.equal(repeatWords({}), '')
  })
})
