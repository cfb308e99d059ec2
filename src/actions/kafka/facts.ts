import { brokerFacts } from '../brokers/facts.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
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
  answer: ({ kafka, topic }) => (kafka === 'publish' ? { $: placeOf(topic) } : {}),
}

/** Where a message lies that was published. */
function placeOf(topic: JsonValue | undefined): JsonObject {
  const fromZero = { type: 'integer', minimum: 0 }
  const isKnown = typeof topic === 'string' && !topic.includes('{{')
  return {
    type: 'object',
    properties: {
      topic: isKnown ? { const: topic } : { type: 'string' },
      partition: fromZero,
      offset: fromZero,
    },
    required: ['topic', 'partition', 'offset'],
    additionalProperties: false,
  }
}
