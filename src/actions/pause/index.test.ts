import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exchangeOf, failureOf } from '../testing/answers.ts'
import { testContext } from '../testing/test-context.ts'
import { action } from './index.ts'

test('a pause takes the time it says', async () => {
  const { request, timings, success } = exchangeOf(await action.perform({ pause: '60ms' }, testContext()))
  assert.ok(timings.duration >= 59 && timings.duration < 1000, String(timings.duration))
  assert.equal(request.summary, 'pause 60ms')
  assert.equal(success.holds, true)
})

test('an interruption ends a pause', async () => {
  const interruption = new AbortController()
  const answer = action.perform({ pause: '1h' }, testContext({ signal: interruption.signal }))
  interruption.abort()
  assert.equal(failureOf(await answer).message, 'the pause was interrupted')
})

test('a pause after an interruption does not begin', async () => {
  const answer = await action.perform({ pause: '1h' }, testContext({ signal: AbortSignal.abort() }))
  assert.equal(answer.ok, false)
})

test('many pauses at once leave no warning about listeners', async () => {
  const warnings: Error[] = []
  process.on('warning', warning => warnings.push(warning))
  const context = testContext()
  await Promise.all(Array.from({ length: 20 }, async () => action.perform({ pause: '1ms' }, context)))
  assert.deepEqual(warnings, [])
})

test('what is not a duration is named', async () => {
  assert.equal(
    failureOf(await action.perform({ pause: '5' }, testContext())).message,
    'pause "5" is not a duration',
  )
})
