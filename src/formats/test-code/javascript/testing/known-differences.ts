import type { Misjudged } from '../../testing/judge-by-framework.ts'

/**
 * Where a test fails that need not: `includes` of a boolean, a wildcard or a filter of what is no list.
 */
export function isKnown({ there, answer, message }: Misjudged): boolean {
  if (answer.includes('\\n')) return true
  if (there !== 'failed') return false
  return /is not a function|properties of (?:null|undefined)|^expected \[\] to include/.test(message)
}
