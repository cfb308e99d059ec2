import type { AnyNode } from 'acorn'
import type { JsonObject } from '../../../../../model/json.ts'
import { isList, isObject } from '../../../../../util/is-json.ts'
import { bodyPathText, isInherited } from '../../body-path.ts'
import { allOf, checkOf } from '../checks/check-of.ts'
import type { Check } from '../checks/check.ts'
import { equalTo, missing, present, presentAndNotNull } from '../checks/comparisons.ts'
import type { Facts } from '../checks/facts.ts'
import { areSafeItems, oneOfChecks } from '../checks/list-checks.ts'
import { escapeBraces } from '../checks/template-text.ts'
import { textCheck } from '../checks/text-checks.ts'
import { literalText, type Evaluate, type Value } from '../checks/value.ts'
import { memberValue } from '../values/member-value.ts'
import type { Link, Reading, WordResult } from './chain.ts'

/** `to.have.property("name")`, perhaps with a value. The assertion goes on with the property. */
export function propertyResult(link: Link, subject: Value, reading: Reading): WordResult {
  const { evaluate, flags } = reading
  const name = literalText(evaluate(link.arguments?.[0]))
  if (name === undefined || subject.kind !== 'body') return undefined
  const member = flags.has('nested') ? nestedMember(subject, name) : memberValue(subject, name, true)
  if (member?.kind !== 'body') return undefined
  const given = link.arguments ?? []
  if (flags.has('not')) return given.length > 1 ? undefined : withoutMember(subject, member, reading)
  const checks = given.length > 1 ? valueChecks(member, given, reading) : present(member)
  return checks === undefined ? undefined : { checks, subject: member }
}

/** Without a property: of something that is there, and not null. */
function withoutMember(subject: Value & { kind: 'body' }, member: Value, { facts }: Reading): WordResult {
  const absence = missing(member)
  const isKnown = subject.path.length === 0 || facts.implies({ path: subject.path, nullable: false })
  const presence = isKnown ? [] : presentAndNotNull(subject)
  return absence && presence && { checks: [...presence, ...absence], subject: member }
}

function valueChecks(
  member: Value,
  given: readonly AnyNode[],
  { evaluate, flags }: Reading,
): readonly Check[] | undefined {
  const expected = evaluate(given[1])
  return expected && equalTo(member, expected, flags.has('deep'))
}

/** `a.b[0].c` from a value on. */
function nestedMember(subject: Value, path: string): Value | undefined {
  if (!/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[\d{1,9}\])*$/.test(path)) return undefined
  const names = [...path.matchAll(/\[(\d+)\]|(\w+)/g)].map(([, index, name = '']) =>
    index === undefined ? name : Number(index),
  )
  return names.reduce<Value | undefined>(
    (value, name) => (value === undefined || isInherited(name) ? undefined : memberValue(value, name, true)),
    subject,
  )
}

/** `to.have.all.keys("a", "b")` and `to.include.keys("a")`. */
export function keyChecks(
  link: Link,
  subject: Value,
  { evaluate, flags }: Reading,
): readonly Check[] | undefined {
  const names = namesIn(link.arguments ?? [], evaluate)
  if (names === undefined || names.length === 0 || flags.has('any') || subject.kind !== 'body')
    return undefined
  if (
    new Set(names).size !== names.length ||
    names.some(name => isInherited(name) || /^\d+$|\{\{/.test(name))
  )
    return undefined
  const matching = checkOf(subject, 'matches', Object.fromEntries(names.map(name => [name, '<any>'])))
  return flags.has('contains')
    ? allOf(matching)
    : allOf(matching, checkOf(subject, 'has-length', names.length))
}

function namesIn(nodes: readonly AnyNode[], evaluate: Evaluate): readonly string[] | undefined {
  const values = nodes.map(node => evaluate(node))
  const [first] = values
  const listed =
    first?.kind === 'literal' && isList(first.value) && values.length === 1 ? first.value : undefined
  const names = listed ?? values.map(value => (value?.kind === 'literal' ? value.value : undefined))
  return names.every(name => typeof name === 'string') ? names : undefined
}

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
  if (isObject(part)) return isNegated || reading.flags.has('deep') ? undefined : memberwise(subject, part)
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

function memberwise(subject: Value, part: JsonObject): readonly Check[] | undefined {
  const checks = Object.entries(part).map(([name, value]) => {
    const member = isInherited(name) ? undefined : memberValue(subject, name, false)
    return member && equalTo(member, { kind: 'literal', value }, false)
  })
  return checks.length > 0 && checks.every(check => check !== undefined) ? checks.flat() : undefined
}

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
