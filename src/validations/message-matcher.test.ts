import assert from 'node:assert/strict'
import { it } from 'node:test'
import { messageOf } from '../actions/messages/message.ts'
import type { Message } from '../model/exchange.ts'
import { Undecided } from '../util/turns.ts'
import { messageMatcher } from './message-matcher.ts'

const place = { line: 1, column: 1 }
const span = { file: 'a.apitest.yaml', start: place, end: place }
const message = (text: string): Message => messageOf(Buffer.from(text), { fields: {}, entry: () => text })

it('a pattern that takes too long leaves undecided what a message is, and later ones are not compared', async () => {
  const expected = { text: { 'matches-regex': '^(?=(a+)+$)b' } }
  const matcher = messageMatcher(expected, span, true, written => written, 100)
  assert.equal(matcher.isLate(), false)
  await assert.rejects(matcher.mismatch(message(`${'a'.repeat(40)}!`)), Undecided)
  assert.equal(matcher.isLate(), true)
  const since = performance.now()
  await assert.rejects(matcher.mismatch(message('b')), /took all of the time/)
  assert.ok(performance.now() - since < 500)
})

it('a message that came in time is compared, however late that is', async () => {
  const matcher = messageMatcher({ text: 'b' }, span, false, written => written, 0)
  assert.equal(await matcher.mismatch(message('b')), undefined)
  assert.equal(matcher.isLate(), false)
})
