import type { ActionFacts } from '../facts.ts'

/** A mock, and one of its routes where only its calls are meant, as a step writes them: `payments POST /charges`. */
export function readCallsKey(written: string): { readonly mock: string; readonly route?: string } {
  const [mock = '', ...route] = written.trim().split(/\s+/)
  return route.length === 0 ? { mock } : { mock, route: route.join(' ') }
}

/** What is known of `calls`. */
export const facts: ActionFacts = {
  readsCalls: true,
  mayCallBack: true,
  onlyForReal: true,
  acts: () => false,
}
