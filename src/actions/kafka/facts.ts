import { brokerFacts } from '../brokers/facts.ts'
import type { JsonObject } from '../../model/json.ts'
import type { ActionFacts } from '../facts.ts'
import { readBrokers } from './read-brokers.ts'

const fromZero = { type: 'integer', minimum: 0 }

/** The facts of `kafka`. */
export const facts: ActionFacts = {
  ...brokerFacts('kafka'),
  needs: [{ key: 'brokers' }, { key: 'topic' }],
  modes: {
    listen: ['from', 'as'],
    publish: ['key', 'partition', 'json', 'text', 'file', 'headers'],
  },
  address: { key: 'brokers', read: readBrokers },
  answer: input => ({ $: placeOf(input) }),
}

/** The place of a message that was published, or those where reading begins. */
function placeOf({ kafka, topic }: JsonObject): JsonObject {
  const isKnown = typeof topic === 'string' && !topic.includes('{{')
  const properties = {
    topic: isKnown ? { const: topic } : { type: 'string' },
    ...(kafka === 'listen'
      ? { listener: { type: 'string' }, partitions: { type: 'array' } }
      : { partition: fromZero, offset: fromZero }),
  }
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}
