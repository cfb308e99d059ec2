import type { ActionFacts } from '../facts.ts'
import { httpStatuses, streamUrlProblems } from '../http/shared-facts.ts'

/** What is known of `sse`. */
export const facts: ActionFacts = {
  sendsRequests: true,
  waits: true,
  addressed: ['sse', 'query', 'headers'],
  problems: input => streamUrlProblems(input, 'sse', /^(https?:\/\/|\{\{)/i, 'http:// or https://'),
  statuses: httpStatuses,
  messages: { targets: ['event', 'id'], usualCount: () => 1, otherWords: { data: 'text' } },
}
