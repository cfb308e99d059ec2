import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Kafka, Producer } from 'kafkajs'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { brokers } from '../../testing/brokers.ts'
import { without } from '../../testing/parts.ts'
import type { ActionAnswer, ActionContext } from '../action.ts'
import { action as collect } from '../collect/index.ts'
import { listenersOf } from '../listeners/listeners.ts'
import { exchangeOf, failureOf, jsonOf } from '../testing/answers.ts'
import { testContext } from '../testing/test-context.ts'
import { action } from './index.ts'
import {
  addPartitions,
  asAdmin,
  cuttableWay,
  deleteRecords,
  kafkaClient,
  kcat,
  makeTopic,
  untilLength,
} from './testing/kafka-tools.ts'

const { kafka } = await brokers()
const withoutKcat = without('kcat')

/** The value that `$` stands for. */
function valueOf(answer: ActionAnswer): JsonValue {
  return jsonOf(exchangeOf(answer))
}

/** The records among them, without what differs from run to run. */
function recordsOf(answer: ActionAnswer): readonly JsonObject[] {
  const records = valueOf(answer) as readonly JsonObject[]
  return records.map(({ timestamp, ...record }) => {
    assert.ok(Math.abs(Number(timestamp) - Date.now()) < 60_000)
    return record
  })
}

function valuesOf(answer: ActionAnswer): readonly (JsonValue | undefined)[] {
  return recordsOf(answer).map(({ value }) => value)
}

