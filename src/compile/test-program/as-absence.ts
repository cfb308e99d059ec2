import type { JsonParts, Predicate } from './test-program.ts'

/** That a path selects nothing says something only where there could be something. */
export function asAbsence(predicate: Predicate): Predicate {
  if (predicate.kind !== 'equal' || predicate.expected.kind !== 'literal') return predicate
  const { actual, expected } = predicate
  if (actual.kind === 'json-list' && Array.isArray(expected.value) && expected.value.length === 0)
    return { kind: 'absent', part: actual }
  if (actual.kind === 'length' && actual.of.kind === 'json-list' && expected.value === 0)
    return { kind: 'absent', part: actual.of }
  return predicate
}

/** True where a path goes on behind the items of a list: some of them may be in its way. */
export function hasStepBehindItems({ path }: JsonParts): boolean {
  return path.some((selector, index) => typeof selector === 'object' && index < path.length - 1)
}
