import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonValue } from '../../model/json.ts'
import { parseStopCondition, parseThreshold, readStopCondition, readThreshold } from './threshold.ts'

describe('a share of 1', () => {
  const read = {
    typed: (written: string) => parseThreshold(written),
    stop: (written: string) => parseStopCondition(written),
    written: (item: JsonValue) => readThreshold(item),
  }
  const meantPercent = [
    ...['error-rate<1', 'error-rate<=1', 'error-rate <= 1.0', 'step Sign in error-rate<1'].map(read.typed),
    ...['error-rate>1 for 5s'].map(read.stop),
    ...[{ 'error-rate': { 'less-than': 1 } }, { 'error-rate': { 'at-most': '1' } }].map(read.written),
  ]
  for (const [index, threshold] of meantPercent.entries())
    it(`is refused without a percent sign (${index + 1})`, () => {
      assert.ok('message' in threshold)
      assert.match(threshold.message, /: 1(\.0)? is every request$/)
      assert.equal(threshold.hint, 'Write 1% or 0.01.')
    })

  it('stays where it is said, or waited for', () => {
    for (const written of ['error-rate<100%', 'error-rate<1%', 'error-rate>=1', 'errors<1', 'throughput>1'])
      assert.ok('metric' in parseThreshold(written), written)
    assert.ok('over' in parseStopCondition('error-rate>=1 for 5s'))
  })
})

describe('a time of a threshold', () => {
  it('belongs to what ends a load test', () => {
    const item = { p95: { 'less-than': '300ms', for: '5s' } }
    const threshold = readThreshold(item)
    assert.ok('message' in threshold)
    assert.match(threshold.message, /says "for"/)
    assert.match(threshold.hint, /`stop-when`/)
    const condition = readStopCondition(item)
    assert.ok('over' in condition)
    assert.equal(condition.written, 'p95<300ms for 5 s')
  })
})
