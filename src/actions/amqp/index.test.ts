import { faultText } from '../faults/index.ts'
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import net from 'node:net'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { connect, type Channel, type ChannelModel } from 'amqplib'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { brokers } from '../../testing/brokers.ts'
import { without } from '../../testing/parts.ts'
import { withoutModules } from '../../testing/python-tools.ts'
import type { ActionAnswer, ActionContext } from '../action.ts'
import { action as collect } from '../collect/index.ts'
import { exchangeOf, failureOf, jsonOf } from '../testing/answers.ts'
import { testContext } from '../testing/test-context.ts'
import { action } from './index.ts'

const { rabbitMq } = await brokers()
const run = promisify(execFile)
const withoutTools = without('amqp-publish')

const withoutPika = withoutModules('pika')

/** Runs another client, in Python, and returns its output. */
async function pika(...args: readonly string[]): Promise<string> {
  return (await run('/usr/bin/python3', ['fixtures/amqp/pika_client.py', ...args])).stdout.trim()
}

/** The value that `$` stands for. */
function valueOf(answer: ActionAnswer): JsonValue {
  return jsonOf(exchangeOf(answer))
}

describe('amqp with RabbitMQ', { skip: rabbitMq.missing }, () => {
  const exchange = `events-${randomUUID()}`
  let admin: ChannelModel
  let url: string

  before(async () => {
    const { username, password, listeners } = rabbitMq.service()
    url = `amqp://${username}:${password}@${listeners.plain}`
    admin = await connect(url, { noDelay: true })
    const channel = await admin.createChannel()
    await channel.assertExchange(exchange, 'topic', { durable: false, autoDelete: false })
  })
  after(async () => {
    const channel = await admin.createChannel()
    await channel.deleteExchange(exchange)
    await admin.close()
  })

  /** A context whose listeners are closed at the end, whatever happens. */
  async function withContext(
    use: (context: ActionContext) => Promise<void>,
    changes: Partial<ActionContext> = {},
  ): Promise<void> {
    const context = testContext({ timeout: 10_000, ...changes })
    try {
      await use(context)
    } finally {
      await context.session.close()
      await context.resources.close()
    }
  }

  /** A queue that stays. */
  const withQueue = (use: (context: ActionContext, queue: string, channel: Channel) => Promise<void>) =>
    withContext(async context => {
      const queue = `queue-${randomUUID()}`
      const channel = await admin.createChannel()
      await channel.assertQueue(queue, { durable: false })
      try {
        await use(context, queue, channel)
      } finally {
        await channel.deleteQueue(queue)
        await channel.close()
      }
    })

  const listenTo = (context: ActionContext, queue: string) =>
    action.perform({ amqp: 'listen', url, queue, as: 'mails' }, context)
  const listen = (context: ActionContext, input: JsonObject = {}) =>
    action.perform({ amqp: 'listen', url, exchange, as: 'mails', ...input }, context)
  const publish = (context: ActionContext, input: JsonObject) =>
    action.perform({ amqp: 'publish', url, exchange, ...input }, context)
  const take = (context: ActionContext, input: JsonObject = {}) =>
    collect.perform({ collect: 'mails', ...input }, context)

  it('hands on what is published once the listener is ready', () =>
    withContext(async context => {
      exchangeOf(await listen(context, { 'routing-key': 'email.#' }))
      const headers = { tenant: 'a' }
      const properties = { type: 'created', 'correlation-id': '7', persistent: true }
      const sent = await publish(context, {
        'routing-key': 'email.sent',
        json: { id: 1 },
        headers,
        properties,
      })
      assert.deepEqual(valueOf(sent), { exchange, 'routing-key': 'email.sent' })
      assert.deepEqual(valueOf(await take(context, { expect: { 'routing-key': 'email.sent' } })), [
        {
          'routing-key': 'email.sent',
          exchange,
          headers: { tenant: 'a' },
          properties: {
            'content-type': 'application/json',
            'correlation-id': '7',
            type: 'created',
            persistent: true,
          },
          value: { id: 1 },
        },
      ])
    }))

  it('writes and reads a text in the charset of its content type', () =>
    withContext(async context => {
      exchangeOf(await listen(context, { 'routing-key': 'email.#' }))
      const properties = { 'content-type': 'text/plain; charset=windows-1252' }
      exchangeOf(await publish(context, { 'routing-key': 'email.a', text: '5 €', properties }))
      const [message] = valueOf(await take(context)) as readonly JsonObject[]
      assert.equal(message?.['value'], '5 €')
      const lacking = { 'content-type': 'text/plain; charset=iso-8859-1' }
      const refused = await publish(context, { 'routing-key': 'email.a', text: '5 €', properties: lacking })
      assert.match(
        refused.ok ? '' : faultText(refused.failure).message,
        /^the charset "iso-8859-1" lacks "€"/,
      )
    }))

  for (const [pattern, key, arrives] of [
    ['email.#', 'email', true],
    ['email.#', 'email.user.created', true],
    ['email.*', 'email.user.created', false],
    ['email.#', 'sms.sent', false],
  ] as const)
    it(`${pattern} ${arrives ? 'gets' : 'does not get'} ${key}`, () =>
      withContext(async context => {
        exchangeOf(await listen(context, { 'routing-key': pattern }))
        exchangeOf(await listen(context, { 'routing-key': '#', as: 'all' }))
        exchangeOf(await publish(context, { 'routing-key': key, text: 'x' }))
        exchangeOf(await collect.perform({ collect: 'all' }, context))
        const { success } = exchangeOf(await take({ ...context, timeout: 200 }))
        assert.equal(success.holds, arrives)
      }))

  it('misses nothing that is published right after the listener is ready, 50 times', () =>
    withContext(async context => {
      for (let time = 0; time < 50; time++) {
        exchangeOf(await listen(context))
        exchangeOf(await publish(context, { 'routing-key': 'a', json: { time } }))
        assert.equal(exchangeOf(await take(context, { expect: { '$.time': time } })).success.holds, true)
      }
    }))

  it('leaves real consumers what is theirs', () =>
    withContext(async context => {
      const channel = await admin.createChannel()
      const { queue } = await channel.assertQueue('', { exclusive: true })
      await channel.bindQueue(queue, exchange, 'order.#')
      exchangeOf(await listen(context, { 'routing-key': 'order.#' }))
      exchangeOf(await publish(context, { 'routing-key': 'order.paid', text: 'x' }))
      exchangeOf(await take(context))
      assert.equal((await channel.checkQueue(queue)).messageCount, 1)
      await channel.close()
    }))

  it('D3: sends header values of every type, as other clients read them', { skip: withoutPika }, () =>
    withQueue(async (context, queue) => {
      const headers = {
        text: 'ä',
        n: 5,
        negative: -5,
        large: 5_000_000_000,
        float: 1.5,
        yes: true,
        nothing: null,
        list: [1, 'a', [true]],
        table: { a: { b: -1 }, '!': 'int8' },
        at: { $timestamp: '2026-01-02T03:04:05.678Z' },
        seconds: { $timestamp: 1 },
        bytes: { $base64: 'AP8=' },
        big: { $int64: '9007199254740993' },
        double: { $double: 5 },
        price: { $decimal: '-12.50' },
      }
      exchangeOf(await publish(context, { exchange: '', 'routing-key': queue, json: {}, headers }))
      assert.equal(
        await pika('get', url, queue),
        "{'text': 'ä', 'n': 5, 'negative': -5, 'large': 5000000000, 'float': 1.5, 'yes': True, 'nothing': None, " +
          "'list': [1, 'a', [True]], 'table': {'a': {'b': -1}, '!': 'int8'}, " +
          "'at': datetime.datetime(2026, 1, 2, 3, 4, 5), 'seconds': datetime.datetime(1970, 1, 1, 0, 0, 1), " +
          "'bytes': b'\\x00\\xff', 'big': 9007199254740993, 'double': 5.0, 'price': Decimal('-12.50')}",
      )
    }),
  )

  it('D3: shows header values of every type, and can send again what came', { skip: withoutPika }, () =>
    withQueue(async (context, queue) => {
      exchangeOf(await listen(context))
      const sent =
        "{'text': 'ä', 'n': 5, 'large': -5000000000, 'big': 9007199254740993, 'yes': True, 'nothing': None, " +
        "'list': [1, {'a': False}], 'table': {'a': {'b': -1}}, 'at': datetime(2026, 1, 2, 3, 4, 5), " +
        "'bytes': b'\\x00\\xff', 'price': Decimal('-0.5')}"
      await pika('publish', url, exchange, 'from.python', sent)
      const expect = {
        'header n': 5,
        'header big': '9007199254740993',
        'header at': '2026-01-02T03:04:05Z',
        'header bytes': 'AP8=',
        'header table': '{"a":{"b":-1}}',
      }
      const [message] = valueOf(await take(context, { expect })) as readonly JsonObject[]
      const headers = message?.['headers'] as JsonObject
      assert.deepEqual(headers, {
        text: 'ä',
        n: 5,
        large: -5_000_000_000,
        big: { $int64: '9007199254740993' },
        yes: true,
        nothing: null,
        list: [1, { a: false }],
        table: { a: { b: -1 } },
        at: { $timestamp: '2026-01-02T03:04:05Z' },
        bytes: { $base64: 'AP8=' },
        price: { $decimal: '-0.5' },
      })
      exchangeOf(await publish(context, { exchange: '', 'routing-key': queue, json: {}, headers }))
      const again = await pika('get', url, queue)
      // pika reads signed numbers of 64 bits as if they had no sign.
      const unsigned = String(2n ** 64n - 5_000_000_000n)
      assert.equal(again, sent.replace('-5000000000', unsigned).replace('datetime(', 'datetime.datetime('))
    }),
  )

  describe('D3: with a queue that is there', () => {
    it('takes out of it what was collected, and leaves the rest where it was', () =>
      withQueue(async (context, queue, channel) => {
        for (const id of [1, 2, 3, 4])
          channel.sendToQueue(queue, Buffer.from(String(id)), { headers: { id } })
        const ready = valueOf(await listenTo(context, queue))
        assert.deepEqual(ready, { listener: 'mails', queue, messages: 4, consumers: 0 })
        assert.equal((await channel.checkQueue(queue)).messageCount, 0)
        exchangeOf(await publish(context, { exchange: '', 'routing-key': queue, text: '5' }))
        exchangeOf(await take(context, { expect: { $: 1 }, keep: true }))
        assert.deepEqual(
          (valueOf(await take(context, { expect: { 'header id': 3 } })) as readonly JsonObject[])[0]?.[
            'headers'
          ],
          { id: 3 },
        )
        exchangeOf(await take(context, { expect: { $: 5 } }))
        await context.session.close()
        const left = [1, 2, 4].map(async () => await channel.get(queue, { noAck: true }))
        const texts = (await Promise.all(left)).map(
          message => message !== false && message.content.toString(),
        )
        assert.deepEqual(texts, ['1', '2', '4'])
        assert.equal((await channel.checkQueue(queue)).messageCount, 0)
      }))

    it('says when nothing comes that others take messages, too', () =>
      withQueue(async (context, queue, channel) => {
        await channel.consume(queue, () => undefined)
        exchangeOf(await listenTo(context, queue))
        const { success } = exchangeOf(await take({ ...context, timeout: 200 }))
        assert.equal(success.actual, 'no message at all; 1 other consumer of the queue gets messages, too')
      }))

    it('says that there is none, and makes none', () =>
      withContext(async context => {
        for (let time = 0; time < 2; time++)
          assert.equal(
            failureOf(await listenTo(context, 'no-such')).message,
            'there is no queue "no-such" (404 NOT_FOUND)',
          )
      }))

    it('is not told of one and of an exchange', () =>
      withContext(async context => {
        const { message } = failureOf(await listen(context, { queue: 'a' }))
        assert.equal(message, 'the step listens to an exchange and to a queue')
      }))

    it('says that it was deleted', () =>
      withQueue(async (context, queue, channel) => {
        channel.sendToQueue(queue, Buffer.from('1'))
        exchangeOf(await listenTo(context, queue))
        exchangeOf(await take(context, { keep: true }))
        await channel.deleteQueue(queue)
        const { message } = failureOf(await take(context, { count: 2 }))
        assert.match(message, new RegExp(` took the queue "${queue}" away$`))
      }))
  })

  it('D3: binds with the arguments that an exchange compares headers with', () =>
    withContext(async context => {
      const bound = { exchange: 'amq.headers', arguments: { 'x-match': 'all', kind: `k-${exchange}`, n: 5 } }
      exchangeOf(await listen(context, bound))
      const send = (headers: JsonObject) =>
        publish(context, { exchange: 'amq.headers', json: headers, headers })
      const kind = `k-${exchange}`
      for (const headers of [{ kind, n: '5' }, { kind }, { kind, n: 6 }])
        assert.match(failureOf(await send(headers)).message, /^no queue gets a message/)
      exchangeOf(await send({ kind, n: 5, more: true }))
      assert.equal(exchangeOf(await take(context, { expect: { '$.more': true } })).success.holds, true)
    }))

  it('D3: names guest when the URL has no user', () =>
    withContext(async context => {
      const hidden: string[] = []
      const address = `amqp://${rabbitMq.service().listeners.plain}`
      const hide = (secret: string) => hidden.push(secret)
      for (const [url, asker] of [
        [address, 'user "guest" (the URL names none)'],
        [address.replace('//', '//guest:guest@'), 'user "guest"'],
      ] as const)
        assert.equal(
          failureOf(await listen({ ...context, hide }, { url })).message,
          `${address} refused ${asker} (403 ACCESS_REFUSED)`,
        )
      assert.deepEqual(hidden, [])
    }))

  it('D3: says what of a message AMQP has no room for', () =>
    withContext(async context => {
      const large = { a: 'x'.repeat(70_000) }
      const { kind, message } = failureOf(await publish(context, { json: 1, headers: large }))
      assert.deepEqual([kind, message.slice(0, 30)], ['Request Error', 'the message cannot be written:'])
      const name = 'x'.repeat(256)
      const long = failureOf(await publish(context, { json: 1, headers: { [name]: 1 } }))
      assert.match(long.message, /^the name of the header "x{40}…" is longer than 255 bytes$/)
    }))

  it('says when no queue gets a message', () =>
    withContext(async context => {
      const { kind, message, hint } = failureOf(
        await publish(context, { 'routing-key': 'nobody', text: 'x' }),
      )
      assert.equal(kind, 'Request Error')
      assert.equal(
        message,
        `no queue gets a message with routing key "nobody" from exchange "${exchange}" (312 NO_ROUTE)`,
      )
      assert.match(hint ?? '', /^Start the consumer first/)
    }))

  for (const act of ['listen', 'publish'])
    it(`does not ${act} where there is no such exchange, and makes none`, () =>
      withContext(async context => {
        for (let time = 0; time < 2; time++) {
          const answer = await action.perform({ amqp: act, url, exchange: 'no-such', text: 'x' }, context)
          assert.equal(failureOf(answer).message, 'there is no exchange "no-such" (404 NOT_FOUND)')
        }
      }))

  it('says that the password is wrong, and shows none', () =>
    withContext(async context => {
      const hidden: string[] = []
      const bad = url.replace(/:[^:@]+@/, ':wrong-one@')
      const { kind, message } = failureOf(
        await listen({ ...context, hide: secret => hidden.push(secret) }, { url: bad }),
      )
      assert.equal(kind, 'Auth Error')
      assert.match(message, /^amqp:\/\/127\.0\.0\.1:\d+ refused user "alice" \(403 ACCESS_REFUSED\)$/)
      assert.deepEqual(hidden, ['wrong-one'])
    }))

  it('says that there is no such virtual host', () =>
    withContext(async context => {
      const { kind, message } = failureOf(await listen(context, { url: `${url}/nowhere` }))
      assert.equal(kind, 'Auth Error')
      assert.match(message, /does not let user "alice" into the virtual host "nowhere"$/)
    }))

  for (const [name, ending] of [
    ['no path', ''],
    ['a slash', '/'],
    ['a percent code', '/%2F'],
  ] as const)
    it(`takes ${name} for the virtual host /`, () =>
      withContext(async context => {
        exchangeOf(await listen(context, { url: url + ending }))
      }))

  it('fails the wait when the connection is lost, and says what is lost with it', () =>
    withContext(async context => {
      const proxy = await cutProxy(rabbitMq.service().listeners.plain)
      exchangeOf(await listen(context, { url: url.replace(/[^@]+$/, proxy.place) }))
      setTimeout(proxy.cut, 50)
      const { kind, message, hint } = failureOf(await take(context))
      assert.equal(kind, 'Network Error')
      assert.match(message, /^the connection to amqp:\/\/127\.0\.0\.1:\d+ was lost: /)
      assert.match(hint ?? '', /^What came before is kept/)
    }))

  it('leaves no queue and no connection behind', () =>
    withContext(async context => {
      exchangeOf(await listen(context))
      await context.session.close()
      assert.match(failureOf(await publish(context, { 'routing-key': 'a', text: 'x' })).message, /^no queue/)
    }))

  describe('over TLS', () => {
    const secure = (listener: 'tls' | 'mutualTls', tls: JsonObject): [string, Partial<ActionContext>] => {
      const { username, password, listeners } = rabbitMq.service()
      return [`amqps://${username}:${password}@${listeners[listener]}`, { settings: { transport: { tls } } }]
    }

    it('trusts the authority of the settings', () => {
      const [url, settings] = secure('tls', { ca: rabbitMq.service().certificates.authority })
      return withContext(async context => {
        exchangeOf(await listen(context, { url }))
        exchangeOf(await publish(context, { url, 'routing-key': 'a', json: 1 }))
        assert.equal(exchangeOf(await take(context)).success.holds, true)
      }, settings)
    })

    it('shows the certificate of the settings', () => {
      const { authority, client } = rabbitMq.service().certificates
      const tls = { ca: authority, certificate: client.certificate, key: client.key }
      const [url, settings] = secure('mutualTls', tls)
      return withContext(async context => {
        exchangeOf(await listen(context, { url }))
      }, settings)
    })

    describe('D3: with a client certificate and no user', () => {
      const certified = (changes: { url?: (url: string) => string } = {}) => {
        const { authority, client } = rabbitMq.service().certificates
        const tls = { ca: authority, certificate: client.certificate, key: client.key }
        const [url, settings] = secure('mutualTls', tls)
        const bare = url.replace(/\/\/[^@]+@/, '//')
        return [changes.url?.(bare) ?? bare, settings] as const
      }

      for (const [what, change] of [
        ['logs in as its user', (url: string) => url],
        [
          'logs in as its user, where the URL says so',
          (url: string) => `${url}/tests?auth_mechanism=external`,
        ],
      ] as const)
        it(what, () => {
          const [url, settings] = certified({ url: change })
          const place = { url, exchange: 'amq.topic' }
          return withContext(async context => {
            const key = randomUUID()
            exchangeOf(await listen(context, { ...place, 'routing-key': key }))
            exchangeOf(await publish(context, { ...place, 'routing-key': key, json: 1 }))
            assert.equal(exchangeOf(await take(context)).success.holds, true)
          }, settings)
        })

      it('asks as guest where the URL wants a password', () => {
        const [url, settings] = certified({ url: url => `${url}?auth_mechanism=plain` })
        return withContext(async context => {
          assert.match(
            failureOf(await listen(context, { url })).message,
            / refused user "guest" \(the URL names none\)/,
          )
        }, settings)
      })

      it('says so when the broker does not let its user in', () => {
        const [url, settings] = certified({ url: url => `${url}/nowhere` })
        return withContext(async context => {
          const { kind, message } = failureOf(await listen(context, { url }))
          assert.equal(kind, 'Auth Error')
          assert.match(
            message,
            /does not let the user of the client certificate into the virtual host "nowhere"$/,
          )
        }, settings)
      })

      it('says what it needs where there is no certificate', () =>
        withContext(async context => {
          const answer = await listen(context, { url: `${url}?auth_mechanism=external` })
          const { kind, message, hint } = failureOf(answer)
          assert.equal(kind, 'Auth Error')
          assert.match(message, / does not take the SASL mechanism EXTERNAL$/)
          assert.match(hint ?? '', /^It needs amqps, a client certificate/)
        }))
    })

    it('refuses an authority it does not know', () => {
      const [url] = secure('tls', {})
      return withContext(async context => {
        assert.match(failureOf(await listen(context, { url })).message, /^the server certificate's authority/)
      })
    })

    it('says so when the broker asks for a certificate', () => {
      const [url, settings] = secure('mutualTls', { ca: rabbitMq.service().certificates.authority })
      return withContext(async context => {
        const { kind, message, hint } = failureOf(await listen(context, { url }))
        assert.equal(kind, 'Network Error')
        assert.match(`${message} ${hint ?? ''}`, /client certificate/)
      }, settings)
    })
  })

  it('is understood by other clients, and understands them', { skip: withoutTools }, () =>
    withContext(async context => {
      exchangeOf(await listen(context))
      const { listeners, username, password } = rabbitMq.service()
      const [, port = ''] = listeners.plain.split(':')
      const place = ['-s', '127.0.0.1', '--port', port, '--username', username, '--password', password]
      await run('amqp-publish', [...place, '-e', exchange, '-r', 'other', '-b', '{"from":"C"}'])
      assert.equal(exchangeOf(await take(context, { expect: { '$.from': 'C' } })).success.holds, true)
      const queue = `tools-${randomUUID()}`
      const channel = await admin.createChannel()
      await channel.assertQueue(queue, { durable: false, autoDelete: false })
      await channel.bindQueue(queue, exchange, 'for.tools')
      exchangeOf(await publish(context, { 'routing-key': 'for.tools', json: { from: 'us' } }))
      const consumed = await run('amqp-consume', [...place, '-q', queue, '-A', '-c', '1', 'cat'])
      assert.equal(consumed.stdout, '{"from":"us"}')
      await channel.deleteQueue(queue)
      await channel.close()
    }),
  )
})

describe('amqp without a broker', () => {
  const perform = (input: JsonObject, changes: Partial<ActionContext> = {}) =>
    action.perform({ amqp: 'listen', exchange: 'events', ...input }, testContext(changes))

  for (const [what, url] of [
    ['no address', 'events'],
    ['another scheme', 'http://127.0.0.1'],
    ['no host', 'amqp://'],
    ['a bad percent code', 'amqp://a:%zz@127.0.0.1'],
  ] as const)
    it(`refuses ${what}, without showing it`, async () => {
      const { kind, message, hint } = failureOf(await perform({ url }))
      assert.deepEqual([kind, message], ['Request Error', 'url is not the address of an AMQP broker'])
      assert.match(hint ?? '', /^Write it as amqp:/)
    })

  it('says that nothing listens there', async () => {
    const { kind, message } = failureOf(await perform({ url: 'amqp://127.0.0.1:1' }))
    assert.deepEqual(
      [kind, message],
      ['Network Error', 'connect ECONNREFUSED 127.0.0.1:1 (nothing listens there)'],
    )
  })

  it('ends in time when the other side says nothing', async () => {
    const server = net.createServer(socket => socket.on('error', () => undefined))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as net.AddressInfo
    try {
      const { message } = failureOf(await perform({ url: `amqp://127.0.0.1:${port}` }, { timeout: 300 }))
      assert.equal(message, `amqp://127.0.0.1:${port} did not answer within 300 ms (timeout)`)
    } finally {
      server.close()
    }
  })

  for (const end of ['destroy', 'resetAndDestroy'] as const)
    it(`says that the other side gave up, by ${end}`, async () => {
      const server = net.createServer(socket => {
        socket.on('error', () => undefined).once('data', () => socket[end]())
      })
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as net.AddressInfo
      try {
        const { message } = failureOf(await perform({ url: `amqp://127.0.0.1:${port}` }))
        assert.equal(message, `amqp://127.0.0.1:${port} closed the connection during the AMQP handshake`)
      } finally {
        server.close()
      }
    })

  it('says what a message cannot have', async () => {
    const url = 'amqp://127.0.0.1:1'
    const publish = { amqp: 'publish', url }
    const { message } = failureOf(await perform({ ...publish, properties: { typ: 'x' } }))
    assert.equal(message, 'a message has no property "typ"')
    const two = failureOf(await perform({ ...publish, json: 1, text: 'x' }))
    assert.equal(two.message, 'the message has two contents, json and text')
    const file = failureOf(await perform({ ...publish, file: 'no-such-file.json' }))
    assert.equal(file.kind, 'File Error')
  })
})

/** A way to another place that can be cut. */
async function cutProxy(place: string): Promise<{ place: string; cut: () => void }> {
  const [host, port] = place.split(':')
  const sockets: net.Socket[] = []
  const server = net.createServer(near => {
    const far = net.connect(Number(port), host)
    sockets.push(near, far)
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.pipe(far).pipe(near)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const cut = (): void => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { place: `127.0.0.1:${(server.address() as net.AddressInfo).port}`, cut }
}
