import { connect } from 'amqplib'
import type { Announcer } from './announcer.ts'

/**
 * Publishes to a topic exchange of RabbitMQ, which is made unless it is there; the routing key is the event's type.
 * Rejects when the broker does not answer.
 */
export async function amqpAnnouncer(url: string, exchange: string): Promise<Announcer> {
  const connection = await connect(url, { noDelay: true })
  // The consequences are told with the next event; an error without a listener would end the program.
  connection.on('error', () => undefined)
  const channel = await connection.createConfirmChannel()
  channel.on('error', () => undefined)
  await channel.assertExchange(exchange, 'topic')
  return {
    name: 'RabbitMQ',
    announce: ({ type, order }) =>
      new Promise((resolve, reject) => {
        const body = Buffer.from(JSON.stringify(order))
        channel.publish(exchange, type, body, { type, contentType: 'application/json' }, error => {
          if (error instanceof Error) reject(error)
          else resolve()
        })
      }),
    close: () => connection.close(),
  }
}
