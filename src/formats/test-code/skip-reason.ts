import { predicateValues } from '../../compile/test-program/answer-parts.ts'
import type { SkipUnless, TestCase } from '../../compile/test-program/test-program.ts'
import type { Loss } from '../../model/conversion.ts'

/** Why a test is left out: what somebody wrote down, or what it is not for: `not for this plan`. */
export function skipReason({ holds, reason }: SkipUnless): string {
  if (reason !== undefined) return reason
  const names = predicateValues(holds).flatMap(value =>
    value.kind === 'variable' || value.kind === 'column' || value.kind === 'environment' ? [value.name] : [],
  )
  return names.length === 0 ? 'never' : `not for this ${[...new Set(names)].join(' and ')}`
}

/** The losses of a test that skips a part of itself where its framework cannot; `why` says what becomes of it. */
export function lostSkips({ statements, where }: TestCase, why: string | undefined): readonly Loss[] {
  const skipping = statements.find(one => one.kind === 'skip-unless')
  if (skipping === undefined || why === undefined) return []
  return [{ where, what: skipping.reason === undefined ? 'when' : 'skip', why }]
}
