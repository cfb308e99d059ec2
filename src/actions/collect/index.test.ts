import { faultText } from '../faults/index.ts'
import { failed } from '../failure.ts'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { ActionContext, MessageMatcher } from '../action.ts'
import { keptMessages, type Listener } from '../listeners/listener.ts'
import { listenersOf } from '../listeners/listeners.ts'
import { messageOf } from '../messages/message.ts'
import { exchangeOf, failureOf, jsonOf } from '../testing/answers.ts'
import { testContext } from '../testing/test-context.ts'
import { action } from './index.ts'

/** A context with a listener "orders", and the steps that collect from it. */
async function listening(changes: Partial<ActionContext> = {}) {
  const context = testContext({ timeout: 100, ...changes })
  const listener = await open(context, 'orders')
  context.session.noteAct()
  return {
    context,
    listener,
    collect: (input: JsonObject = {}) => action.perform({ collect: 'orders', ...input }, context),
  }
}

function open(context: ActionContext, name: string): Promise<Listener> {
  return listenersOf(context.session).add({
    name,
    subject: 'topic orders',
    position: () => 'partition 0 from 12 to 15',
    close: () => Promise.resolve(),
  })
}

function send(listener: Listener, value: JsonValue, key?: string): void {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const fields = key === undefined ? {} : { key }
  listener.push(messageOf(Buffer.from(text), { fields, headers: [['Type', 'order']] }))
}

