import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { ActionFacts } from '../facts.ts'

/** How long services may take to come up, unless another time is given: two minutes. */
export const healthTimeout = 120_000

/** The facts of `wait`. */
export const facts: ActionFacts = {
  sendsRequests: true,
  withoutCredentials: true,
  onlyForReal: true,
  commandKey: 'command',
  addressed: ['wait'],
  timeout: healthTimeout,
  answer: ({ wait }) => ({ $: servicesOf(wait) }),
  usualDurations: { timeout: '2m', interval: '1s' },
}

/** The services that are up. */
function servicesOf(wait: JsonValue | undefined): JsonObject {
  const isOne = typeof wait === 'string' && !wait.includes('{{')
  const service = {
    type: 'object',
    properties: {
      url: { type: 'string' },
      time: { type: 'integer', minimum: 0 },
      answer: { type: 'string' },
    },
    required: ['url', 'time', 'answer'],
    additionalProperties: false,
  }
  const services = { type: 'array', items: service, ...(isOne ? { minItems: 1, maxItems: 1 } : {}) }
  return { type: 'object', properties: { services }, required: ['services'], additionalProperties: false }
}
