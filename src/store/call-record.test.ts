import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { Ajv } from 'ajv'
import type { ExchangeReport, StepResult } from '../model/result.ts'
import { callRecord } from './call-record.ts'

const span = { file: '/a.apitest.yaml', start: { line: 1, column: 1 }, end: { line: 1, column: 1 } }
const exchange: ExchangeReport = {
  request: { summary: 'GET http://a/', method: 'GET', url: 'http://a/', headers: [['accept', '*/*']] },
  response: { status: 200, statusText: 'OK', headers: [] },
  duration: 1.23456,
  phases: { connect: 0.1234567, firstByte: 1 },
}
const step: StepResult = {
  ...{ index: 0, phase: 'steps', name: 'A', action: 'request', span, outcome: 'passed', flaky: false },
  ...{ attempts: 2, startedAt: 0, duration: 5, exchange, validations: [], extracts: [], failures: [] },
}

const long = '\u{1f600}'.repeat(5000)

describe('what is kept of a step', () => {
  it('is its last exchange', () => {
    const { id, ...rest } = callRecord(step, { kind: 'send' }) ?? {}
    assert.match(String(id), /^[0-9a-f]{7}$/)
    assert.deepEqual(rest, {
      time: '1970-01-01T00:00:00.000Z',
      source: { kind: 'send' },
      request: { method: 'GET', url: 'http://a/', headers: [['accept', '*/*']] },
      response: { status: 200, statusText: 'OK', headers: [] },
      duration: 1.235,
      phases: { connect: 0.123, firstByte: 1 },
      attempts: 2,
      outcome: 'passed',
    })
  })

  it('is cut where it is long, never inside a character', () => {
    const body = { text: `a${long}`, size: 20_001, truncated: false }
    const { request } = exchange
    const headers = Array.from({ length: 150 }, (): [string, string] => ['x-a', long])
    const call = callRecord(
      { ...step, exchange: { ...exchange, request: { ...request, url: long, headers, body } } },
      { kind: 'send' },
    )
    assert.equal(call?.request.url.length, 4096)
    assert.equal(call.request.headers.length, 100)
    assert.equal(call.request.headers[0]?.[1].length, 1024)
    assert.deepEqual(call.request.body, {
      text: `a${'\u{1f600}'.repeat(2047)}`,
      size: 20_001,
      truncated: true,
    })
  })

  it('is nothing when nothing was sent to a URL', () => {
    const { exchange: _, ...without } = step
    assert.equal(callRecord(without, { kind: 'send' }), undefined)
    const command = { request: { summary: 'exec ls', headers: [] }, duration: 1 }
    assert.equal(callRecord({ ...step, exchange: command }, { kind: 'send' }), undefined)
  })

  it('follows the published schema', async () => {
    const schema = JSON.parse(await readFile('schemas/api-collections.schema.json', 'utf8')) as object
    const ajv = new Ajv({ strict: false, validateFormats: false })
    const document = { version: 1, history: [callRecord(step, { kind: 'send' })] }
    assert.ok(ajv.validate(schema, document), ajv.errorsText())
    assert.ok(!ajv.validate(schema, { version: 1, history: [{ id: '1' }] }))
  })
})
