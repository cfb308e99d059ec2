import type { Reading } from './assertion.ts'
import type { Check } from '../checks/check.ts'
import { allOf, checkOf } from '../checks/check-of.ts'
import { equalTo } from '../checks/comparisons.ts'
import { areSafeItems, oneOfChecks } from '../checks/list-checks.ts'
import { memberValue } from '../values/member-value.ts'
import { escapeBraces } from '../checks/template-text.ts'
import { textCheck } from '../checks/text-checks.ts'
import { isInherited } from '../../body-path.ts'
import { isObject } from '../../../../../util/is-json.ts'
import type { JsonObject } from '../../../../../model/json.ts'
import type { Value } from '../checks/value.ts'

/**
 * `to.include(part)`. What it means depends on what is found: a part of a text, an item of a list, members of an object.
 * Only where the script itself says which it is can a validation say the same.
 */
export function includeChecks(
  subject: Value,
  expected: Value,
  reading: Reading,
): readonly Check[] | undefined {
  if (subject.kind === 'literal' && Array.isArray(subject.value) && !reading.flags.has('deep'))
    return oneOfChecks(expected, subject, reading.flags.has('not'), false)
  if (expected.kind !== 'literal') return undefined
  const part = expected.value
  const isNegated = reading.flags.has('not')
  if (subject.kind !== 'body')
    return typeof part === 'string'
      ? textCheck(subject, isNegated ? 'not-contains' : 'contains', part)
      : undefined
  if (isObject(part))
    return isNegated || reading.flags.has('deep') ? undefined : memberwise(subject, part, reading)
  switch (reading.facts.typeOf(subject.path)) {
    case 'string':
      return typeof part === 'string' ? textPart(subject, part, isNegated) : undefined
    case 'array':
      return !isNegated && areSafeItems([part]) ? allOf(checkOf(subject, 'matches', [part])) : undefined
    default:
      return undefined
  }
}

function textPart(subject: Value, part: string, isNegated: boolean): readonly Check[] | undefined {
  const text = escapeBraces(part)
  return text === undefined
    ? undefined
    : allOf(checkOf(subject, isNegated ? 'not-contains' : 'contains', text))
}

function memberwise(subject: Value, part: JsonObject, { evaluator }: Reading): readonly Check[] | undefined {
  const checks = Object.entries(part).map(([name, value]) => {
    const member = isInherited(name) ? undefined : memberValue(subject, name, false)
    return member && equalTo(member, { kind: 'literal', value }, evaluator.texts, false)
  })
  return checks.length > 0 && checks.every(check => check !== undefined) ? checks.flat() : undefined
}
