import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Problem } from '../model/problem.ts'
import { ProblemCut } from './problem-cut.ts'

function cutOf(
  severities: readonly Problem['severity'][],
  all = false,
): readonly [shown: number, rest: string] {
  const cut = new ProblemCut(all)
  const shown = severities.filter(severity => cut.shows({ code: 'usage', severity, message: 'm' }))
  return [shown.length, cut.rest()]
}

const fifty = (severity: Problem['severity']) => Array.from({ length: 50 }, () => severity)

describe('a long list of problems', () => {
  it('is cut behind 50 errors, and says so', () => {
    assert.deepEqual(cutOf(fifty('error')), [50, ''])
    const [shown, rest] = cutOf([...fifty('error'), 'error', 'error'])
    assert.equal(shown, 50)
    assert.equal(rest, '2 more problems are not shown here (--verbose shows all)\n')
  })

  it('shows the errors behind many warnings', () => {
    const [shown, rest] = cutOf([...fifty('warning'), 'warning', 'error'])
    assert.equal(shown, 51)
    assert.match(rest, /^1 more problem is not shown/)
  })

  it('is whole when all are asked for', () => {
    assert.deepEqual(cutOf([...fifty('error'), 'error'], true), [51, ''])
  })
})
