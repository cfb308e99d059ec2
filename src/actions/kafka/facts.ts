import { brokerFacts } from '../brokers/facts.ts'
import type { ActionFacts } from '../facts.ts'
import { readBrokers } from './read-brokers.ts'

/** What is known of `kafka`. */
export const facts: ActionFacts = {
  ...brokerFacts('kafka'),
  needs: [{ key: 'brokers' }, { key: 'topic' }],
  modes: {
    listen: ['from', 'as'],
    publish: ['key', 'partition', 'json', 'text', 'file', 'headers'],
  },
  address: { key: 'brokers', read: readBrokers },
}
