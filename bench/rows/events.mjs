import { compare } from '../events/compare.mjs'
import { kafkaSides } from '../events/kafka.mjs'
import { rabbitMqSides } from '../events/rabbitmq.mjs'

const rounds = 50

/** How soon a listener is ready, and how soon a message is there, on the brokers of `npm run services`. */
export const eventRows = [
  ...rowsOf('kafka', 'Kafka', 'kcat -C -o end', kafkaSides),
  ...rowsOf('amqp', 'RabbitMQ', 'amqp-consume', rabbitMqSides),
]

function rowsOf(name, broker, against, sidesOf) {
  const row = { against, budget: 1.5, goal: 1 }
  let measured
  // Both rows of a broker come from the same rounds.
  const measure = async () => (measured ??= compare(await sidesOf(), rounds))
  return [
    {
      ...row,
      name: `${name}-listen`,
      work: `a listener on ${broker}, until it is ready`,
      measure: async () => (await measure()).ready,
    },
    {
      ...row,
      name: `${name}-collect`,
      work: `a message on ${broker}, from its publication until it is collected`,
      measure: async () => (await measure()).collected,
    },
  ]
}