describe('kafka with a real broker', { skip: kafka.missing }, () => {
  let place: string
  let client: Kafka

  before(() => {
    place = kafka.service().listeners.plain
    client = kafkaClient(place)
  })

  /** Steps in a context whose listeners are closed at the end, whatever happens. */
  async function withSteps(
    use: (steps: ReturnType<typeof stepsIn>) => Promise<void>,
    changes: Partial<ActionContext> = {},
    topicFacts: Parameters<typeof makeTopic>[1] = {},
  ): Promise<void> {
    const context = testContext({ timeout: 10_000, ...changes })
    try {
      await use(stepsIn(context, await makeTopic(client, topicFacts)))
    } finally {
      await context.session.close()
      await context.resources.close()
    }
  }

  function stepsIn(context: ActionContext, topic: string) {
    const common = { brokers: place, topic }
    return {
      context,
      topic,
      listen: (input: JsonObject = {}) =>
        action.perform({ kafka: 'listen', as: 'orders', ...common, ...input }, context),
      publish: (input: JsonObject = {}) => action.perform({ kafka: 'publish', ...common, ...input }, context),
      take: (input: JsonObject = {}, timeout = context.timeout) =>
        collect.perform({ collect: 'orders', ...input }, { ...context, timeout }),
    }
  }

  it('hands on what is published once the listener is ready', () =>
    withSteps(
      async ({ listen, publish, take, topic }) => {
        exchangeOf(await publish({ text: 'before' }))
        exchangeOf(await publish({ text: 'before', partition: 1 }))
        const ready = valueOf(await listen()) as JsonObject
        assert.deepEqual(ready['listener'], 'orders')
        const headers = { tenant: 'a', step: ['1', '2'] }
        const sent = valueOf(await publish({ key: '7', json: { id: 7 }, headers, partition: 1 }))
        const offset = 1 + Number((sent as JsonObject)['offset']) - 1
        assert.deepEqual(sent, { topic, partition: 1, offset })
        assert.deepEqual(recordsOf(await take({ expect: { key: '7', 'header tenant': 'a' } })), [
          { key: '7', value: { id: 7 }, headers, partition: 1, offset },
        ])
      },
      {},
      { partitions: 2 },
    ))

  it('tells where the listener begins', () =>
    withSteps(
      async ({ listen, publish, topic }) => {
        exchangeOf(await publish({ text: 'before', partition: 1 }))
        const partitions = [
          { partition: 0, offset: 0 },
          { partition: 1, offset: 1 },
        ]
        assert.deepEqual(valueOf(await listen()), { listener: 'orders', topic, partitions })
      },
      {},
      { partitions: 2 },
    ))

  it('reads from the beginning', () =>
    withSteps(async ({ listen, publish, take }) => {
      for (const id of [1, 2]) exchangeOf(await publish({ json: id }))
      exchangeOf(await listen({ from: 'beginning' }))
      assert.deepEqual(valuesOf(await take({ count: 2 })), [1, 2])
    }))

  it('misses nothing that is published right after the listener is ready, 50 times', () =>
    withSteps(
      async ({ listen, publish, take }) => {
        for (let time = 0; time < 50; time++) {
          exchangeOf(await listen())
          await wait(Math.random() * 5)
          exchangeOf(await publish({ json: { time } }))
          assert.deepEqual(valuesOf(await take({ expect: { '$.time': time } })), [{ time }])
        }
      },
      {},
      { partitions: 3 },
    ))

  it('says how far it read when nothing came', () =>
    withSteps(async ({ listen, publish, take }) => {
      exchangeOf(await listen())
      exchangeOf(await publish({ json: { state: 'paid' } }))
      const { success } = exchangeOf(await take({ expect: { '$.state': 'shipped' } }, 500))
      assert.equal(success.holds, false)
      assert.match(success.actual ?? '', /got paid\); partition 0 from 0 to 1; no step acted/)
    }))

  it('uses no consumer group', () =>
    withSteps(async ({ listen, publish, take }) => {
      exchangeOf(await listen())
      exchangeOf(await publish({ json: 1 }))
      exchangeOf(await take())
      const { groups } = await asAdmin(client, admin => admin.listGroups())
      assert.deepEqual(
        groups.filter(({ groupId }) => groupId.includes('apitest')),
        [],
      )
    }))

  it('shows what is no UTF-8 as base64, and a tombstone as null', () =>
    withSteps(async ({ listen, publish, take, topic }) => {
      exchangeOf(await listen())
      const producer = client.producer()
      await producer.connect()
      const bytes = Buffer.from([0xff, 0xfe])
      await producer.send({ topic, messages: [{ key: bytes, value: bytes, headers: { h: bytes } }] })
      await producer.disconnect()
      exchangeOf(await publish({ key: 'gone' }))
      assert.deepEqual(recordsOf(await take({ count: 2 })), [
        { key: '//4=', value: '//4=', headers: { h: '//4=' }, partition: 0, offset: 0 },
        { key: 'gone', value: null, headers: {}, partition: 0, offset: 1 },
      ])
    }))

  it('tells the text null from a value, a key and a header that are not there', () =>
    withSteps(async ({ listen, publish, take }) => {
      exchangeOf(await listen())
      const sent: readonly JsonObject[] = [
        { key: 'text', json: null, headers: { h: '' } },
        { key: 'deleted', text: null, headers: { h: null } },
        { key: null, text: 'no key' },
        { key: 'null', text: 'a key', headers: { h: 'null' } },
      ]
      for (const one of sent) exchangeOf(await publish(one))
      const found = async (expect: JsonObject): Promise<readonly JsonObject[]> =>
        recordsOf(await take({ expect, keep: true }))
      const [deletion] = await found({ $: null })
      assert.deepEqual(
        [deletion?.['key'], deletion?.['value'], deletion?.['headers']],
        ['deleted', null, { h: null }],
      )
      assert.equal((await found({ text: 'null' }))[0]?.['value'], 'null')
      assert.equal((await found({ key: 'null' }))[0]?.['value'], 'a key')
      assert.equal((await found({ key: null }))[0]?.['value'], 'no key')
      assert.equal((await found({ 'header h': '' }))[0]?.['key'], 'text')
      assert.equal((await found({ key: 'deleted', 'header h': { exists: false } })).length, 1)
    }))

  it('puts the same key where other clients put it', { skip: withoutKcat }, () =>
    withSteps(
      async ({ publish, topic }) => {
        const keys = ['a', 'order-7', 'ключ', '42']
        const input = keys.map(key => `${key}=x\n`).join('')
        const options = ['-X', 'topic.partitioner=murmur2']
        await kcat(['-b', place, '-P', '-t', topic, '-K', '=', ...options], input)
        for (const key of keys) exchangeOf(await publish({ key, text: 'y' }))
        const output = await kcat(['-b', place, '-C', '-t', topic, '-e', '-q', '-f', '%k %p\n'])
        const places = output.trim().split('\n')
        assert.deepEqual([places.length, new Set(places).size], [8, 4])
      },
      {},
      { partitions: 5 },
    ),
  )

  describe('and kcat', { skip: withoutKcat }, () => {
    for (const codec of ['none', 'gzip', 'snappy', 'lz4', 'zstd'])
      it(`understands records with compression ${codec}`, () =>
        withSteps(async ({ listen, take, topic }) => {
          exchangeOf(await listen())
          const long = 'zwölf '.repeat(5000)
          const values = [
            long,
            ...Array.from({ length: 50 }, (_, id) => JSON.stringify({ id, text: 'x'.repeat(id) })),
          ]
          await kcat(['-b', place, '-P', '-t', topic, '-z', codec, '-H', 'a=b'], values.join('\n'))
          const records = recordsOf(await take({ count: 51 }))
          const came = records.map(({ value }) => (typeof value === 'string' ? value : JSON.stringify(value)))
          assert.deepEqual(came, values)
          assert.deepEqual(records[50]?.['headers'], { a: 'b' })
        }))

    it('reads what we publish', () =>
      withSteps(async ({ publish, topic }) => {
        exchangeOf(await publish({ key: 'k', json: { ä: 1 }, headers: { h: 'v' } }))
        const output = await kcat(['-b', place, '-C', '-t', topic, '-e', '-q', '-J'])
        const { key, payload, headers } = JSON.parse(output) as JsonObject
        assert.deepEqual([key, payload, headers], ['k', '{"ä":1}', ['h', 'v']])
      }))
  })

  describe('with transactions', () => {
    it('sees one that began before the listener and was committed after', () =>
      withSteps(async ({ listen, take, topic }) => {
        const { send, end } = await begin(topic, 'early')
        exchangeOf(await listen())
        await send('late')
        await end('commit')
        assert.deepEqual(valuesOf(await take({ count: 2 })), ['early', 'late'])
      }))

    const producers: Producer[] = []
    afterEach(() => Promise.all(producers.splice(0).map(producer => producer.disconnect())))

    /** A producer with a transaction that has written one record. */
    const begin = async (topic: string, value: string) => {
      const transactionalId = randomUUID()
      const producer = client.producer({ transactionalId, maxInFlightRequests: 1, idempotent: true })
      producers.push(producer)
      await producer.connect()
      return continued(producer, topic, value)
    }
    const continued = async (producer: Producer, topic: string, value: string) => {
      const transaction = await producer.transaction()
      const send = (value: string) => transaction.send({ topic, messages: [{ value }] })
      await send(value)
      return { producer, send, end: (end: 'commit' | 'abort') => transaction[end]() }
    }

    for (const end of ['commit', 'abort'] as const)
      it(`D1: does not see what was there before the listener behind an open transaction, which ends with ${end}`, () =>
        withSteps(async ({ listen, publish, take, topic }) => {
          exchangeOf(await publish({ text: 'old 0' }))
          const early = await begin(topic, 'early')
          exchangeOf(await publish({ text: 'old 2' }))
          const over = await begin(topic, 'old 3')
          await over.end('commit')
          const again = await continued(over.producer, topic, 'again')
          const ready = valueOf(await listen()) as JsonObject
          assert.deepEqual(ready['partitions'], [{ partition: 0, offset: 6 }])
          exchangeOf(await publish({ text: 'new' }))
          const { success } = exchangeOf(await take({}, 700))
          assert.match(
            success.actual ?? '',
            /^no message at all; partition 0 from 6, held at 1 by an open transaction/,
          )
          await early.end(end)
          // The other transaction is still open, and holds back what lies behind its beginning.
          if (end === 'commit') assert.deepEqual(valuesOf(await take()), ['early'])
          await again.end(end)
          await (await begin(topic, 'last')).end('commit')
          const rest = end === 'commit' ? ['again', 'new', 'last'] : ['new', 'last']
          assert.deepEqual(valuesOf(await take({ count: rest.length })), rest)
        }))

    it('does not see one that was aborted, and goes on behind its end', () =>
      withSteps(async ({ listen, publish, take, topic }) => {
        exchangeOf(await listen())
        await (await begin(topic, 'aborted')).end('abort')
        // The broker says that the transaction has ended before it writes the mark of its end.
        await untilLength(client, topic, 2)
        exchangeOf(await publish({ text: 'plain' }))
        assert.deepEqual(recordsOf(await take()), [
          { key: null, value: 'plain', headers: {}, partition: 0, offset: 2 },
        ])
      }))
  })

  describe('while topics change', () => {
    it('waits for a topic that is still to come, and reads it from its first record', () =>
      withSteps(async ({ listen, publish, take, topic }) => {
        const late = `${topic}-late`
        exchangeOf(await listen({ topic: late }))
        await makeTopic(client, { topic: late })
        exchangeOf(await publish({ topic: late, text: 'first' }))
        assert.deepEqual(valuesOf(await take()), ['first'])
      }))

    it('says in vain waits that there is no such topic', () =>
      withSteps(async ({ listen, take, topic }) => {
        exchangeOf(await listen({ topic: `${topic}-missing` }))
        for (const none of [false, true]) {
          const { kind, message } = failureOf(await take({ none }, 300))
          assert.equal(kind, 'Request Error')
          assert.equal(message, `there is no topic "${topic}-missing" on kafka://${place}`)
        }
      }))

    it('reads partitions that are added later from their first record', () =>
      withSteps(async ({ listen, publish, take, topic }) => {
        exchangeOf(await listen())
        await addPartitions(client, topic, 2)
        exchangeOf(await publish({ text: 'new', partition: 1 }))
        assert.deepEqual(valuesOf(await take()), ['new'])
      }))
  })

  describe('over a way that is cut', () => {
    /** Steps whose connections all lead through a way that can be cut. */
    async function withWay(
      use: (steps: ReturnType<typeof stepsIn>, way: Awaited<ReturnType<typeof cuttableWay>>) => Promise<void>,
    ): Promise<void> {
      const way = await cuttableWay(place)
      try {
        const settings = { transport: { resolve: { [place]: way.place } } }
        await withSteps(steps => use(steps, way), { settings })
      } finally {
        way.close()
      }
    }
    const publishBy = async (topic: string, value: string) => {
      const context = testContext()
      exchangeOf(await action.perform({ kafka: 'publish', brokers: place, topic, text: value }, context))
    }

    it('reads on where it stood once the broker is back', () =>
      withWay(async ({ listen, take, topic }, way) => {
        exchangeOf(await listen())
        for (let time = 0; time < 3; time++) {
          await publishBy(topic, `before ${time}`)
          assert.deepEqual(valuesOf(await take()), [`before ${time}`])
          way.cut()
          await publishBy(topic, `while cut ${time}`)
          await wait(150)
          way.mend()
          assert.deepEqual(valuesOf(await take()), [`while cut ${time}`])
        }
      }))

    it('D2: waits as long as the step says for a broker that is away, and not more often than need be', t =>
      withWay(async ({ listen, take, topic }, way) => {
        exchangeOf(await listen())
        way.cut()
        await wait(150)
        const before = way.attempts()
        await wait(400)
        assert.ok(way.attempts() - before < 20, `${way.attempts() - before} attempts`)
        t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 5 * 60_000 })
        await publishBy(topic, 'while away')
        await wait(300)
        way.mend()
        assert.deepEqual(valuesOf(await take({ keep: true })), ['while away'])
      }))

    it('goes on at the oldest record when the next one was deleted meanwhile', () =>
      withWay(async ({ listen, take, topic, context }, way) => {
        exchangeOf(await listen())
        way.cut()
        for (const value of ['1', '2', '3']) await publishBy(topic, value)
        await deleteRecords(client, topic, '2')
        way.mend()
        assert.deepEqual(valuesOf(await take()), [3])
        assert.match(listenersOf(context.session).use('orders')?.facts.position?.() ?? '', /from 2 to 3$/)
      }))

    it('is an error for whoever waits while the broker is away', () =>
      withWay(async ({ listen, take }, way) => {
        exchangeOf(await listen())
        way.cut()
        for (const none of [false, true]) {
          const { kind, message, hint } = failureOf(await take({ none }, 400))
          assert.equal(kind, 'Network Error')
          assert.match(message, /^nothing comes from the broker now: /)
          assert.equal(hint, 'Once the broker is back, reading goes on where it stood.')
        }
      }))

    it('leaves no connection open', () =>
      withWay(async ({ listen, publish, take, context }, way) => {
        exchangeOf(await listen())
        exchangeOf(await publish({ text: 'x' }))
        exchangeOf(await take())
        // The end of a connection takes its time to come through.
        for (let tries = 0; way.count() !== 1 && tries < 100; tries++) await wait(20)
        assert.equal(way.count(), 1)
        await context.session.close()
        for (let tries = 0; way.count() !== 0 && tries < 100; tries++) await wait(20)
        assert.equal(way.count(), 0)
      }))
  })

  describe('with TLS and logins', () => {
    const sasl = (mechanism: string, changes: JsonObject = {}): JsonObject => {
      const { username, password } = kafka.service()
      return { mechanism, username, password, ...changes }
    }
    const secured = (client = false): Partial<ActionContext> => {
      const { authority, client: identity } = kafka.service().certificates
      const tls = {
        ca: authority,
        ...(client ? { certificate: identity.certificate, key: identity.key } : {}),
      }
      return { settings: { transport: { tls } } }
    }
    const at = (listener: 'plain' | 'scram' | 'saslTls' | 'mutualTls', tls = false) =>
      `${tls ? 'tls://' : ''}${kafka.service().listeners[listener]}`

    for (const [name, input, client] of [
      ['SCRAM-SHA-512', () => ({ brokers: at('scram'), sasl: sasl('scram-sha-512') }), false],
      ['PLAIN over TLS', () => ({ brokers: at('saslTls', true), sasl: sasl('plain') }), false],
      [
        'SCRAM-SHA-256 over TLS',
        () => ({ brokers: at('saslTls', true), sasl: sasl('scram-sha-256') }),
        false,
      ],
      ['a client certificate', () => ({ brokers: at('mutualTls', true) }), true],
    ] as const)
      it(`listens and publishes with ${name}`, () =>
        withSteps(async ({ listen, publish, take }) => {
          exchangeOf(await listen(input()))
          exchangeOf(await publish({ ...input(), json: { name } }))
          assert.deepEqual(valuesOf(await take()), [{ name }])
        }, secured(client)))

    for (const [name, input, kind, message, hint] of [
      [
        'a wrong password',
        () => ({ brokers: at('scram'), sasl: sasl('scram-sha-512', { password: 'wrong' }) }),
        'Auth Error',
        / refused user "alice" with SCRAM-SHA-512 \(58 SASL_AUTHENTICATION_FAILED\)$/,
        /^Check user name/,
      ],
      [
        'a mechanism that is not enabled',
        () => ({ brokers: at('scram'), sasl: sasl('plain') }),
        'Auth Error',
        / does not take the SASL mechanism PLAIN \(33 UNSUPPORTED_SASL_MECHANISM\)$/,
        /^It takes SCRAM-SHA-512\.$/,
      ],
      [
        'a login where there is none',
        () => ({ brokers: at('plain'), sasl: sasl('plain') }),
        'Auth Error',
        / takes no login \(34 ILLEGAL_SASL_STATE\)$/,
        /^Leave `sasl` out/,
      ],
      [
        'no login where there must be one',
        () => ({ brokers: at('scram') }),
        'Auth Error',
        / wants a login, by SCRAM-SHA-512$/,
        /^Add `sasl`, with one of these mechanisms\.$/,
      ],
      [
        'TLS where there is none',
        () => ({ brokers: `tls://${at('plain')}` }),
        'Network Error',
        /^TLS with 127\.0\.0\.1:\d+ failed: /,
        /^If the broker speaks no TLS there, write kafka:\/\/127\.0\.0\.1:\d+\.$/,
      ],
      [
        'no TLS where there must be',
        () => ({ brokers: at('saslTls') }),
        'Network Error',
        / speaks TLS$/,
        /^Write tls:\/\/127\.0\.0\.1:\d+\.$/,
      ],
      [
        'no client certificate',
        () => ({ brokers: at('mutualTls', true) }),
        'Network Error',
        /client certificate/,
        /client certificate/,
      ],
    ] as const)
      it(`says what is wrong with ${name}`, () =>
        withSteps(async ({ listen, publish }) => {
          for (const step of [listen, publish]) {
            const failure = failureOf(await step(input()))
            assert.equal(failure.kind, kind)
            assert.match(failure.message, message)
            assert.match(failure.hint ?? '', hint)
          }
        }, secured()))

    it('shows no password', () =>
      withSteps(async ({ context }) => {
        const hidden: string[] = []
        const hide = (secret: string) => hidden.push(secret)
        const input = { kafka: 'listen', brokers: at('scram'), topic: 'x', sasl: sasl('scram-sha-512') }
        exchangeOf(await action.perform(input, { ...context, hide }))
        assert.deepEqual(hidden, [kafka.service().password])
      }))
  })

  describe('what cannot be published', () => {
    for (const [name, input, message] of [
      [
        'to a topic that is not there',
        { topic: 'no-such-topic' },
        /^there is no topic "no-such-topic" on kafka:/,
      ],
      [
        'to a topic of a bad name',
        { topic: 'a b' },
        /^"a b" cannot be the name of a topic \(17 INVALID_TOPIC\)$/,
      ],
      ['to a partition that is not there', { partition: 7 }, / has no partition 7$/],
      [
        'when it is too large',
        { text: 'x'.repeat(1_100_000) },
        /^the message is larger .* \(10 MESSAGE_TOO_LARGE\)$/,
      ],
    ] as const)
      it(name, () =>
        withSteps(async ({ publish }) => {
          const failure = failureOf(await publish({ text: 'x', ...input }))
          assert.equal(failure.kind, 'Request Error')
          assert.match(failure.message, message)
        }),
      )

    it('without a key to a compacted topic', () =>
      withSteps(
        async ({ publish }) => {
          const failure = failureOf(await publish({ text: 'x' }))
          assert.match(failure.message, / does not take this record \(87 INVALID_RECORD\)$/)
        },
        {},
        { settings: { 'cleanup.policy': 'compact' } },
      ))
  })

  it('asks the next broker when the first one is down', () =>
    withSteps(async ({ listen }) => {
      exchangeOf(await listen({ brokers: ['127.0.0.1:1', place] }))
      exchangeOf(await listen({ brokers: `127.0.0.1:1, ${place}` }))
    }))

  it('says whose address leads nowhere', () => {
    const settings = { transport: { resolve: { 'bootstrap:9092': place, [place]: '127.0.0.1:1' } } }
    return withSteps(
      async ({ listen }) => {
        const { message, hint } = failureOf(await listen({ brokers: 'bootstrap:9092' }))
        assert.match(
          message,
          /^kafka:\/\/bootstrap:9092 answers, but the cluster names kafka:\/\/127\.0\.0\.1:\d+, and that cannot be reached: connect ECONNREFUSED/,
        )
        assert.match(hint ?? '', /advertised\.listeners.*`resolve`/)
      },
      { settings },
    )
  })

  it('keeps only what a listener keeps of an endless stream, and ends in time', () =>
    withSteps(async ({ listen, take, topic }) => {
      exchangeOf(await listen())
      const producer = client.producer()
      await producer.connect()
      const messages = Array.from({ length: 2000 }, (_, id) => ({ value: `{"id":${id}}` }))
      const over = new AbortController()
      const stream = (async () => {
        while (!over.signal.aborted) await producer.send({ topic, messages })
      })()
      const start = performance.now()
      const { success } = exchangeOf(await take({ expect: { '$.id': -1 } }, 2000))
      over.abort()
      await stream
      await producer.disconnect()
      assert.equal(success.holds, false)
      assert.ok(performance.now() - start < 10_000)
    }))
})
