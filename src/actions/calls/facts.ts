import type { ActionFacts } from '../facts.ts'

/** A mock, and one of its routes where only its calls are meant, as a step writes them: `payments POST /charges`. */
export function readCallsKey(written: string): { readonly mock: string; readonly route?: string } {
  const [mock = '', ...route] = written.trim().split(/\s+/)
  return route.length === 0 ? { mock } : { mock, route: route.join(' ') }
}

/** The facts of `calls`. */
export const facts: ActionFacts = {
  readsCalls: true,
  mayCallBack: true,
  onlyForReal: true,
  acts: () => false,
  // It takes the place of "at least one call".
  answer: () => ({ $: answer }),
}

const answer = {
  type: 'object',
  properties: {
    count: { type: 'integer', minimum: 0, title: 'number of calls' },
    calls: { type: 'array' },
  },
  required: ['count', 'calls'],
}
