import { isInherited } from '../../body-path.ts'
import type { Check } from './check.ts'
import { allOf, checkOf } from './check-of.ts'
import { falsy, type Facts } from './facts.ts'
import type { Value } from './value.ts'
import { mayMatchEmptyText } from '../../../../../patterns/index.ts'

/** Whether a value is there at all; null will do. */
export function present(value: Value): readonly Check[] | undefined {
  if (value.kind === 'group') return groupFound(value)
  if (value.kind === 'body') {
    const last = value.path.at(-1)
    // A list has `length` and a text has `sub` in JavaScript, whatever the body says.
    if (last !== undefined && isInherited(last)) return undefined
  }
  return value.kind === 'body' || value.kind === 'header' || value.kind === 'variable'
    ? allOf(checkOf(value, 'matches', '<any>'))
    : undefined
}

/** A pattern has a first group where it matches at all. */
function groupFound({ of, pattern }: Value & { kind: 'group' }): readonly Check[] | undefined {
  return mayMatchEmptyText(pattern) ? undefined : allOf(checkOf(of, 'matches-regex', pattern))
}

/** Whether a value is there and not null. */
export function presentAndNotNull(value: Value): readonly Check[] | undefined {
  if (value.kind !== 'body' && value.kind !== 'variable') return present(value)
  return present(value) === undefined ? undefined : allOf(checkOf(value, 'not-equals', null))
}

/** Whether a value counts as true in JavaScript. */
export function truthy(value: Value, facts: Facts): readonly Check[] | undefined {
  if (value.kind === 'header' || value.kind === 'text') return allOf(checkOf(value, 'not-equals', ''))
  if (value.kind === 'condition') return value.checks
  if (value.kind === 'variable') return allOf(checkOf(value, 'not-one-of', falsy))
  if (value.kind !== 'body' || present(value) === undefined) return undefined
  if (facts.typeOf(value.path) === 'string') return allOf(checkOf(value, 'not-equals', ''))
  return allOf(checkOf(value, 'not-one-of', falsy))
}
