import { type CookieTarget, type Expectation, isQuantifier, type Target } from '../../model/expectation.ts'
import type { JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { valueText } from '../../util/value-text.ts'
import { isDenied } from '../../validations/operators/exists.ts'
import { boundsOf } from '../../validations/operators/within.ts'
import { emptyOperand, neverEmpty, unfitForWhole } from '../../validations/several-values.ts'
import { expectedNumber } from '../../validations/to-number.ts'
import type { AnswerConditions, Comparison } from '../written-checks.ts'
import { buildPattern } from './build-pattern.ts'
import { expectedOf, isNumber, isOfCookie, isText, numberOf } from './expected-value.ts'
import { programPath } from './program-path.ts'
import type { ProgramScope } from './program-scope.ts'
import type { JsonType, Predicate, Sign, Value } from './test-program.ts'
import { typeOfValue } from './value-type.ts'

/** An operator and what it compares with. */
export type WrittenExpectation = Pick<Expectation, 'operator' | 'expected' | 'inner'>

/** Why something cannot be written as a test. */
export interface Refusal {
  readonly why: string
}

/** The predicate that holds where a comparison does, or why that cannot be said in code. */
export function buildComparison(
  { target, expectation }: Comparison,
  scope: ProgramScope,
): Predicate | Refusal {
  if (target.kind === 'schema' || expectation === undefined)
    return { why: 'there is no JSON Schema without a library' }
  if (target.kind === 'snapshot') return { why: 'its file is compared and written by apitest alone' }
  const subject = subjectOf(target, scope)
  if (subject === undefined) return { why: 'the code has no word for such a target' }
  return buildPredicate(subject, expectation, scope)
}

/** For which answers something counts; undefined when one of its comparisons cannot be said in code. */
export function buildConditions(
  { when, unless }: AnswerConditions,
  scope: ProgramScope,
): Predicate | undefined {
  const joinedTerms = (comparisons: readonly Comparison[]): Predicate | undefined => {
    const terms = comparisons.map(comparison => buildComparison(comparison, scope))
    return terms.every(isPredicate) ? allOf(terms) : undefined
  }
  const terms = [
    ...when.map(joinedTerms),
    ...unless.map(comparisons => {
      const term = joinedTerms(comparisons)
      return term === undefined ? undefined : not(term)
    }),
  ]
  return terms.every(term => term !== undefined) ? allOf(terms) : undefined
}

/** True where it could be written. */
export function isPredicate(built: Predicate | Refusal): built is Predicate {
  return 'kind' in built
}

/** The value of a target of an answer in a program; undefined for what code has no word for. */
export function subjectOf(target: Target, scope: ProgramScope): Value | undefined {
  if (scope.isAfterSteps && target.kind !== 'variable') {
    const part = target.kind === 'json-path' ? programPath(target.path) : undefined
    return part?.kind === 'json' ? scope.leftAt(part.path) : undefined
  }
  switch (target.kind) {
    case 'status':
      return { kind: 'status' }
    case 'time':
      return { kind: 'duration' }
    case 'text':
      return { kind: 'body-text' }
    case 'header':
      return target.name.includes('{{') ? undefined : { kind: 'header', name: target.name }
    case 'cookie':
      return cookieSubject(target)
    case 'json-path':
      return programPath(target.path)
    case 'url':
      return scope.target.knowsUrl === true ? { kind: 'url' } : undefined
    case 'variable':
      return scope.subject(target.name)
    default:
      return undefined
  }
}

function cookieSubject({ name, part }: CookieTarget): Value | undefined {
  if (name.includes('{{')) return undefined
  const attribute = part === 'max-age' ? part : (part?.replace('-', '') ?? 'value')
  return { kind: 'json', root: 'cookies', path: [name, attribute] }
}

/**
 * One comparison of a value; the refusal names what it lacks. What a variable makes empty holds for nothing: in a run it fails,
 * too.
 */
export function buildPredicate(
  subject: Value,
  expectation: WrittenExpectation,
  scope: ProgramScope,
): Predicate | Refusal {
  const lost = lostDigits(subject, expectation, scope)
  if (lost !== undefined) return lost
  const filled = filledOperand(expectation, scope)
  if (!isPredicate(filled)) return filled
  const built = buildComparing(subject, expectation, scope)
  return isPredicate(built) && (filled.kind !== 'all' || filled.of.length > 0) ? all(filled, built) : built
}

/** That an operand has a number which code does not tell from those near it. */
function lostDigits(
  subject: Value,
  { operator, expected }: WrittenExpectation,
  scope: ProgramScope,
): Refusal | undefined {
  if (isText(subject) && !ordering.has(operator)) return undefined
  const number = scope.unheld(expected)
  return number === undefined
    ? undefined
    : { why: `the tests do not tell ${number.text} from numbers near it` }
}

const ordering: ReadonlySet<string> = new Set(['greater-than', 'less-than', 'at-least', 'at-most', 'within'])

/** That an operand which is nothing but a variable is not empty, as far as that is not known already. */
function filledOperand({ operator, expected }: WrittenExpectation, scope: ProgramScope): Predicate | Refusal {
  const isLone = typeof expected === 'string' && /^\{\{[^{}]*\}\}$/.test(expected)
  if (!isLone || !neverEmpty.has(operator)) return { kind: 'all', of: [] }
  if (operator.endsWith('one-of')) return { why: 'the code has no word for a list that a variable holds' }
  const value = scope.expected(expected)
  if (value.kind !== 'literal') return { kind: 'exists', value }
  return emptyOperand({ operator, expected: value.value, written: expected }) === undefined
    ? { kind: 'all', of: [] }
    : { why: `${expected} is empty` }
}

function buildComparing(
  subject: Value,
  expectation: WrittenExpectation,
  scope: ProgramScope,
): Predicate | Refusal {
  const { operator, expected, inner = [] } = expectation
  if (isQuantifier(operator)) return itemPredicate(operator, subject, inner, scope)
  switch (operator) {
    case 'equals':
      return equals(subject, expected, scope)
    case 'not-equals':
      return differs(subject, expectation, seems(subject, expected, scope))
    case 'same-as':
      return isText(subject)
        ? equals(subject, expected, scope)
        : { kind: 'equal', actual: subject, expected: scope.expected(expected), as: 'json' }
    case 'within':
      return within(subject, expected)
    case 'contains':
      return withoutNull(subject, expected, contains(subject, expected, scope))
    case 'not-contains':
      return all(present(subject), not(containsAnywhere(subject, expected, scope)))
    case 'greater-than':
    case 'less-than':
    case 'at-least':
    case 'at-most':
      return compared(subject, signs[operator], expected, scope)
    case 'exists':
      return existence(subject, isDenied(expected))
    case 'missing':
      return isDenied(expected) ? present(subject) : missing(subject)
    case 'matches-regex':
    case 'not-matches-regex': {
      const found = matchesRegex(subject, expected, scope)
      if (!isPredicate(found)) return found
      if (operator === 'matches-regex')
        return mayFit(expected, ['null']) ? all(found, notNull(subject)) : found
      return all(differs(subject, expectation, found), notNull(subject))
    }
    case 'starts-with':
    case 'ends-with':
      return withoutNull(subject, expected, {
        kind: operator,
        text: asText(subject, mayBeginOrEndNumber(expected)),
        part: scope.text(valueText(expected)),
      })
    case 'one-of':
      return oneOf(subject, isList(expected) ? expected : [expected], scope)
    case 'not-one-of':
      return differs(
        subject,
        expectation,
        seemsOneOf(subject, isList(expected) ? expected : [expected], scope),
      )
    case 'has-type':
      return { kind: 'is', value: subject, type: valueText(expected) as JsonType }
    case 'has-length':
      return hasLength(subject, expectation, scope)
    case 'unique':
    case 'is-sorted':
    case 'later-than':
    case 'earlier-than':
      return { why: `the code has no word for ${operator}` }
    case 'matches':
      return { kind: 'matches', actual: subject, pattern: buildPattern(expected, scope) }
  }
}

const signs = { 'greater-than': '>', 'less-than': '<', 'at-least': '>=', 'at-most': '<=' } as const

/** Everything of it. */
export function all(...terms: readonly Predicate[]): Predicate {
  return allOf(terms)
}

function allOf(terms: readonly Predicate[]): Predicate {
  const flat = terms.flatMap(term => (term.kind === 'all' ? term.of : [term]))
  const [only, ...others] = flat
  return only !== undefined && others.length === 0 ? only : { kind: 'all', of: flat }
}

/** The opposite. */
export function not(of: Predicate): Predicate {
  return of.kind === 'not' ? of.of : { kind: 'not', of }
}

function equals(subject: Value, expected: JsonValue, scope: ProgramScope): Predicate {
  if (subject.kind === 'status' && /^[1-5]xx$/.test(valueText(expected)))
    return statusClass(subject, Number(valueText(expected)[0]))
  return { kind: 'equal', actual: subject, ...expectedOf(subject, expected, scope) }
}

function statusClass(subject: Value, digit: number): Predicate {
  return all(bound(subject, '>=', digit * 100), bound(subject, '<', digit * 100 + 100))
}

function bound(actual: Value, sign: Sign, value: number): Predicate {
  return { kind: 'compare', actual, sign, expected: { kind: 'literal', value } }
}

/** That a value is there, can be compared, and is not so. */
function differs(subject: Value, expectation: WrittenExpectation, holds: Predicate): Predicate {
  const { expected } = expectation
  // Braces in front are those of a placeholder, and not of an object that is written as text.
  const known = typeof expected === 'string' ? expected.replace(/^\{\{[^{}]*\}\}/, 'x') : expected
  const isOfOne =
    !isText(subject) &&
    !isNumber(subject) &&
    unfitForWhole([], { ...expectation, expected: known }) !== undefined
  return all(isOfOne ? { kind: 'is-single', value: subject } : present(subject), not(holds))
}

function notNull(subject: Value): Predicate {
  if (isText(subject) || isNumber(subject)) return { kind: 'all', of: [] }
  return not({ kind: 'is', value: subject, type: 'null' })
}

/** The predicate for a part of a text, which does not hold for null, whatever stands in the word for it. */
function withoutNull(subject: Value, expected: JsonValue, holds: Predicate): Predicate {
  return typeof expected === 'string' && 'null'.includes(expected) ? all(holds, notNull(subject)) : holds
}

function present(subject: Value): Predicate {
  if (isNumber(subject)) return { kind: 'all', of: [] }
  return subject.kind === 'json-list'
    ? { kind: 'exists', value: subject }
    : { kind: 'present', value: subject }
}

/** The text of a number or boolean, which both the value and its text equal. */
function anyType(subject: Value, expected: JsonValue): JsonValue {
  const isTyped = typeof expected === 'number' || typeof expected === 'boolean'
  return isTyped && !isText(subject) && !isNumber(subject) ? valueText(expected) : expected
}

/** That a value is as expected, but perhaps for its type. */
function seems(subject: Value, expected: JsonValue, scope: ProgramScope): Predicate {
  return spelled(subject, [expected]) ?? equals(subject, anyType(subject, expected), scope)
}

/** The same of one of several; beside null types are taken as they are. */
function seemsOneOf(subject: Value, expected: readonly JsonValue[], scope: ProgramScope): Predicate {
  if (expected.includes(null)) return oneOf(subject, expected, scope)
  const numbers = expected.filter(one => spelled(subject, [one]) !== undefined)
  const number = spelled(subject, numbers)
  if (number === undefined) return oneOf(subject, anyTypes(subject, expected), scope)
  const others = expected.filter(one => !numbers.includes(one))
  if (others.length === 0) return number
  return { kind: 'some', of: [oneOf(subject, anyTypes(subject, others), scope), number] }
}

/** That a value is one of these numbers, or a text of one: `10`, `10.00` or `010`. Undefined where other texts may be. */
function spelled(subject: Value, numbers: readonly JsonValue[]): Predicate | undefined {
  const spellings = numbers.map(one => (typeof one === 'number' ? spellingOf(one) : undefined))
  if (isNumber(subject) || spellings.length === 0 || spellings.includes(undefined)) return undefined
  const [only = '', ...others] = spellings
  const value = others.length === 0 ? `^${only}$` : `^(?:${spellings.join('|')})$`
  const text: Value = isText(subject) ? subject : { kind: 'text-of', of: subject }
  return { kind: 'matches-regex', text, pattern: { kind: 'literal', value } }
}

function spellingOf(number: number): string | undefined {
  const [, sign = '', whole, fraction] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(number)) ?? []
  if (whole === undefined) return undefined
  if (number === 0) return String.raw`-?0+(?:\.0*)?`
  const end = fraction === undefined ? String.raw`(?:\.0*)?` : String.raw`\.${fraction}0*`
  return `${sign}0*${whole === '0' ? '' : whole}${end}`
}

