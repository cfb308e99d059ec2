import { predicateValues } from '../../compile/test-program/answer-parts.ts'
import type { Predicate } from '../../compile/test-program/test-program.ts'

/** What a test is not for, where it is left out: `not for this plan`. */
export function skipReason(holds: Predicate): string {
  const names = predicateValues(holds).flatMap(value =>
    value.kind === 'variable' || value.kind === 'column' || value.kind === 'environment' ? [value.name] : [],
  )
  return names.length === 0 ? 'never' : `not for this ${[...new Set(names)].join(' and ')}`
}
