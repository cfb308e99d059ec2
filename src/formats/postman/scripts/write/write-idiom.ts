import type { JsonValue } from '../../../../model/json.ts'
import { parseTemplate } from '../../../../template/template.ts'
import { isList } from '../../../../util/is-json.ts'
import { nativeRegExp } from '../../../../patterns/index.ts'
import { valueText } from '../../../../util/value-text.ts'
import { numberWords, textWords } from './chai-words.ts'
import { samePattern } from '../same-pattern.ts'
import { bodyIdiom } from './write-body-idiom.ts'
import type { WrittenTarget } from './write-target.ts'

/** What people write for a comparison, where it means exactly the same. */
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
  const [, digit] =
    kind === 'status' && operator === 'equals' ? (statusClass.exec(valueText(expected)) ?? []) : []
  if (digit !== undefined) return `pm.response.to.be.${classWords[digit] ?? ''}`
  if (typeof expected !== 'number' || !Object.hasOwn(numberWords, operator)) return undefined
  if (kind === 'status' && operator === 'equals') return `pm.response.to.have.status(${expected})`
  return `pm.expect(${expression}).${numberWords[operator] ?? ''}(${expected})`
}

/** A class of statuses, such as `2xx`. */
export const statusClass = /^([1-5])xx$/

const classWords: Readonly<Record<string, string>> = {
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