function anyTypes(subject: Value, expected: readonly JsonValue[]): readonly JsonValue[] {
  return expected.includes(null) ? expected : expected.map(one => anyType(subject, one))
}

function contains(subject: Value, expected: JsonValue, scope: ProgramScope): Predicate {
  if (isText(subject) || isNumber(subject))
    return { kind: 'includes', text: asText(subject, true), part: scope.text(valueText(expected)) }
  const item: Value = { kind: 'json', root: 'item', path: [] }
  const anyItem: Predicate = { kind: 'any', list: subject, holds: equals(item, expected, scope) }
  if (isObject(expected)) {
    if (subject.kind === 'json-list') return anyItem
    const pattern = buildPattern(expected, scope, 'members')
    return { kind: 'some', of: [{ kind: 'matches', actual: subject, pattern }, anyItem] }
  }
  return { kind: 'contains', actual: subject, ...expectedOf(item, expected, scope) }
}

/**
 * A text must stand nowhere in a list, not even as a part of an item; a number or boolean not as a text, either; and no item may
 * have all members of an object, whatever else it has.
 */
function containsAnywhere(subject: Value, expected: JsonValue, scope: ProgramScope): Predicate {
  const item: Value = { kind: 'json', root: 'item', path: [] }
  if (isObject(expected) && !isText(subject)) {
    const members = Object.entries(expected).map(([key, value]) => [key, anyType(item, value)] as const)
    const pattern = buildPattern(Object.fromEntries(members), scope, 'members')
    const anyItem: Predicate = {
      kind: 'any',
      list: subject,
      holds: { kind: 'matches', actual: item, pattern },
    }
    return subject.kind === 'json-list'
      ? anyItem
      : { kind: 'some', of: [{ kind: 'matches', actual: subject, pattern }, anyItem] }
  }
  if (isText(subject) || typeof expected !== 'string')
    return contains(subject, anyType(subject, expected), scope)
  return { kind: 'includes', text: { kind: 'text-of', of: subject }, part: scope.text(expected) }
}

