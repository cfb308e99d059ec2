import type { AnyNode } from 'acorn'
import { mayMatchEmptyText } from '../../../../../patterns/index.ts'
import { samePattern } from '../../same-pattern.ts'
import { allOf, checkOf } from './check-of.ts'
import type { Check } from './check.ts'
import type { Facts } from './facts.ts'
import { escapeBraces } from './template-text.ts'
import type { Value } from './value.ts'

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

/** `to.match(/pattern/)`, of what can only be text: of anything else JavaScript makes a text in its own way. */
export function patternChecks(value: Value, node: AnyNode, facts?: Facts): readonly Check[] | undefined {
  if (node.type !== 'Literal' || node.regex === undefined) return undefined
  const pattern = samePattern(node.regex.pattern, node.regex.flags)
  // One that holds for everything is refused in a suite, and passes in Postman.
  if (pattern === undefined || mayMatchEmptyText(pattern)) return undefined
  if (value.kind === 'text') return allOf(checkOf(value, 'matches-regex', pattern))
  // A header that is missing is the text "undefined" to a pattern.
  if (value.kind === 'header')
    return new RegExp(node.regex.pattern, node.regex.flags).test('undefined')
      ? undefined
      : allOf(checkOf(value, 'matches-regex', pattern))
  const isText = value.kind === 'body' && facts?.typeOf(value.path) === 'string'
  return isText ? allOf(checkOf(value, 'matches-regex', pattern)) : undefined
}
