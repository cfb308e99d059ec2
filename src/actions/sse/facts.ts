import type { ActionFacts } from '../facts.ts'
import { httpStatuses, streamUrlProblems } from '../http/shared-facts.ts'

/** An event without a name is a `message`. */
const event = { type: 'string', minLength: 1 }

/** The facts of `sse`. */
export const facts: ActionFacts = {
  sendsRequests: true,
  waits: true,
  addressed: ['sse', 'query', 'headers'],
  problems: input => streamUrlProblems(input, 'sse', /^(https?:\/\/|\{\{)/i, 'http:// or https://'),
  statuses: { ...httpStatuses, usual: [200] },
  messages: {
    targets: ['event', 'id'],
    contents: 'data',
    fields: { event },
    entry: {
      type: 'object',
      properties: { event, id: { type: 'string' }, data: {} },
      required: ['event', 'data'],
    },
    usualCount: () => 1,
    otherWords: { data: 'text' },
  },
}
