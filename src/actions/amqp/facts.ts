import { brokerFacts } from '../brokers/facts.ts'
import type { ActionFacts } from '../facts.ts'
import { readBrokerUrl } from './broker-url.ts'

/** The facts of `amqp`. */
export const facts: ActionFacts = {
  ...brokerFacts('amqp'),
  needs: [{ key: 'url' }, { key: 'exchange', unless: 'queue' }],
  excludes: [
    { keys: ['queue', 'exchange'], why: 'a listener reads an exchange or a queue' },
    { keys: ['queue', 'routing-key'], why: 'a queue is read as it is' },
  ],
  modes: {
    listen: ['as', 'queue', 'arguments'],
    publish: ['json', 'text', 'file', 'headers', 'properties'],
  },
  address: { key: 'url', read: readBrokerUrl },
}
