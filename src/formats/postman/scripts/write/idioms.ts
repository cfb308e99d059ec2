import { hundredsOf } from '../../../../compile/written-checks.ts'
import type { JsonValue } from '../../../../model/json.ts'
import { nativeRegExp } from '../../../../patterns/index.ts'
import { parseTemplate } from '../../../../template/template.ts'
import { isList, isObject } from '../../../../util/is-json.ts'
import { isInherited } from '../body-path.ts'
import { samePattern } from '../same-pattern.ts'
import { isLongNumber, readsAsOtherType } from '../ambiguous-text.ts'
import type { WrittenTarget } from './write-target.ts'
import { valueExpression } from './write-value.ts'

/** How chai says an operator of numbers. */
export const numberWords: Readonly<Record<string, string>> = {
  equals: 'to.eql',
  'not-equals': 'to.not.eql',
  'greater-than': 'to.be.above',
  'less-than': 'to.be.below',
  'at-least': 'to.be.at.least',
  'at-most': 'to.be.at.most',
}

/** How chai says an operator of texts. */
const textWords: Readonly<Record<string, string>> = {
  equals: 'to.eql',
  contains: 'to.include',
  'not-contains': 'to.not.include',
}

/** Operators that only numbers can pass. */
export const orders = new Set(['greater-than', 'less-than', 'at-least', 'at-most'])

/** The usual spelling of a comparison, where it means exactly the same. */
export function idiom(
  target: WrittenTarget,
  operator: string,
  expected: JsonValue,
  type: JsonValue | undefined,
): string | undefined {
  const literal = literalOf(expected)
  if (literal === undefined) return undefined
  switch (target.kind) {
    case 'status':
    case 'time':
      return numberIdiom(target, operator, literal.value)
    case 'text':
    case 'header':
      if (target.kind === 'header' && operator === 'missing' && literal.value === true)
        return `pm.expect(${target.expression}).to.be.undefined`
      return typeof literal.value === 'string' ? textIdiom(target, operator, literal.value) : undefined
    case 'variable':
      return undefined
    case 'body':
      return bodyIdiom(target, operator, literal.value, type)
  }
}

/** The value, when no placeholder is in it; texts without the backslashes before their braces. */
function literalOf(expected: JsonValue): { readonly value: JsonValue } | undefined {
  const text = JSON.stringify(expected)
  if (!text.includes('{{')) return { value: expected }
  if (typeof expected !== 'string') return undefined
  const { parts } = parseTemplate(expected)
  return parts.every(part => typeof part === 'string') ? { value: parts.join('') } : undefined
}

function numberIdiom(
  { kind, expression }: WrittenTarget,
  operator: string,
  expected: JsonValue,
): string | undefined {
  if (
    operator === 'one-of' &&
    isList(expected) &&
    expected.length > 0 &&
    expected.every(item => typeof item === 'number')
  )
    return `pm.expect(${expression}).to.be.oneOf(${JSON.stringify(expected)})`
  if (kind === 'status' && operator === 'one-of' && isList(expected))
    return statusChoice(expression, expected)
  const hundreds = kind === 'status' && operator === 'equals' ? hundredsOf(expected) : undefined
  if (hundreds !== undefined) return `pm.response.to.be.${classWords[hundreds] ?? ''}`
  if (typeof expected !== 'number' || !Object.hasOwn(numberWords, operator)) return undefined
  if (kind === 'status' && operator === 'equals') return `pm.response.to.have.status(${expected})`
  return `pm.expect(${expression}).${numberWords[operator] ?? ''}(${expected})`
}

/** A choice of statuses with classes among them. */
function statusChoice(expression: string, expected: readonly JsonValue[]): string | undefined {
  const choices = expected.map(one => {
    const hundreds = hundredsOf(one)
    if (hundreds !== undefined) return `Math.floor(code / 100) === ${hundreds}`
    return typeof one === 'number' ? `code === ${one}` : undefined
  })
  return choices.length === 0 || choices.includes(undefined)
    ? undefined
    : `pm.expect(${expression}).to.satisfy(code => ${choices.join(' || ')})`
}

const classWords: Readonly<Record<number, string>> = {
  1: 'info',
  2: 'success',
  3: 'redirection',
  4: 'clientError',
  5: 'serverError',
}

