import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import type { JsonObject } from '../../model/json.ts'
import type { UsedSuite } from '../action.ts'
import { exchangeOf, failureOf } from '../testing/answers.ts'
import { testContext } from '../testing/test-context.ts'
import { action } from './index.ts'

function context(
  used: Partial<UsedSuite>,
  calls: [string, JsonObject][] = [],
): ReturnType<typeof testContext> {
  return testContext({
    runSuite: (file, variables) => {
      calls.push([file, variables])
      return Promise.resolve({ steps: [], passed: true, variables: {}, ...used })
    },
  })
}

test('another suite runs with the variables given, and what it extracted comes back', async () => {
  const calls: [string, JsonObject][] = []
  const input = { use: './package.json', with: { user: 'ada' } }
  const answer = await action.perform(input, context({ variables: { token: 'abc' } }, calls))
  assert.deepEqual(calls, [[path.resolve('package.json'), { user: 'ada' }]])
  assert.deepEqual(answer.ok && answer.variables, { token: 'abc' })
  const { response, success } = exchangeOf(answer)
  assert.deepEqual(response.body.json(), { ok: true, value: { token: 'abc' } })
  assert.deepEqual(success, { holds: true, expected: 'every step of ./package.json to pass', actual: '' })
})

test('a suite that did not pass is an exchange that did not go well', async () => {
  const answer = await action.perform({ use: 'package.json' }, context({ passed: false }))
  assert.equal(exchangeOf(answer).success.holds, false)
})

test('a suite that does not exist is named', async () => {
  const failure = failureOf(await action.perform({ use: 'no.apitest.yaml' }, context({})))
  assert.equal(failure.kind, 'Use Error')
  assert.match(failure.message, /"no\.apitest\.yaml" does not exist \(looked for \/.*no\.apitest\.yaml\)/)
})

test('with must be a mapping', async () => {
  const failure = failureOf(await action.perform({ use: 'package.json', with: 'x' }, context({})))
  assert.equal(failure.kind, 'Use Error')
})
