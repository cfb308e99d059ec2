import { allOf, checkOf } from '../checks/check-of.ts'
import type { Check } from '../checks/check.ts'
import {
  compare,
  equalTo,
  missing,
  notEqualTo,
  ofType,
  present,
  presentAndNotNull,
  truthy,
} from '../checks/comparisons.ts'
import { memberChecks, oneOfChecks, statusChoice } from '../checks/list-checks.ts'
import { valueSchemaCheck } from '../checks/schema-checks.ts'
import { patternChecks, textCheck } from '../checks/text-checks.ts'
import type { Value } from '../checks/value.ts'
import { isExpectation } from '../values/condition.ts'
import type { Link, Reading, WordResult } from './chain.ts'
import {
  includeChecks,
  keyChecks,
  propertyResult,
  emptyChecks,
  lengthChecks,
  notEmptyChecks,
} from './content-checks.ts'

/** A word said of a value, such as `eql(5)` (chai 4). */
export function expectWord(link: Link, reading: Reading): WordResult {
  const { subject } = reading
  if (subject === undefined) return undefined
  if (link.arguments === undefined) return propertyWord(link.name, subject, reading)
  if (link.name === 'property' || link.name === 'ownProperty' || link.name === 'haveOwnProperty')
    return propertyResult(link, subject, reading)
  const checks = methodChecks(link, subject, reading)
  return checks === undefined ? undefined : { checks }
}

/** A word that is not called, such as `true` or `empty`. */
function propertyWord(name: string, subject: Value, reading: Reading): WordResult {
  if (['include', 'includes', 'contain', 'contains'].includes(name)) return { flag: 'contains' }
  if (name === 'a' || name === 'an') return {}
  if (name === 'length' || name === 'lengthOf') return { subject: { kind: 'length', of: subject } }
  const isNegated = reading.flags.has('not')
  const checks = isNegated
    ? negatedProperty(name, subject, reading)
    : positiveProperty(name, subject, reading)
  return checks === undefined ? undefined : { checks }
}

function positiveProperty(name: string, subject: Value, { facts }: Reading): readonly Check[] | undefined {
  switch (name) {
    case 'true':
    case 'false':
      if (subject.kind === 'condition') return name === 'true' ? subject.checks : undefined
      return equalTo(subject, { kind: 'literal', value: name === 'true' }, false)
    case 'null':
      return equalTo(subject, { kind: 'literal', value: null }, false)
    case 'exist':
      return presentAndNotNull(subject)
    case 'empty':
      return emptyChecks(subject)
    case 'undefined':
      return missing(subject)
    case 'ok':
      return truthy(subject, facts)
    default:
      return undefined
  }
}

function negatedProperty(name: string, subject: Value, { facts }: Reading): readonly Check[] | undefined {
  switch (name) {
    case 'empty':
      return notEmptyChecks(subject, facts)
    case 'undefined':
      return present(subject)
    case 'null':
      return notEqualTo(subject, { kind: 'literal', value: null }, facts, false)
    case 'true':
    case 'false':
      return notEqualTo(subject, { kind: 'literal', value: name === 'true' }, facts, false)
    default:
      return undefined
  }
}

const aliases: Readonly<Record<string, string>> = {
  eq: 'equal',
  equals: 'equal',
  eqls: 'eql',
  an: 'a',
  includes: 'include',
  contain: 'include',
  contains: 'include',
  matches: 'match',
  gt: 'above',
  greaterThan: 'above',
  lt: 'below',
  lessThan: 'below',
  gte: 'least',
  greaterThanOrEqual: 'least',
  lte: 'most',
  lessThanOrEqual: 'most',
  lengthOf: 'length',
  key: 'keys',
}

const numbers = {
  above: ['greater-than', 'at-most'],
  below: ['less-than', 'at-least'],
  least: ['at-least', 'less-than'],
  most: ['at-most', 'greater-than'],
} as const