function textIdiom(
  { kind, expression }: WrittenTarget,
  operator: string,
  expected: string,
): string | undefined {
  const text = JSON.stringify(expected)
  if (Object.hasOwn(textWords, operator))
    return `pm.expect(${expression}).${textWords[operator] ?? ''}(${text})`
  switch (operator) {
    case 'not-equals':
      return kind === 'text' ? `pm.expect(${expression}).to.not.eql(${text})` : undefined
    case 'starts-with':
      return `pm.expect(${expression}.startsWith(${text})).to.be.true`
    case 'ends-with':
      return `pm.expect(${expression}.endsWith(${text})).to.be.true`
    case 'matches':
      return expected === '<any>' && kind === 'header' ? `pm.expect(${expression}).to.exist` : undefined
    case 'matches-regex':
      return isSafePattern(expected) && (kind === 'text' || !new RegExp(expected).test('undefined'))
        ? `pm.expect(${expression}).to.match(/${expected}/)`
        : undefined
    default:
      return undefined
  }
}

function isSafePattern(pattern: string): boolean {
  return (
    pattern !== '' &&
    !pattern.includes('/') &&
    !/[\n\r]/.test(pattern) &&
    samePattern(pattern, '') === pattern &&
    nativeRegExp(pattern) !== undefined
  )
}

/**
 * The usual spelling of a comparison of a value in the body, where it means exactly the same. `type` is the one
 * demanded beside it.
 */
function bodyIdiom(
  { expression, path = [] }: WrittenTarget,
  operator: string,
  expected: JsonValue,
  type: JsonValue | undefined,
): string | undefined {
  const subject = `pm.expect(${expression})`
  if (typeof expected === 'number' && orders.has(operator))
    return `${subject}.${numberWords[operator] ?? ''}(${expected})`
  // A character of a text is something to JavaScript, and so is the length of a list.
  if (typeof path.at(-1) === 'number' || path.some(isOdd)) return undefined
  switch (operator) {
    case 'equals':
      return isStrict(expected, type) ? `${subject}.to.eql(${literalText(expected)})` : undefined
    case 'not-equals':
      if (expected === null) return `${subject}.to.exist`
      return isEmptyOf(expected, type) ? `${subject}.to.not.be.empty` : undefined
    case 'matches':
      return matchesIdiom(subject, expected)
    case 'has-type':
      return typeIdiom(expression, expected)
    case 'has-length':
      return type === 'array' && isCount(expected) ? `${subject}.to.have.lengthOf(${expected})` : undefined
    case 'contains':
    case 'not-contains':
      return type === 'string' && typeof expected === 'string'
        ? `${subject}.${textWords[operator] ?? ''}(${JSON.stringify(expected)})`
        : undefined
    case 'one-of':
      return isList(expected) &&
        expected.length > 0 &&
        expected.every(item => isScalar(item) && isStrict(item, undefined))
        ? `${subject}.to.be.oneOf(${JSON.stringify(expected)})`
        : undefined
    default:
      return undefined
  }
}

/** True where every list, text or object has a member of this name, or may have. */
function isOdd(segment: string | number): boolean {
  return typeof segment === 'string' && (isInherited(segment) || /^\d+$/.test(segment))
}

function literalText(value: JsonValue): string {
  return typeof value === 'string' ? JSON.stringify(value) : (valueExpression(value) ?? '')
}

/** True where `equals` is as strict as JavaScript here. */
function isStrict(expected: JsonValue, type: JsonValue | undefined): boolean {
  if (typeof expected === 'number') return Math.abs(expected) <= Number.MAX_SAFE_INTEGER
  if (typeof expected !== 'string') return !JSON.stringify(expected).includes('{{')
  return !isLongNumber(expected) && (type === 'string' || !readsAsOtherType(expected))
}

function isScalar(value: JsonValue): boolean {
  return typeof value !== 'object' || value === null
}

function isCount(value: JsonValue): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function isEmptyOf(value: JsonValue, type: JsonValue | undefined): boolean {
  const empty = typeof type === 'string' ? { string: '""', array: '[]', object: '{}' }[type] : undefined
  return empty === JSON.stringify(value)
}

function matchesIdiom(subject: string, expected: JsonValue): string | undefined {
  if (expected === '<any>') return `${subject}.to.not.be.undefined`
  if (!isObject(expected)) return undefined
  const names = Object.keys(expected)
  const areKeys =
    names.length > 0 &&
    names.every(name => expected[name] === '<any>' && !isInherited(name) && !/^\d+$/.test(name))
  return areKeys
    ? `${subject}.to.include.keys(${names.map(name => JSON.stringify(name)).join(', ')})`
    : undefined
}

function typeIdiom(expression: string, type: JsonValue): string | undefined {
  if (type === 'integer') return `pm.expect(Number.isInteger(${expression})).to.be.true`
  if (typeof type !== 'string') return undefined
  return `pm.expect(${expression}).to.be.${/^[ao]/.test(type) ? 'an' : 'a'}(${JSON.stringify(type)})`
}
