import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exchangeOf, failureOf } from '../testing/answers.ts'
import { testContext } from '../testing/test-context.ts'
import { action } from './index.ts'

const values = { name: 'Ada', count: 2, none: null, list: [1, { a: true }] }

test('variables get their values', async () => {
  const answer = await action.perform({ set: values }, testContext())
  const { request, response, success } = exchangeOf(answer)
  assert.deepEqual(answer.ok && answer.variables, values)
  assert.deepEqual(response.body.json(), { ok: true, value: values })
  assert.equal(response.body.text(), JSON.stringify(values))
  assert.equal(request.summary, 'set name, count, none, list')
  assert.equal(success.holds, true)
})

test('anything but a mapping is refused', async () => {
  assert.equal(failureOf(await action.perform({ set: ['a'] }, testContext())).kind, 'Request Error')
})
