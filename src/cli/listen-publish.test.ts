import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { connect } from 'amqplib'
import { kafkaClient, makeTopic } from '../actions/kafka/testing/kafka-tools.ts'
import { brokers } from '../testing/brokers.ts'
import { runLine, runShell, withFolder } from '../testing/run-program.ts'

const { kafka, rabbitMq } = await brokers()

/** Runs the program in an empty folder. */
function run(...words: readonly string[]): ReturnType<typeof runLine> {
  return withFolder({}, folder => runLine(folder, words))
}

describe('apitest listen and publish kafka', { skip: kafka.missing }, () => {
  /** A broker and a topic of its own there. */
  async function place(): Promise<[broker: string, topic: string]> {
    const { plain } = kafka.service().listeners
    return [plain, await makeTopic(kafkaClient(plain), { partitions: 2 })]
  }

  it('publishes a message that is read from the beginning', async () => {
    const to = await place()
    const message = ['--json', 'id: 7', '-k', '7', '-H', 'type=order.paid', '-p', '1']
    const sent = await run('publish', 'kafka', ...to, ...message, '--validate', '$.offset: 0')
    assert.equal(sent.exitCode, 0, sent.errors)
    assert.match(sent.output, /^kafka publish .* on kafka:\/\/.*"partition": 1,\n/s)
    const wanted = ['--from', 'beginning', '--expect', 'key: 7', '--expect', '$.id: 7', '--body-only']
    const [record] = JSON.parse((await run('listen', 'kafka', ...to, ...wanted)).output) as [object]
    const expected = { key: '7', value: { id: 7 }, headers: { type: 'order.paid' }, partition: 1, offset: 0 }
    assert.deepEqual({ ...record, timestamp: 0 }, { ...expected, timestamp: 0 })
  })

  it('publishes what comes from standard input, from a file, and nothing at all', async () => {
    const [broker, topic] = await place()
    const command = `APITEST publish kafka ${broker} ${topic} -p 0`
    const line = `printf hello | ${command} --text - && ${command} --file a.bin && ${command} --null -k 7`
    const { exitCode, errors } = await withFolder({ 'a.bin': 'bytes' }, folder => runShell(folder, line))
    assert.equal(exitCode, 0, errors)
    const { output } = await run('listen', 'kafka', broker, topic, '--from', 'beginning', '-c', '3', '-s')
    const values = (JSON.parse(output) as { value: unknown }[]).map(({ value }) => value)
    assert.deepEqual(values, ['hello', 'bytes', null])
  })

  it('fails when nothing comes in time, without advice for suites', async () => {
    const { exitCode, output } = await run('listen', 'kafka', ...(await place()), '-m', '0.3')
    assert.equal(exitCode, 1)
    assert.match(output, /messages: Expected 1 within 300 ms, got no message at all; partition 0 from 0 to 0/)
    assert.doesNotMatch(output, /no step acted/)
  })

  it('logs in over TLS, and never shows the password', async () => {
    const { listeners, certificates, username, password } = kafka.service()
    const [, topic] = await place()
    const way = [listeners.saslTls, topic, '--cacert', certificates.authority]
    const sent = await run('publish', 'kafka', ...way, '--user', `${username}:${password}`, '--text', 'a')
    assert.equal(sent.exitCode, 0, sent.output + sent.errors)
    const refused = await run('publish', 'kafka', ...way, '--user', `${username}:wrong-one`, '--text', 'a')
    assert.equal(refused.exitCode, 3)
    assert.match(refused.errors, /Auth Error: tls:\/\/.* refused user "alice" with PLAIN/)
    assert.doesNotMatch(refused.errors, /wrong-one/)
  })

  it('shows a client certificate', async () => {
    const { listeners, certificates } = kafka.service()
    const [, topic] = await place()
    const { certificate, key } = certificates.client
    const way = ['--cacert', certificates.authority, '--cert', certificate, '--tls-key', key]
    const { exitCode, errors } = await run('publish', 'kafka', listeners.mutualTls, topic, ...way, '-b', 'a')
    assert.equal(exitCode, 0, errors)
  })

  it('keeps both steps of listening, and no password', () =>
    withFolder({}, async folder => {
      const words = [...(await place()), '--user', 'a:pass-word', '--save', 'a.apitest.yaml']
      const { errors } = await runLine(folder, ['listen', 'kafka', ...words, '-m', '5'])
      assert.match(errors, /saved as steps 1 and 2 of a\.apitest\.yaml\ncredentials are not saved/)
      assert.equal((await runShell(folder, 'API_PASSWORD=x APITEST check a.apitest.yaml')).exitCode, 0)
      const saved = await runShell(folder, 'cat a.apitest.yaml')
      assert.match(saved.output, /- kafka: listen\n.*password: "\{\{env\.API_PASSWORD\}\}".*- collect: /s)
    }))

  it('tells what became of the listener when it could not be opened', async () => {
    const { exitCode, errors } = await run('listen', 'kafka', '127.0.0.1:1', 'orders', '-m', '2')
    assert.equal(exitCode, 3)
    assert.match(errors, /connect ECONNREFUSED 127\.0\.0\.1:1/)
  })
})

