import type { ActionFacts } from '../facts.ts'

/** What is known of `collect`. */
export const facts: ActionFacts = {
  waits: true,
  onlyForReal: true,
  acts: () => false,
  messages: {
    targets: ['header', 'key', 'offset', 'partition', 'routing-key'],
    usualCount: () => 1,
  },
}
