import type { Check } from './check.ts'
import { guardsOf, type Value } from './value.ts'

/** Whether a value passes a check, as a value of its own; undefined where nothing says the same. */
export function checkedValue(
  value: Value | undefined,
  check: (value: Value) => readonly Check[] | undefined,
): Value | undefined {
  const checks = value === undefined ? undefined : check(value)
  if (value === undefined || checks === undefined) return undefined
  return { kind: 'condition', checks, guards: guardsOf(value) }
}
