import type { Check } from './check.ts'
import { allOf, checkOf } from './check-of.ts'
import { escapeBraces } from './template-text.ts'
import type { Value } from './value.ts'

/** `text.includes(part)`, of what can only be text. */
export function textIncludes(value: Value, part: string): readonly Check[] | undefined {
  return textCheck(value, 'contains', part)
}

/** A comparison of what can only be text with a part of it. */
export function textCheck(
  value: Value,
  operator: 'contains' | 'not-contains' | 'starts-with' | 'ends-with',
  part: string,
): readonly Check[] | undefined {
  const text = escapeBraces(part)
  if (text === undefined || (value.kind !== 'text' && value.kind !== 'header')) return undefined
  return allOf(checkOf(value, operator, text))
}
