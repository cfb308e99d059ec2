import type { ActionFacts } from '../facts.ts'

/** What is known of `calls`. */
export const facts: ActionFacts = { readsCalls: true, onlyForReal: true, acts: () => false }
