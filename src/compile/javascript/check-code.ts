import type { OperatorName } from '../../model/expectation.ts'
import type { JsonValue } from '../../model/json.ts'
import { isList } from '../../util/is-json.ts'
import { valueText } from '../../util/value-text.ts'
import { expectedNumber } from '../../validations/to-number.ts'
import type { CodeScope } from './code-scope.ts'
import { printText } from './print-text.ts'

/** What is looked at, as an expression. */
export interface Subject {
  readonly code: string
  /** Whether it is text or missing, and never JSON: a header, the body's text. */
  readonly textual: boolean
  /** Whether it is always a number: a status, a time. */
  readonly numeric?: boolean
}

/** One comparison as an expression that is true when it holds; undefined for a pattern that JavaScript cannot read. */
export function checkCode(
  subject: Subject,
  operator: OperatorName,
  expected: JsonValue,
  scope: CodeScope,
): string | undefined {
  const { code } = subject
  switch (operator) {
    case 'equals':
      return equals(subject, expected, scope)
    case 'not-equals':
      return `${present(subject)} && !(${equals(subject, expected, scope)})`
    case 'same-as':
      return sameAs(subject, expected, scope)
    case 'contains':
      return contains(subject, expected, scope)
    case 'not-contains':
      return `${present(subject)} && !${contains(subject, expected, scope)}`
    case 'greater-than':
      return compared(subject, '>', expected, scope)
    case 'less-than':
      return compared(subject, '<', expected, scope)
    case 'at-least':
      return compared(subject, '>=', expected, scope)
    case 'at-most':
      return compared(subject, '<=', expected, scope)
    case 'exists':
      return `${expected === false || expected === 'false' ? '!' : ''}${scope.helper('exists')}(${code})`
    case 'matches-regex':
      return matchesRegex(subject, valueText(expected), scope)
    case 'starts-with':
      return `${present(subject)} && ${asText(subject, scope)}.startsWith(${scope.text(valueText(expected))})`
    case 'ends-with':
      return `${present(subject)} && ${asText(subject, scope)}.endsWith(${scope.text(valueText(expected))})`
    case 'one-of':
      return oneOf(subject, isList(expected) ? expected : [expected], scope)
    case 'not-one-of':
      return `${present(subject)} && !${oneOf(subject, isList(expected) ? expected : [expected], scope)}`
    case 'has-type':
      return hasType(code, valueText(expected))
    case 'has-length':
      return `${scope.helper('lengthOf')}(${code}) === ${numberCode(expected, scope)}`
    case 'matches':
      return `${scope.helper('matches')}(${code}, ${scope.value(expected)})`
  }
}

function equals(subject: Subject, expected: JsonValue, scope: CodeScope): string {
  const { code, textual } = subject
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

function contains({ code, textual }: Subject, expected: JsonValue, scope: CodeScope): string {
  if (textual) return `(${code} ?? '').includes(${scope.text(valueText(expected))})`
  return `${scope.helper('contains')}(${code}, ${scope.value(expected)})`
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

function numberCode(expected: JsonValue, scope: CodeScope): string {
  const known = expectedNumber(expected)
  if (known !== undefined) return String(known)
  return `Number(${scope.value(expected)})`
}

function oneOf(subject: Subject, expected: readonly JsonValue[], scope: CodeScope): string {
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

function matchesRegex(subject: Subject, pattern: string, scope: CodeScope): string | undefined {
  const code = regexCode(pattern, scope)
  return code === undefined ? undefined : `${present(subject)} && ${code}.test(${asText(subject, scope)})`
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

function present({ code, textual }: Subject): string {
  return textual ? `${code} != null` : `${code} !== undefined`
}

function asText({ code, textual }: Subject, scope: CodeScope): string {
  return textual ? code : `${scope.helper('textOf')}(${code})`
}
