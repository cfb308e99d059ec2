import type { Expectation } from '../../model/expectation.ts'
import type { JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { valueText } from '../../util/value-text.ts'
import { parseDuration } from '../../util/duration.ts'
import { boundsOf } from '../../validations/operators/within.ts'
import { unfitForWhole } from '../../validations/several-values.ts'
import { expectedNumber } from '../../validations/to-number.ts'
import type { CodeScope } from './code-scope.ts'
import type { PathCode } from './path-code.ts'
import { printText } from './print-text.ts'

/** What is looked at, as an expression. */
export interface Subject {
  readonly code: string
  /** Whether it is text or missing, and never JSON: a header, the body's text. */
  readonly textual: boolean
  /** Whether it is always a number: a status, a time. */
  readonly numeric?: boolean
  /** Whether it is the list of what a path selects. */
  readonly several?: boolean
  /** The path of it, where it is a part of the body. */
  readonly path?: Pick<PathCode, 'root' | 'steps'>
}

/** An operator and what it compares with, in braces what is not yet known. */
export type WrittenExpectation = Pick<Expectation, 'operator' | 'expected' | 'inner'>

/** One comparison as an expression that is true when it holds; undefined for a pattern that JavaScript cannot read. */
export function checkCode(
  subject: Subject,
  expectation: WrittenExpectation,
  scope: CodeScope,
): string | undefined {
  const { operator, expected, inner } = expectation
  switch (operator) {
    case 'equals':
      return equals(subject, expected, scope)
    case 'not-equals':
      return `${fit(subject, expectation, scope)} && !(${equals(subject, anyType(subject, expected), scope)})`
    case 'same-as':
      return sameAs(subject, expected, scope)
    case 'within':
      return within(subject, expected)
    case 'contains':
      return contains(subject, expected, scope)
    case 'not-contains':
      return `${present(subject)} && !${contains(subject, expected, scope, 'holdsNearly')}`
    case 'greater-than':
    case 'less-than':
    case 'at-least':
    case 'at-most':
      return compared(subject, comparisons[operator], expected, scope)
    case 'exists':
      return existence(subject, expected === false || expected === 'false', scope)
    case 'matches-regex':
      return matchesRegex(subject, expectation, scope)
    case 'not-matches-regex': {
      const code = patternCode(subject, expected, scope)
      return code === undefined ? undefined : `${fit(subject, expectation, scope)} && !${code}`
    }
    case 'starts-with':
    case 'ends-with':
      return `${fit(subject, expectation, scope)} && ${asText(subject, scope)}.${textMethods[operator]}(${scope.text(valueText(expected))})`
    case 'one-of':
      return oneOf(subject, isList(expected) ? expected : [expected], scope)
    case 'not-one-of':
      return `${fit(subject, expectation, scope)} && !${oneOf(subject, anyTypes(subject, isList(expected) ? expected : [expected]), scope)}`
    case 'has-type':
      return hasType(subject.code, valueText(expected))
    case 'has-length':
      return inner === undefined
        ? `${scope.helper('lengthOf')}(${subject.code}) === ${numberCode(expected, scope)}`
        : hasLength(subject, inner, scope)
    case 'unique':
    case 'is-sorted':
    case 'later-than':
    case 'earlier-than':
      return undefined
    case 'matches':
      return `${scope.helper('matches')}(${subject.code}, ${scope.value(expected)})`
    case 'each':
    case 'any':
      return itemCode(operator, subject, inner, scope, item =>
        allOf((inner ?? []).map(one => checkCode(item, one, scope))),
      )
    case 'none':
      return itemCode('each', subject, inner, scope, item => misfit(item, inner ?? [], scope))
  }
}

const comparisons = { 'greater-than': '>', 'less-than': '<', 'at-least': '>=', 'at-most': '<=' } as const

const textMethods = { 'starts-with': 'startsWith', 'ends-with': 'endsWith' } as const

/** Whether there is something, or nothing and nothing in its way either. */
function existence({ code, path }: Subject, isDenied: boolean, scope: CodeScope): string {
  if (!isDenied) return `${scope.helper('exists')}(${code})`
  if (path === undefined || path.steps.length === 0) return `!${scope.helper('exists')}(${code})`
  return `${scope.helper('isAbsent')}(${path.root}, ${stepsCode(path.steps)})`
}

function stepsCode(steps: PathCode['steps']): string {
  return `[${steps.map(step => (typeof step === 'string' ? printText(step) : String(step))).join(', ')}]`
}

/** A function of one item over the items of a list, of which there must be one. */
function itemCode(
  helper: 'each' | 'any',
  { code }: Subject,
  inner: readonly WrittenExpectation[] = [],
  scope: CodeScope,
  body: (item: Subject) => string | undefined,
): string | undefined {
  const name = inner.some(({ operator }) => operator.endsWith('one-of')) ? 'one' : 'item'
  const holds = body({ code: name, textual: false })
  return holds === undefined ? undefined : `${scope.helper(helper)}(${code}, ${name} => ${holds})`
}

function allOf(codes: readonly (string | undefined)[]): string | undefined {
  return codes.every(code => code !== undefined) ? codes.map(inBrackets).join(' && ') : undefined
}

function inBrackets(code: string, _index: number, codes: readonly unknown[]): string {
  return codes.length > 1 && code.includes('||') ? `(${code})` : code
}

/** That an item does not fit; one that cannot be compared does not prove that. */
function misfit(
  item: Subject,
  [first, ...rest]: readonly WrittenExpectation[],
  scope: CodeScope,
): string | undefined {
  if (first === undefined) return 'false'
  const holds = nearlyHolds(item, first, scope)
  const others = rest.length === 0 ? undefined : misfit(item, rest, scope)
  if (holds === undefined || (rest.length > 0 && others === undefined)) return undefined
  const fits = fit(item, first, scope)
  const differs = others === undefined ? `!(${holds})` : `(!(${holds}) || (${others}))`
  return fits === '' ? differs : `${fits} && ${differs}`
}

/** The same of a value that may also differ by its type alone. */
function nearlyHolds(item: Subject, expectation: WrittenExpectation, scope: CodeScope): string | undefined {
  const { operator, expected } = expectation
  if (operator === 'contains') return contains(item, expected, scope, 'containsNearly')
  const near =
    operator === 'equals'
      ? anyType(item, expected)
      : operator === 'one-of' && isList(expected)
        ? anyTypes(item, expected)
        : operator === 'matches'
          ? anyTypeWithin(expected)
          : expected
  return checkCode(item, { ...expectation, expected: near }, scope)
}

/** The text of a number or boolean, which both the value and its text equal. */
function anyType({ textual, numeric }: Subject, expected: JsonValue): JsonValue {
  const isTyped = typeof expected === 'number' || typeof expected === 'boolean'
  return isTyped && !textual && numeric !== true ? valueText(expected) : expected
}

function anyTypes(subject: Subject, expected: readonly JsonValue[]): readonly JsonValue[] {
  return expected.includes(null) ? expected : expected.map(one => anyType(subject, one))
}

function anyTypeWithin(expected: JsonValue): JsonValue {
  if (isList(expected)) return expected.map(anyTypeWithin)
  if (isObject(expected))
    return Object.fromEntries(Object.entries(expected).map(([key, part]) => [key, anyTypeWithin(part)]))
  return anyType({ code: '', textual: false }, expected)
}

/** That a value is there and can be compared: not a list where one value is expected, and a number where numbers are. */
function fit(subject: Subject, { operator, expected }: WrittenExpectation, scope: CodeScope): string {
  const { code, textual, numeric } = subject
  if (['greater-than', 'less-than', 'at-least', 'at-most', 'within'].includes(operator))
    return textual || numeric === true ? present(subject) : `typeof ${code} === 'number'`
  if (operator === 'has-length') return `${scope.helper('lengthOf')}(${code}) !== undefined`
  const isOfOne = !textual && numeric !== true && unfitForWhole([], { operator, expected }) !== undefined
  return isOfOne ? `${scope.helper('isSingle')}(${code})` : present(subject)
}

function hasLength(
  { code, several }: Subject,
  bounds: readonly WrittenExpectation[],
  scope: CodeScope,
): string | undefined {
  const length = { code: `${scope.helper('lengthOf')}(${code})`, textual: false }
  const codes = bounds.map(bound => checkCode(length, bound, scope))
  const namesNone = bounds.some(bound => expectedNumber(bound.expected) === 0)
  return allOf(several === true && !namesNone ? [`${code}.length > 0`, ...codes] : codes)
}

function equals(subject: Subject, expected: JsonValue, scope: CodeScope): string {
  const { code, textual, numeric } = subject
  const [, digit] = numeric === true ? (/^([1-5])xx$/.exec(valueText(expected)) ?? []) : []
  if (digit !== undefined) return `Math.floor(${code} / 100) === ${digit}`
  if (textual) return `${code} === ${scope.text(valueText(expected))}`
  if (isPlain(expected)) return `${code} === ${scope.value(expected)}`
  return `${scope.helper('same')}(${code}, ${scope.value(expected)})`
}

function sameAs({ code, textual }: Subject, expected: JsonValue, scope: CodeScope): string {
  if (textual) return `${code} === ${scope.text(valueText(expected))}`
  const isScalar = typeof expected !== 'object' || expected === null
  const isKnown = isScalar && !(typeof expected === 'string' && expected.includes('{{'))
  if (isKnown) return `${code} === ${scope.value(expected)}`
  return `${scope.helper('sameJson')}(${code}, ${scope.value(expected)})`
}

/** Whether `===` gives the same answer as the rule of `equals`: text that could be a number's is not plain. */
function isPlain(expected: JsonValue): boolean {
  if (typeof expected !== 'string') return typeof expected !== 'object' || expected === null
  return !expected.includes('{{') && !/^(-?\d|true$|false$|null$|[[{])/.test(expected)
}

function contains(
  { code, textual }: Subject,
  expected: JsonValue,
  scope: CodeScope,
  helper: 'contains' | 'holdsNearly' | 'containsNearly' = 'contains',
): string {
  if (textual) return `(${code} ?? '').includes(${scope.text(valueText(expected))})`
  return `${scope.helper(helper)}(${code}, ${scope.value(expected)})`
}

function compared(
  { code, textual, numeric }: Subject,
  sign: string,
  expected: JsonValue,
  scope: CodeScope,
): string {
  if (textual) return `Number(${code} || undefined) ${sign} ${numberCode(expected, scope)}`
  const comparison = `${code} ${sign} ${numberCode(expected, scope)}`
  return numeric === true ? comparison : `typeof ${code} === 'number' && ${comparison}`
}

/** A number between two; undefined where they are not known. */
function within({ code, textual, numeric }: Subject, expected: JsonValue): string | undefined {
  const [least, most] = boundsOf(expected) ?? []
  if (least === undefined || most === undefined) return undefined
  const number = textual ? `Number(${code} || undefined)` : code
  const comparison = `${number} >= ${least} && ${number} <= ${most}`
  return textual || numeric === true ? comparison : `typeof ${code} === 'number' && ${comparison}`
}

function numberCode(expected: JsonValue, scope: CodeScope): string {
  const known = expectedNumber(expected) ?? parseDuration(valueText(expected))
  if (known !== undefined) return String(known)
  return `Number(${scope.value(expected)})`
}

function oneOf(subject: Subject, expected: readonly JsonValue[], scope: CodeScope): string {
  if (subject.numeric === true && expected.some(item => /^[1-5]xx$/.test(valueText(item))))
    return `(${expected.map(item => equals(subject, item, scope)).join(' || ')})`
  if (subject.textual) return `${scope.value(expected.map(valueText))}.includes(${subject.code})`
  if (expected.every(isPlain)) return `${scope.value(expected)}.includes(${subject.code})`
  return `${scope.value(expected)}.some(item => ${scope.helper('same')}(${subject.code}, item))`
}

const types: Readonly<Record<string, (code: string) => string>> = {
  integer: code => `Number.isInteger(${code})`,
  null: code => `${code} === null`,
  array: code => `Array.isArray(${code})`,
  object: code => `typeof ${code} === 'object' && ${code} !== null && !Array.isArray(${code})`,
}

function hasType(code: string, type: string): string {
  return types[type]?.(code) ?? `typeof ${code} === ${printText(type)}`
}

function matchesRegex(
  subject: Subject,
  expectation: WrittenExpectation,
  scope: CodeScope,
): string | undefined {
  const code = patternCode(subject, expectation.expected, scope)
  return code === undefined ? undefined : `${fit(subject, expectation, scope)} && ${code}`
}

function patternCode(subject: Subject, expected: JsonValue, scope: CodeScope): string | undefined {
  const code = regexCode(valueText(expected), scope)
  return code === undefined ? undefined : `${code}.test(${asText(subject, scope)})`
}

/** A pattern of a suite as an expression. `(?i)` in front ignores upper and lower case. */
export function regexCode(pattern: string, scope: CodeScope): string | undefined {
  if (pattern.includes('{{')) return `new RegExp(${scope.text(pattern)})`
  const [, flag, source = pattern] = /^(\(\?i\))(.*)$/s.exec(pattern) ?? []
  const flags = `${flag === undefined ? '' : 'i'}${/\\p\{|[^\0-\x7f]/u.test(source) ? 'u' : ''}`
  try {
    return new RegExp(source, flags).toString()
  } catch {
    return undefined
  }
}

function present({ code, textual, several }: Subject): string {
  if (several === true) return `${code}.length > 0`
  return textual ? `${code} != null` : `${code} !== undefined`
}

function asText({ code, textual }: Subject, scope: CodeScope): string {
  return textual ? code : `${scope.helper('textOf')}(${code})`
}