function methodChecks(link: Link, subject: Value, reading: Reading): readonly Check[] | undefined {
  const { evaluate, facts, flags } = reading
  const name = Object.hasOwn(aliases, link.name) ? aliases[link.name] : link.name
  const expected = evaluate(link.arguments?.[0])
  const isNegated = flags.has('not')
  switch (name) {
    case 'equal':
    case 'eql':
      return expected && equality(subject, expected, name === 'eql' || flags.has('deep'), reading)
    case 'include':
      return expected && includeChecks(subject, expected, reading)
    case 'string':
      return stringChecks(subject, expected, isNegated)
    case 'match':
      return isNegated || link.arguments?.[0] === undefined
        ? undefined
        : patternChecks(subject, link.arguments[0], facts)
    case 'above':
    case 'below':
    case 'least':
    case 'most':
      return expected && numberChecks(subject, name, expected, reading)
    case 'within':
      return isNegated ? undefined : within(subject, link, reading)
    case 'length':
      return expected && !isNegated ? lengthChecks(subject, 'equal', expected, facts) : undefined
    case 'oneOf':
      return expected && !flags.has('contains')
        ? oneOfChecks(subject, expected, isNegated, flags.has('deep'))
        : undefined
    case 'satisfy':
      return isNegated ? undefined : statusChoice(subject, link.arguments?.[0])
    case 'members':
      return expected && !isNegated ? memberChecks(subject, expected, flags.has('contains')) : undefined
    default:
      return isNegated ? undefined : shapeChecks(name ?? '', link, subject, reading)
  }
}

function shapeChecks(
  name: string,
  link: Link,
  subject: Value,
  reading: Reading,
): readonly Check[] | undefined {
  const expected = reading.evaluate(link.arguments?.[0])
  const literal = expected?.kind === 'literal' ? expected.value : undefined
  switch (name) {
    case 'a':
      return typeof literal === 'string' ? typeChecks(subject, literal.toLowerCase()) : undefined
    case 'keys':
      return keyChecks(link, subject, reading)
    case 'jsonSchema':
      return link.arguments?.length === 1 ? valueSchemaCheck(subject, literal) : undefined
    default:
      return undefined
  }
}

const types = new Set(['string', 'number', 'boolean', 'null', 'array', 'object'])

function typeChecks(subject: Value, type: string): readonly Check[] | undefined {
  return types.has(type) ? ofType(subject, type) : undefined
}

function equality(
  subject: Value,
  expected: Value,
  isDeep: boolean,
  { flags, facts }: Reading,
): readonly Check[] | undefined {
  const isNegated = flags.has('not')
  if (isExpectation(subject, expected)) return isNegated ? undefined : equalTo(expected, subject, isDeep)
  if (subject.kind === 'condition')
    return expected.kind === 'literal' && expected.value === true && !isNegated ? subject.checks : undefined
  if (subject.kind === 'length')
    return isNegated ? undefined : lengthChecks(subject.of, 'equal', expected, facts)
  return isNegated ? notEqualTo(subject, expected, facts, isDeep) : equalTo(subject, expected, isDeep)
}

function numberChecks(
  subject: Value,
  name: keyof typeof numbers,
  expected: Value,
  { flags, facts }: Reading,
): readonly Check[] | undefined {
  const [operator, opposite] = numbers[name]
  if (subject.kind === 'length')
    return flags.has('not') ? undefined : lengthChecks(subject.of, name, expected, facts)
  return compare(subject, flags.has('not') ? opposite : operator, expected)
}

function within(subject: Value, link: Link, { evaluate }: Reading): readonly Check[] | undefined {
  const [from, to] = (link.arguments ?? []).map(node => evaluate(node))
  if (from === undefined || to === undefined) return undefined
  const bounds = [compare(subject, 'at-least', from), compare(subject, 'at-most', to)]
  return bounds.every(bound => bound !== undefined) ? bounds.flat() : undefined
}

/** `string("part")`: text that includes this one. */
function stringChecks(
  subject: Value,
  expected: Value | undefined,
  isNegated: boolean,
): readonly Check[] | undefined {
  if (expected?.kind !== 'literal' || typeof expected.value !== 'string' || isNegated) return undefined
  if (subject.kind !== 'body') return textCheck(subject, 'contains', expected.value)
  return allOf(checkOf(subject, 'contains', expected.value), checkOf(subject, 'has-type', 'string'))
}
