import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { failureOf } from '../testing/answers.ts'
import { testContext } from '../testing/test-context.ts'
import { readAwaited } from './awaited.ts'
import { messageOf } from './message.ts'
import { MessageQueue } from './message-queue.ts'
import { TranscriptLog } from './transcript-log.ts'
import { numberOf, writeJson } from '../../util/exact-number.ts'

describe('a message', () => {
  for (const [bytes, entry] of [
    [Buffer.from('{"id":7}'), { id: 7 }],
    [Buffer.from('42'), 42],
    [Buffer.from('12345678901234567890'), numberOf('12345678901234567890')],
    [Buffer.from('hello'), 'hello'],
    [Buffer.from(''), ''],
    [Buffer.from('\ufffd'), '\ufffd'],
    [Buffer.from([0xff, 0x00]), '/wA='],
  ] as const)
    it(`of ${bytes.toString('hex')} is ${JSON.stringify(entry)}`, () => {
      assert.equal(writeJson(messageOf(bytes).entry), writeJson(entry))
    })
})

describe('what is awaited', () => {
  for (const count of [0, -1, 1.5, 'many', []])
    it(`is not ${JSON.stringify(count)} messages`, () => {
      const read = readAwaited({ count }, testContext())
      assert.equal(read.ok, false)
      assert.match(failureOf(read).message, /is not a number of messages$/)
    })

  it('is a number that a variable gave as text', () => {
    const read = readAwaited({ count: '3' }, testContext())
    assert.equal(read.ok && read.value.count, 3)
  })
})

describe('a queue', () => {
  it('hands on what came before and what comes later, in order', async () => {
    const queue = new MessageQueue<number>()
    const { signal } = new AbortController()
    queue.push(1)
    setTimeout(() => {
      queue.push(2)
      queue.end()
    }, 10)
    assert.deepEqual(
      [await queue.next(signal), await queue.next(signal), await queue.next(signal)],
      [1, 2, undefined],
    )
  })

  it('lets the reader go when the signal is aborted', async () => {
    const controller = new AbortController()
    const next = new MessageQueue<number>().next(controller.signal)
    await wait(5)
    controller.abort()
    assert.equal(await next, undefined)
  })
})

describe('a transcript', () => {
  it('keeps the beginning and the end of a long conversation', () => {
    const log = new TranscriptLog(text => text)
    for (let number = 1; number <= 1000; number++) log.add('received', 'text', String(number))
    const { entries, leftOut } = log.transcript
    assert.equal(leftOut, 500)
    assert.deepEqual(
      [entries[0]?.text, entries[249]?.text, entries[250]?.text, entries.at(-1)?.text],
      ['1', '250', '751', '1000'],
    )
  })

  it('masks a text before it cuts it', () => {
    const log = new TranscriptLog(text => text.replaceAll('secret', '***'))
    log.add('sent', 'text', `${'a'.repeat(2045)}secret`)
    const [entry] = log.transcript.entries
    assert.deepEqual([entry?.text.length, entry?.text.slice(-3), entry?.size], [2048, '***', 2051])
  })
})
