import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { StepResult } from '../model/result.ts'
import type { RunEvent } from '../model/run-event.ts'
import { Secrets } from '../secrets/index.ts'
import { maskEvent } from './mask-event.ts'

const span = { file: '/secret/a.yaml', start: { line: 1, column: 1 }, end: { line: 1, column: 1 } }

function masked(result: Partial<StepResult>): StepResult {
  const secrets = new Secrets()
  for (const secret of ['secret', 'passed', '123456']) secrets.add(secret)
  const event: RunEvent = {
    type: 'step-finished',
    file: 'secret/a.yaml',
    suite: 'A',
    result: {
      index: 0,
      phase: 'steps',
      name: 'a secret',
      action: 'request',
      span,
      outcome: 'passed',
      flaky: false,
      attempts: 1,
      startedAt: 0,
      duration: 1,
      validations: [],
      extracts: [],
      failures: [],
      ...result,
    },
  }
  const after = maskEvent(event, secrets)
  assert.ok(after.type === 'step-finished')
  assert.equal(after.file, 'secret/a.yaml')
  return after.result
}

describe('masking what happened', () => {
  it('hides secrets in names, but not in outcomes and files', () => {
    const result = masked({})
    assert.deepEqual([result.name, result.outcome, result.span.file], ['a ***', 'passed', '/secret/a.yaml'])
  })

  it('leaves bytes out in whose base64 a secret stands by chance', () => {
    const body = { text: '\ufffd', size: 6, truncated: false, base64: '//123456' }
    const exchange = {
      request: { summary: 'GET http://a', url: 'http://a', headers: [] },
      response: { status: 200, headers: [], body },
      duration: 1,
    }
    const { body: kept } = masked({ exchange }).exchange?.response ?? {}
    assert.deepEqual(kept, { text: '\ufffd', size: 6, truncated: false })
  })

  it('hides an extracted number', () => {
    const [extract] = masked({
      extracts: [{ variable: 'pin', source: '$.pin', found: true, value: 123456, span }],
    }).extracts
    assert.equal(extract?.value, '***')
  })

  it('hides names and numbers inside extracted and expected data', () => {
    const value = { secret: [123456], other: true }
    const hidden = { '***': ['***'], other: true }
    const result = masked({
      extracts: [{ variable: 'a', source: '$', found: true, value, span }],
      validations: [{ subject: '$', operator: 'equals', expected: value, passed: true, messages: [], span }],
    })
    assert.deepEqual([result.extracts[0]?.value, result.validations[0]?.expected], [hidden, hidden])
  })

  it('leaves the files of failures and the words of the report', () => {
    const failure = { kind: 'error', message: 'a secret', span, sourceLine: 'the secret' } as const
    const result = masked({ failures: [failure] })
    assert.deepEqual(result.failures, [{ ...failure, message: 'a ***', sourceLine: 'the ***' }])
  })

  it('hides secrets in steps of used suites', () => {
    const inner = masked({ steps: [masked({})] }).steps?.[0]
    assert.equal(inner?.name, 'a ***')
  })

  it('cuts off where a secret may have been cut in two', () => {
    const text = `${'x'.repeat(500)}secr`
    const result = masked({
      exchange: {
        request: { summary: 'GET /', headers: [], body: { text, size: 9999, truncated: true } },
        duration: 1,
      },
    })
    assert.doesNotMatch(result.exchange?.request.body?.text ?? '', /secr/)
  })
})
