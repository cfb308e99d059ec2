import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { kafkaClient, makeTopic } from '../actions/kafka/testing/kafka-tools.ts'
import { brokers } from '../testing/brokers.ts'
import { runLine } from '../testing/run-program.ts'

const { kafka, rabbitMq } = await brokers()

/** Runs a suite that needs a service, with these inputs. */
async function passes(suite: string, inputs: Readonly<Record<string, string>>): Promise<void> {
  const variables = Object.entries(inputs).flatMap(([name, value]) => ['--var', `${name}=${value}`])
  const file = `suites/with-services/${suite}.apitest.yaml`
  const { exitCode, output, errors } = await runLine(process.cwd(), [file, ...variables])
  assert.equal(exitCode, 0, output + errors)
}

describe('the suites for Kafka', { skip: kafka.missing }, () => {
  it('pass', async () => {
    const place = kafka.service().listeners.plain
    await passes('kafka', { brokers: place, topic: await makeTopic(kafkaClient(place)) })
  })

  it('pass with TLS and a login', async () => {
    const { listeners, certificates, username, password } = kafka.service()
    const topic = await makeTopic(kafkaClient(listeners.plain))
    const place = { tlsBrokers: `tls://${listeners.saslTls}`, topic, authority: certificates.authority }
    await passes('kafka-with-login', { ...place, kafkaUser: username, kafkaPassword: password })
  })
})

describe('the suite for RabbitMQ', { skip: rabbitMq.missing }, () => {
  it('passes', async () => {
    const { listeners, username, password } = rabbitMq.service()
    await passes('amqp', { amqpUrl: `amqp://${username}:${password}@${listeners.plain}` })
  })
})
