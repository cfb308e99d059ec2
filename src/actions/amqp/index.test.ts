import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import net from 'node:net'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { connect, type ChannelModel } from 'amqplib'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { brokers } from '../../testing/brokers.ts'
import type { ActionAnswer, ActionContext } from '../action.ts'
import { action as collect } from '../collect/index.ts'
import { exchangeOf, failureOf, jsonOf } from '../testing/answers.ts'
import { testContext } from '../testing/test-context.ts'
import { action } from './index.ts'

const { rabbitMq } = await brokers()
const run = promisify(execFile)
const withoutTools = await run('amqp-publish', ['--help']).then(
  () => false as const,
  () => 'amqp-tools is not installed; run scripts/install-parts.sh as root.',
)

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