describe('apitest listen and publish amqp', { skip: rabbitMq.missing }, () => {
  it('hands on what is published meanwhile', () =>
    withFolder({}, async folder => {
      const { listeners, username, password } = rabbitMq.service()
      const place = `amqp ${username}:${password}@${listeners.plain} amq.topic`
      const id = randomUUID()
      // A message that no queue gets is an error, so the other side tells when the listener is there.
      const line = [
        `APITEST listen ${place} -r '${id}.#' -m 30 --expect 'header x: y' --json-output > got &`,
        `for time in $(seq 50); do`,
        `APITEST publish ${place} -r ${id}.a --json '[1]' -H 'x: y' --property type=t -s && break; sleep 0.2; done`,
        `wait; cat got`,
      ]
      const { output } = await runShell(folder, line.join('\n'))
      const [sent = '', got = ''] = output.split(/(?<=\})(?=\{)/)
      assert.deepEqual(JSON.parse(sent), { exchange: 'amq.topic', 'routing-key': `${id}.a` })
      const { exitCode, response } = JSON.parse(got) as {
        exitCode: number
        response: { body: { text: string } }
      }
      assert.equal(exitCode, 0)
      const [{ value, properties }] = JSON.parse(response.body.text) as [Record<string, unknown>]
      assert.deepEqual([value, properties], [[1], { 'content-type': 'application/json', type: 't' }])
    }))

  it('D3: takes messages out of a queue, with headers of every type, by a client certificate', async () => {
    const { listeners, certificates, username, password } = rabbitMq.service()
    const { certificate, key } = certificates.client
    const queue = `queue-${randomUUID()}`
    const connection = await connect(`amqp://${username}:${password}@${listeners.plain}`)
    const channel = await connection.createChannel()
    await channel.assertQueue(queue, { durable: false })
    try {
      const way = ['--cacert', certificates.authority, '--cert', certificate, '--tls-key', key]
      const headers = ['-H', 'a: 1', '--typed-header', 'n: 5', '--typed-header', 'list: [{$base64: AP8=}]']
      for (const text of ['one', 'two']) {
        const message = ['-r', queue, '-b', text, ...headers]
        const sent = await run('publish', 'amqp', listeners.mutualTls, '', ...way, ...message)
        assert.equal(sent.exitCode, 0, sent.errors)
      }
      const got = await run(
        'listen',
        'amqp',
        listeners.mutualTls,
        '--queue',
        queue,
        ...way,
        '--expect',
        'text: two',
        '-s',
      )
      assert.equal(got.exitCode, 0, got.errors)
      const [message] = JSON.parse(got.output) as [{ headers: object; value: string }]
      const list = [{ $base64: 'AP8=' }]
      assert.deepEqual([message.value, message.headers], ['two', { a: '1', n: 5, list }])
      assert.equal((await channel.checkQueue(queue)).messageCount, 1)
    } finally {
      await channel.deleteQueue(queue)
      await connection.close()
    }
  })

  it('D3: binds with arguments', async () => {
    const { listeners, username, password } = rabbitMq.service()
    const place = [
      `amqp://${username}:${password}@${listeners.plain}`,
      'amq.headers',
      '--argument',
      'x-match: all',
    ]
    const { output } = await run('listen', 'amqp', ...place, '--argument', 'n: 5', '-m', '0.2', '-v')
    assert.match(
      output,
      /amq\.headers with # \{"x-match":"all","n":5\}|amq\.headers # \{"x-match":"all","n":5\}/,
    )
  })

  it('tells that no queue gets the message, and shows no password', async () => {
    const { listeners, username, password } = rabbitMq.service()
    const url = `amqp://${username}:${password}@${listeners.plain}`
    const { exitCode, errors } = await run('publish', 'amqp', url, 'amq.topic', '-r', randomUUID(), '-b', 'a')
    assert.equal(exitCode, 3)
    assert.match(errors, /no queue gets a message with routing key/)
    assert.doesNotMatch(errors, new RegExp(password))
  })
})

