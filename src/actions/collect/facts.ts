import type { ActionFacts } from '../facts.ts'

const fromZero = { type: 'integer', minimum: 0 }

/** The facts of `collect`. */
export const facts: ActionFacts = {
  waits: true,
  onlyForReal: true,
  acts: () => false,
  messages: {
    targets: ['header', 'key', 'offset', 'partition', 'routing-key'],
    contents: 'value',
    fields: { offset: fromZero, partition: fromZero },
    usualCount: () => 1,
  },
}