describe('collect', () => {
  it('takes what came before it began', async () => {
    const { listener, collect } = await listening()
    send(listener, { id: 1 })
    const exchange = exchangeOf(await collect())
    assert.deepEqual(jsonOf(exchange), [{ id: 1 }])
    assert.equal(exchange.success.holds, true)
  })

  it('waits for what comes later, and ends at once then', async () => {
    const { listener, collect } = await listening({ timeout: 60_000 })
    const answer = collect({ expect: { '$.id': 2 } })
    send(listener, { id: 1 })
    setTimeout(send, 20, listener, { id: 2 })
    const exchange = exchangeOf(await answer)
    assert.deepEqual(jsonOf(exchange), [{ id: 2 }])
    assert.ok(exchange.timings.duration < 30_000)
  })

  it('sees what comes while it judges another message', async () => {
    const { context, listener } = await listening({ timeout: 60_000 })
    send(listener, { id: 1 })
    const matcher: MessageMatcher = {
      description: '',
      isLate: () => false,
      mismatch: message => {
        if (message.body.text() !== '{"id":1}') return Promise.resolve(undefined)
        send(listener, { id: 2 })
        return Promise.resolve('another one')
      },
    }
    const answer = action.perform({ collect: 'orders' }, { ...context, messageMatcher: () => matcher })
    const exchange = exchangeOf(await answer)
    assert.ok(exchange.timings.duration < 30_000)
    assert.deepEqual(jsonOf(exchange), [{ id: 2 }])
  })

  it('leaves the others to later steps, in any order', async () => {
    const { listener, collect } = await listening()
    for (const id of [1, 2, 3]) send(listener, { id })
    assert.deepEqual(jsonOf(exchangeOf(await collect({ expect: { '$.id': 3 } }))), [{ id: 3 }])
    assert.deepEqual(jsonOf(exchangeOf(await collect({ count: 2 }))), [{ id: 1 }, { id: 2 }])
  })

  it('takes nothing away with keep', async () => {
    const { listener, collect } = await listening()
    send(listener, { id: 1 })
    for (let time = 0; time < 2; time++)
      assert.deepEqual(jsonOf(exchangeOf(await collect({ keep: true }))), [{ id: 1 }])
  })

  for (const expect of [
    { key: 7 },
    { text: { contains: 'shipped' } },
    { '$.state': { 'one-of': ['shipped', 'paid'] } },
    { key: '7', 'header type': 'order', '$.state': 'shipped' },
  ])
    it(`finds the message with ${Object.keys(expect).join(', ')}`, async () => {
      const { listener, collect } = await listening()
      send(listener, 'no JSON', '1')
      send(listener, { state: 'shipped' }, '7')
      assert.deepEqual(jsonOf(exchangeOf(await collect({ expect }))), [{ state: 'shipped' }])
    })

  it('fails when too few have come in time, and says what came instead', async () => {
    const { listener, collect } = await listening()
    send(listener, { state: 'paid' })
    const { success } = exchangeOf(await collect({ expect: { '$.state': 'shipped' } }))
    assert.deepEqual(success, {
      subject: 'messages',
      holds: false,
      expected: '1 with body-json-path $.state equals shipped within 100 ms',
      actual:
        'none of 1 message (the last other one: body-json-path $.state: Expected equals shipped, got paid); partition 0 from 12 to 15',
    })
  })

  it('points out that nothing happened since the listener was opened', async () => {
    const { context } = await listening()
    await open(context, 'late')
    const { success } = exchangeOf(await action.perform({ collect: 'late' }, context))
    assert.match(
      success.actual ?? '',
      /; no step acted since the listener was opened: what came before it is missed$/,
    )
  })

  it('proves nothing while messages cannot come', async () => {
    const { context } = await listening()
    await listenersOf(context.session).add({
      name: 'away',
      subject: 'topic away',
      trouble: () => failed('connection-lost', { reason: 'the broker is away' }).failure,
      close: () => Promise.resolve(),
    })
    const answer = await action.perform({ collect: 'away', none: true }, context)
    assert.equal(failureOf(answer).message, 'the broker is away')
  })

  it('holds with none when no such message comes, and ends at once when one does', async () => {
    const { listener, collect } = await listening()
    send(listener, { id: 1 })
    const none = { none: true, expect: { '$.id': 2 } }
    assert.equal(exchangeOf(await collect(none)).success.holds, true)
    send(listener, { id: 2 })
    const { success, timings } = exchangeOf(await collect(none))
    assert.deepEqual([success.holds, timings.duration < 100], [false, true])
  })

  it('says which listeners there are', async () => {
    const { context } = await listening()
    const { message, hint } = failureOf(await action.perform({ collect: 'order' }, context))
    assert.deepEqual([message, hint], ['there is no listener "order"', 'These are open: orders.'])
  })

  it('fails at once when the subscription is lost, but not before all that came was looked at', async () => {
    const { listener, collect } = await listening({ timeout: 60_000 })
    send(listener, { id: 1 })
    listener.fail(failed('connection-lost', { reason: 'the broker is gone' }).failure)
    assert.deepEqual(jsonOf(exchangeOf(await collect())), [{ id: 1 }])
    assert.equal(failureOf(await collect()).message, 'the broker is gone')
  })

  it('ends when the run is interrupted', async () => {
    const interrupt = new AbortController()
    const { collect } = await listening({ timeout: 60_000, signal: interrupt.signal })
    setTimeout(() => {
      interrupt.abort()
    }, 20)
    assert.equal(failureOf(await collect()).message, 'the wait was interrupted')
  })

  it('has the transcript of all that was looked at', async () => {
    const { listener, collect } = await listening()
    for (const id of [1, 2]) send(listener, { id })
    const { transcript } = exchangeOf(await collect({ expect: { '$.id': 2 } }))
    const lines = transcript?.entries.map(({ direction, kind, text }) => `${direction} ${kind} ${text}`)
    assert.deepEqual(lines, ['received other {"id":1}', 'received awaited {"id":2}'])
  })
})

describe('a listener', () => {
  it('lets go of the oldest messages when nobody takes them', async () => {
    const { listener, collect } = await listening()
    for (let id = 0; id <= keptMessages; id++) send(listener, { id })
    assert.deepEqual(jsonOf(exchangeOf(await collect())), [{ id: 1 }])
    assert.match(
      exchangeOf(await collect({ expect: { '$.id': 0 } })).success.actual ?? '',
      /1 older message let go$/,
    )
  })

  it('is closed by one of the same name, and at the end of the pass', async () => {
    const { context } = await listening()
    const closed: number[] = []
    for (const number of [1, 2])
      await listenersOf(context.session).add({
        name: 'mails',
        subject: 'mails',
        close: () => Promise.resolve(void closed.push(number)),
      })
    assert.deepEqual(closed, [1])
    await context.session.close()
    assert.deepEqual(closed, [1, 2])
  })

  it('is closed after half an hour without use', async t => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const { listener } = await listening()
    t.mock.timers.tick(30 * 60_000)
    assert.equal(
      listener.failure === undefined ? undefined : faultText(listener.failure).message,
      'the listener was closed after 30 minutes without use',
    )
  })
})
