import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect as connectPlain, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls'
import { brokers } from './brokers.ts'
import type { Identity } from './certificates.ts'
import type { ServiceCertificates } from './services/service.ts'

const { kafka, rabbitMq } = await brokers()

async function tlsTo(
  address: string,
  { authority }: ServiceCertificates,
  client?: Identity,
): Promise<TLSSocket> {
  const pair: ConnectionOptions =
    client === undefined ? {} : { cert: await readFile(client.certificate), key: await readFile(client.key) }
  const socket = connect({ ...endOf(address), ca: await readFile(authority), ...pair })
  await once(socket, 'secureConnect')
  return socket
}

function endOf(address: string): { host: string; port: number } {
  const [host = '', port] = address.split(':')
  return { host, port: Number(port) }
}

/** Returns the answer of a listener to these bytes; rejects when it closes the connection instead. */
async function answer(socket: Socket, bytes: Buffer): Promise<Buffer> {
  const closed = once(socket, 'close').then(() => Promise.reject(new Error('The connection was closed.')))
  socket.write(bytes)
  try {
    const [data] = (await Promise.race([once(socket, 'data'), closed])) as [Buffer]
    return data
  } finally {
    closed.catch(() => undefined)
    socket.destroy()
  }
}

/** ApiVersions 0, as correlation 7 of a client without a name. */
const apiVersions = Buffer.from('0000000a' + '0012' + '0000' + '00000007' + 'ffff', 'hex')

function assertKafka(data: Buffer): void {
  assert.equal(data.readInt32BE(4), 7)
  assert.equal(data.readInt16BE(8), 0)
}

const amqp = Buffer.from('AMQP\0\0\t\x01', 'latin1')

/** `connection.start` on channel 0. */
function assertRabbitMq(data: Buffer): void {
  assert.equal(data.subarray(0, 3).toString('hex'), '010000')
  assert.equal(data.subarray(7, 11).toString('hex'), '000a000a')
}

describe('Kafka of the tests', () => {
  const needs = { skip: kafka.missing }

  test('answers without TLS', needs, async () => {
    const { plain, scram } = kafka.service().listeners
    assertKafka(await answer(connectPlain(endOf(plain)), apiVersions))
    assertKafka(await answer(connectPlain(endOf(scram)), apiVersions))
  })

  test('answers with TLS, on one listener only those with a certificate it knows', needs, async () => {
    const { listeners, certificates } = kafka.service()
    const { client, stranger } = certificates
    assertKafka(await answer(await tlsTo(listeners.saslTls, certificates), apiVersions))
    assertKafka(await answer(await tlsTo(listeners.mutualTls, certificates, client), apiVersions))
    for (const other of [undefined, stranger])
      await assert.rejects(async () =>
        answer(await tlsTo(listeners.mutualTls, certificates, other), apiVersions),
      )
  })
})

describe('RabbitMQ of the tests', () => {
  const needs = { skip: rabbitMq.missing }

  test('answers without TLS', needs, async () => {
    const { plain } = rabbitMq.service().listeners
    assertRabbitMq(await answer(connectPlain(endOf(plain)), amqp))
  })

  test('answers with TLS, on one listener only those with a certificate it knows', needs, async () => {
    const { listeners, certificates } = rabbitMq.service()
    const { client, stranger } = certificates
    assertRabbitMq(await answer(await tlsTo(listeners.tls, certificates), amqp))
    assertRabbitMq(await answer(await tlsTo(listeners.mutualTls, certificates, client), amqp))
    for (const other of [undefined, stranger])
      await assert.rejects(async () => answer(await tlsTo(listeners.mutualTls, certificates, other), amqp))
  })
})

test('a broker that is missing has a reason, and no service', () => {
  for (const part of [kafka, rabbitMq])
    if (part.missing === false) assert.notEqual(part.service().listeners.plain, '')
    else assert.throws(() => part.service(), { message: part.missing })
})