function compared(subject: Value, sign: Sign, expected: JsonValue, scope: ProgramScope): Predicate {
  const actual: Value = isText(subject) ? { kind: 'number-of', of: subject } : subject
  return { kind: 'compare', actual, sign, expected: numberOf(scope.expected(expected)) }
}

/** A number between two. */
function within(subject: Value, expected: JsonValue): Predicate | Refusal {
  const bounds = boundsOf(expected)
  if (bounds === undefined) return { why: 'the code has no word for a distance that is not known' }
  const actual: Value = isText(subject) ? { kind: 'number-of', of: subject } : subject
  return all(bound(actual, '>=', Number(bounds[0])), bound(actual, '<=', Number(bounds[1])))
}

function existence(subject: Value, isDenied: boolean): Predicate {
  if (!isDenied) return { kind: 'exists', value: subject }
  // Without the cookie there is nothing of it; of several by that name nothing is known.
  if (isOfCookie(subject))
    return {
      kind: 'some',
      of: [subject.path.slice(0, 1), subject.path].map(path => ({
        kind: 'absent',
        part: { ...subject, path },
      })),
    }
  const isPath = subject.kind === 'json' || subject.kind === 'json-list'
  return isPath && subject.path.length > 0
    ? { kind: 'absent', part: subject }
    : { kind: 'empty', value: subject }
}

