import type { ActionFacts } from '../facts.ts'

/** The facts of an action that either listens to a broker or publishes to one, by the value of its key. */
export function brokerFacts(key: string): ActionFacts {
  return {
    sendsRequests: true,
    withoutCredentials: true,
    waits: true,
    onlyForReal: true,
    changesData: input => input[key] !== 'listen',
    acts: input => input[key] !== 'listen',
    bodyKeys: ['json', 'text', 'file'],
    sendsMessage: true,
    addressed: ['headers'],
  }
}
