import { bodyPathText } from '../../body-path.ts'
import { allOf, checkOf } from '../checks/check-of.ts'
import type { Check } from '../checks/check.ts'
import type { Facts } from '../checks/facts.ts'
import type { Value } from '../checks/value.ts'

/**
 * Comparisons of a length. Lists, texts and objects with a `length` all have one in JavaScript, so only what is known to
 * be a list or a text is compared; the length of a text counts other units than a validation does, but none is none.
 */
export function lengthChecks(
  value: Value,
  name: 'equal' | 'above' | 'below' | 'least' | 'most',
  expected: Value,
  facts: Facts,
): readonly Check[] | undefined {
  if (expected.kind !== 'literal' || typeof expected.value !== 'number') return undefined
  const count = expected.value
  if (!Number.isSafeInteger(count) || count < 0) return undefined
  if (value.kind === 'text') return textLength(value, name, count)
  if (value.kind !== 'body') return undefined
  const type = facts.typeOf(value.path)
  if (type === 'string') return textLength(value, name, count)
  return type === 'array' ? listLength(value, name, count) : undefined
}

function textLength(value: Value, name: string, count: number): readonly Check[] | undefined {
  if (name === 'equal' && count === 0) return allOf(checkOf(value, 'equals', ''))
  const wantsAny = (name === 'above' && count === 0) || (name === 'least' && count === 1)
  return wantsAny ? allOf(checkOf(value, 'not-equals', '')) : undefined
}

/** A list has more than n items when there is one at n. */
function listLength(
  value: Value & { kind: 'body' },
  name: string,
  count: number,
): readonly Check[] | undefined {
  if (name === 'equal') return allOf(checkOf(value, 'has-length', count))
  const last = name === 'above' ? count : name === 'least' ? count - 1 : undefined
  if (last === undefined) return undefined
  if (last < 0) return allOf(checkOf(value, 'has-type', 'array'))
  if (last === 0) return allOf(checkOf(value, 'not-equals', []))
  const path = [...value.path, last]
  const target = bodyPathText(path)
  return target === undefined ? undefined : [{ target, path, operator: 'matches', expected: '<any>' }]
}

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
