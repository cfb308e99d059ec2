import type { ActionFacts } from '../facts.ts'

/** How long services may take to come up, unless another time is given: two minutes. */
export const healthTimeout = 120_000

/** What is known of `wait`. */
export const facts: ActionFacts = {
  sendsRequests: true,
  withoutCredentials: true,
  onlyForReal: true,
  commandKey: 'command',
  addressed: ['wait'],
  timeout: healthTimeout,
  usualDurations: { timeout: '2m', interval: '1s' },
}