describe('listen and publish where nothing listens', () => {
  it('advise with the words of brokers', async () => {
    const refused = await run('listen', 'kafka', '127.0.0.1:1', 'orders', '-m', '2')
    assert.equal(refused.exitCode, 3)
    assert.match(refused.errors, /hint: Start the service, or check the host and port of the broker\./)
  })
})

describe('the arguments of listen and publish', () => {
  for (const [words, complaint] of [
    [['listen'], /a kind of broker is needed/],
    [['listen', 'mqtt', 'a', 'b'], /"mqtt" is neither kafka nor amqp/],
    [['listen', 'kafka', 'a'], /listen kafka needs brokers and a topic/],
    [['publish', 'amqp', 'a'], /publish amqp needs a URL and an exchange/],
    [['listen', 'amqp', 'a'], /listen amqp needs a URL and an exchange, or a URL and --queue/],
    [
      ['listen', 'amqp', 'a', 'b', '--queue', 'q'],
      /listen amqp needs a URL and an exchange, or a URL and --queue/,
    ],
    [['listen', 'kafka', 'a', '--queue', 'q'], /--queue is for AMQP/],
    [['listen', 'amqp', 'a', 'b', '--argument', 'x'], /--argument needs 'name: value'/],
    [['publish', 'amqp', 'a', 'b', '--text', 'a', '--typed-header', 'x: ['], /--typed-header/],
    [['publish', 'kafka', 'a', 'b'], /there is no message/],
    [['publish', 'kafka', 'a', 'b', '--text', 'a', '--json', '1'], /--json and --text are two messages/],
    [['publish', 'kafka', 'a', 'b', '--text', 'a', '-H', 'x'], /--header needs 'name: value'/],
    [['publish', 'kafka', 'a', 'b', '--text', 'a', '-p', 'x'], /--partition needs a whole number/],
    [
      ['publish', 'kafka', 'a', 'b', '--text', 'a', '-r', 'x'],
      /--routing-key x: "routing-key" belongs to "amqp"/,
    ],
    [['publish', 'kafka', 'a', 'b', '--text', 'a', '--user', 'x'], /--user needs name:password/],
    [['publish', 'amqp', 'a', 'b', '--null'], /--null is for Kafka/],
    [['publish', 'amqp', 'a', 'b', '--text', 'a', '-u', 'a:b'], /--user is for Kafka/],
    [
      ['publish', 'amqp', 'a', 'b', '--text', 'a', '-p', '1'],
      /--partition 1: "partition" belongs to "kafka"/,
    ],
    [['listen', 'kafka', 'a', 'b', '--expect', 'x'], /does not say what is expected/],
    [['listen', 'kafka', 'a', 'b', '--cert', 'a', '--tls-key', 'no'], /--tls-key: there is no key file no/],
  ] as const)
    it(`are refused: ${words.join(' ')}`, async () => {
      const { exitCode, errors } = await run(...words)
      assert.equal(exitCode, 2)
      assert.match(errors, complaint)
    })
})
