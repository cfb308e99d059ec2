import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countedText } from './counted-text.ts'

test('one of several things is told as one', () => {
  const reasons = ['webhooks', 'pages', 'other files', 'media', 'calls to other hosts', 'neither a nor b']
  assert.deepEqual(
    reasons.map(reason => countedText({ reason, count: 1 })),
    ['1 webhook', '1 page', '1 other file', '1 media', '1 call to other hosts', '1 neither a nor b'],
  )
  assert.equal(countedText({ reason: 'pages', count: 2 }), '2 pages')
})

test('E5: a kind in two words is told as one', () => {
  for (const [reason, text] of [
    ['CORS preflights', '1 CORS preflight'],
    ['event streams', '1 event stream'],
    ['CONNECT tunnels', '1 CONNECT tunnel'],
    ['unreadable entries', '1 unreadable entry'],
  ] as const)
    assert.equal(countedText({ reason, count: 1 }), text)
})