/** Nothing at all, and nothing in the way to it. */
function missing(subject: Value): Predicate {
  if (subject.kind === 'json-list') return existence(subject, true)
  const gone = not(present(subject))
  return subject.kind === 'json' ? all(existence(subject, true), gone) : gone
}

function matchesRegex(subject: Value, expected: JsonValue, scope: ProgramScope): Predicate | Refusal {
  const pattern = valueText(expected)
  const isKnown = !pattern.includes('{{')
  if (isKnown && !isJavaScriptPattern(pattern)) return { why: 'no two languages agree on this pattern' }
  return {
    kind: 'matches-regex',
    text: asText(subject, mayFit(expected, numbersAndTheLike)),
    pattern: isKnown ? { kind: 'literal', value: pattern } : scope.text(pattern),
  }
}

function isJavaScriptPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern.replace(/^\(\?i\)/, '')) instanceof RegExp
  } catch {
    return false
  }
}

/** A value as text. One that can only hold as a text needs no change. */
function asText(subject: Value, mayBeNumber: boolean): Value {
  return typeOfValue(subject) === 'text' || !mayBeNumber ? subject : { kind: 'text-of', of: subject }
}

/** True where one of these texts may fit a pattern. */
function mayFit(expected: JsonValue, texts: readonly string[]): boolean {
  const pattern = valueText(expected)
  if (pattern.includes('{{')) return true
  const regex = new RegExp(pattern.replace(/^\(\?i\)/, ''), pattern.startsWith('(?i)') ? 'i' : '')
  return texts.some(text => regex.test(text))
}

