import type { Check } from '../checks/check.ts'
import { allOf, checkOf } from '../checks/check-of.ts'
import type { Facts } from '../checks/facts.ts'
import type { Value } from '../checks/value.ts'

/** `to.be.empty`: `""`, `[]` or `{}`, and an error for anything that cannot be empty. */
export function emptyChecks(value: Value): readonly Check[] | undefined {
  if (value.kind === 'text') return allOf(checkOf(value, 'equals', ''))
  return value.kind === 'body' ? allOf(checkOf(value, 'one-of', ['', [], {}])) : undefined
}

/** `to.not.be.empty`: only where the type is known, for numbers and booleans are an error to chai. */
export function notEmptyChecks(value: Value, facts: Facts): readonly Check[] | undefined {
  if (value.kind === 'text' || value.kind === 'header') return allOf(checkOf(value, 'not-equals', ''))
  if (value.kind !== 'body') return undefined
  switch (facts.typeOf(value.path)) {
    case 'string':
      return allOf(checkOf(value, 'not-equals', ''))
    case 'array':
      return allOf(checkOf(value, 'not-equals', []))
    case 'object':
      return allOf(checkOf(value, 'not-equals', {}))
    default:
      return undefined
  }
}
