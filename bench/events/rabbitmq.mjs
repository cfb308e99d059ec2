import { once } from 'node:events'
import net from 'node:net'
import { connect } from 'amqplib'
import { action } from '../../dist/modules/src/actions/amqp/index.js'
import { brokers } from '../../dist/modules/src/testing/brokers.js'
import { Skipped } from '../peers.mjs'
import { program, steps } from './listener.mjs'

const exchange = 'amq.topic'
const key = 'apitest.bench'

/** A publisher that is connected, apitest's steps and amqp-consume; both of them by the same relay. */
export async function rabbitMqSides() {
  const { rabbitMq } = await brokers()
  if (rabbitMq.missing !== false) throw new Skipped(rabbitMq.missing)
  const { listeners, username, password } = rabbitMq.service()
  const relay = await startRelay(listeners.plain)
  const url = `amqp://${username}:${password}@${relay.place}`
  const publisher = await connect(`amqp://${username}:${password}@${listeners.plain}`, { noDelay: true })
  const channel = await publisher.createConfirmChannel()
  return {
    ours: () => steps(action, { amqp: 'listen', url, exchange, 'routing-key': key }),
    theirs: () => {
      const listening = ['-u', url, '-e', exchange, '-r', key, '-x', '-A', '-c', '1', 'cat']
      return program('amqp-consume', listening, relay.consumerConfirmed)
    },
    publish: () =>
      new Promise((resolve, reject) => {
        channel.publish(exchange, key, Buffer.from('{"id":1}'), {}, error =>
          error === null ? resolve() : reject(error),
        )
      }),
    close: async () => {
      await publisher.close()
      relay.close()
    },
  }
}

/** The class and the method of basic.consume-ok (AMQP 0-9-1): the program itself does not say when it listens. */
const consumeOk = Buffer.from([0, 60, 0, 21])

async function startRelay(place) {
  const [host, port] = place.split(':')
  let confirmed = () => undefined
  const server = net.createServer({ noDelay: true }, near => {
    const far = net.connect({ host, port: Number(port), noDelay: true })
    near.pipe(far).pipe(near)
    far.on('data', chunk => {
      if (chunk.includes(consumeOk)) confirmed()
    })
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ]) {
      socket.on('error', () => undefined)
      socket.on('close', () => other.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    place: `127.0.0.1:${server.address().port}`,
    consumerConfirmed: () => new Promise(resolve => (confirmed = resolve)),
    close: () => server.close(),
  }
}