const numbersAndTheLike = [
  ...Array.from({ length: 1000 }, (_, index) => String(index)),
  ...['-12', '12345', '1234567890', '3.14', 'true', 'false', 'null'],
]

function mayBeginOrEndNumber(expected: JsonValue): boolean {
  return (
    typeof expected !== 'string' || expected.includes('{{') || /^[-\d]|\d$|^(t|f|n)\w*$|e$|l$/.test(expected)
  )
}

function oneOf(subject: Value, expected: readonly JsonValue[], scope: ProgramScope): Predicate {
  const hasClass = subject.kind === 'status' && expected.some(item => /^[1-5]xx$/.test(valueText(item)))
  if (hasClass) return { kind: 'some', of: expected.map(item => equals(subject, item, scope)) }
  const values = expected.map(item => expectedOf(subject, item, scope))
  const isLoose = values.some(({ as }) => as === 'loose')
  const as = isLoose ? 'loose' : (values[0]?.as ?? 'json')
  return { kind: 'one-of', actual: subject, expected: values.map(one => one.expected), as }
}

function hasLength(
  subject: Value,
  { expected, inner }: WrittenExpectation,
  scope: ProgramScope,
): Predicate | Refusal {
  const length: Value = { kind: 'length', of: subject }
  // There must be nothing in the way to no values at all.
  if (subject.kind === 'json-list' && expectedNumber(expected) === 0) return existence(subject, true)
  if (inner === undefined) return equals(length, expected, scope)
  const bounds = inner.map(one => buildPredicate(length, one, scope))
  const refused = bounds.find(one => !isPredicate(one))
  if (refused !== undefined) return refused
  const namesNone = inner.some(one => expectedNumber(one.expected) === 0)
  const isFilled: readonly Predicate[] =
    subject.kind === 'json-list' && !namesNone ? [{ kind: 'exists', value: subject }] : []
  return allOf([...isFilled, ...bounds.filter(isPredicate)])
}

/** Every item, one item, or none of the items, of which there must be one. */
function itemPredicate(
  operator: 'each' | 'any' | 'none',
  list: Value,
  inner: readonly WrittenExpectation[],
  scope: ProgramScope,
): Predicate | Refusal {
  const item: Value = { kind: 'json', root: 'item', path: [] }
  const terms = inner.map(one => buildPredicate(item, one, scope))
  const refused = terms.find(term => !isPredicate(term))
  if (refused !== undefined) return refused
  const built = terms.filter(isPredicate)
  if (operator === 'each') return { kind: 'each', list, holds: allOf(built) }
  if (operator === 'any') return { kind: 'any', list, holds: allOf(built) }
  const misfits = inner.map(one => misfit(item, one, scope))
  const lacking = misfits.find(term => !isPredicate(term))
  if (lacking !== undefined) return lacking
  const some = misfits.filter(isPredicate)
  const [only, ...others] = some
  return {
    kind: 'each',
    list,
    holds: only !== undefined && others.length === 0 ? only : { kind: 'some', of: some },
  }
}

/** That an item does not fit; one that cannot be compared does not prove that. */
function misfit(item: Value, expectation: WrittenExpectation, scope: ProgramScope): Predicate | Refusal {
  const { operator, expected } = expectation
  const filled = filledOperand(expectation, scope)
  if (!isPredicate(filled)) return filled
  const holds =
    operator === 'equals'
      ? seems(item, expected, scope)
      : operator === 'one-of' && isList(expected)
        ? seemsOneOf(item, expected, scope)
        : buildComparing(
            item,
            { ...expectation, expected: operator === 'matches' ? anyTypeWithin(expected) : expected },
            scope,
          )
  if (!isPredicate(holds)) return holds
  if (['greater-than', 'less-than', 'at-least', 'at-most', 'within'].includes(operator))
    return all({ kind: 'is', value: item, type: 'number' }, not(holds))
  const differing = all(filled, differs(item, expectation, holds))
  return operator === 'not-matches-regex' ? all(differing, notNull(item)) : differing
}

function anyTypeWithin(expected: JsonValue): JsonValue {
  if (isList(expected)) return expected.map(anyTypeWithin)
  if (isObject(expected))
    return Object.fromEntries(Object.entries(expected).map(([key, part]) => [key, anyTypeWithin(part)]))
  return anyType({ kind: 'json', root: 'item', path: [] }, expected)
}
