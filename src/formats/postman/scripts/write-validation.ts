import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { parseTemplate } from '../../../template/template.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { nativeRegExp } from '../../../util/native-reg-exp.ts'
import { isInherited } from './body-path.ts'
import { isLongNumber, isTextOfAnother } from './comparisons.ts'
import { samePattern } from './same-pattern.ts'
import { partsOf } from './validation-name.ts'
import { targetExpression, type WrittenTarget } from './write-target.ts'
import { valueExpression } from './write-value.ts'

/** A validation as statements of a test. */
export interface WrittenValidation {
  readonly lines: readonly string[]
  /** Functions that the statements call. */
  readonly helpers: readonly string[]
  /** Whether they look into `json`, the body. */
  readonly looksIntoBody: boolean
}

/** The statements that pass exactly where a validation does, or why there are none. */
export function writeValidation(validation: JsonObject): WrittenValidation | { readonly why: string } {
  const { target, operators } = partsOf(validation)
  if (target === 'schema') return writeSchema(operators[0]?.[1] ?? null)
  const written = targetExpression(target)
  if ('why' in written) return written
  const helpers = new Set<string>()
  const lines: string[] = []
  const type = operators.find(([operator]) => operator === 'has-type')?.[1]
  for (const [operator, expected] of operators) {
    const common = idiom(written, operator, expected, type)
    if (common !== undefined) for (const helper of written.helpers) helpers.add(helper)
    const line = common ?? helperLine(written, operator, expected, helpers)
    if (line === undefined) return { why: 'Postman has no word for what is expected' }
    lines.push(line)
  }
  return { lines, helpers: [...helpers], looksIntoBody: written.kind === 'body' }
}

function writeSchema(expected: JsonValue): WrittenValidation | { readonly why: string } {
  if (!isObject(expected) || Object.hasOwn(expected, 'spec'))
    return { why: 'the schema stands in a file of its own' }
  return { why: 'Postman reads schemas by other rules' }
}

/** What people write for a comparison, where it means exactly the same. */
function idiom(
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

const numberWords: Readonly<Record<string, string>> = {
  equals: 'to.eql',
  'not-equals': 'to.not.eql',
  'greater-than': 'to.be.above',
  'less-than': 'to.be.below',
  'at-least': 'to.be.at.least',
  'at-most': 'to.be.at.most',
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
  if (typeof expected !== 'number' || !Object.hasOwn(numberWords, operator)) return undefined
  if (kind === 'status' && operator === 'equals') return `pm.response.to.have.status(${expected})`
  return `pm.expect(${expression}).${numberWords[operator] ?? ''}(${expected})`
}

const textWords: Readonly<Record<string, string>> = {
  equals: 'to.eql',
  contains: 'to.include',
  'not-contains': 'to.not.include',
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

const orders = new Set(['greater-than', 'less-than', 'at-least', 'at-most'])

/** Whether every list, text or object has a member of this name, or may have. */
function isOdd(segment: string | number): boolean {
  return typeof segment === 'string' && (isInherited(segment) || /^\d+$/.test(segment))
}

function literalText(value: JsonValue): string {
  return typeof value === 'string' ? JSON.stringify(value) : (valueExpression(value) ?? '')
}

/** Whether `equals` is as strict as JavaScript here. */
function isStrict(expected: JsonValue, type: JsonValue | undefined): boolean {
  if (typeof expected === 'number') return Math.abs(expected) <= Number.MAX_SAFE_INTEGER
  if (typeof expected !== 'string') return !JSON.stringify(expected).includes('{{')
  return !isLongNumber(expected) && (type === 'string' || !isTextOfAnother(expected))
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

const helperNames: Readonly<Record<string, string>> = {
  equals: 'equals',
  'not-equals': 'notEquals',
  contains: 'contains',
  'not-contains': 'notContains',
  'matches-regex': 'matchesRegex',
  'starts-with': 'startsWith',
  'ends-with': 'endsWith',
  'one-of': 'oneOf',
  'has-type': 'hasType',
  'has-length': 'hasLength',
  matches: 'matches',
  'greater-than': 'greaterThan',
  'less-than': 'lessThan',
  'at-least': 'atLeast',
  'at-most': 'atMost',
}

/** A comparison by a function of our own, which means exactly what the operator does. */
function helperLine(
  target: WrittenTarget,
  operator: string,
  expected: JsonValue,
  helpers: Set<string>,
): string | undefined {
  const isOrder = target.kind === 'body' && orders.has(operator)
  const { expression, helpers: called } = isOrder ? target : (target.exact ?? target)
  const name = helperName(operator, expected)
  const value = expectedExpression(target.kind, operator, expected, helpers)
  if (name === undefined || value === undefined) return undefined
  for (const helper of called) helpers.add(helper)
  if (isOrder) return `pm.expect(${expression}).${numberWords[operator] ?? ''}(Number(${value}))`
  helpers.add(name)
  return `pm.expect(${name}(${[expression, value].filter(text => text !== '').join(', ')})).to.be.true`
}

function helperName(operator: string, expected: JsonValue): string | undefined {
  if (operator === 'exists') return expected === false || expected === 'false' ? 'isMissing' : 'exists'
  return Object.hasOwn(helperNames, operator) ? helperNames[operator] : undefined
}

function expectedExpression(
  kind: WrittenTarget['kind'],
  operator: string,
  expected: JsonValue,
  helpers: Set<string>,
): string | undefined {
  if (operator === 'exists') return ''
  if (operator === 'matches-regex') return patternArguments(expected)
  const isTextual = (kind === 'text' || kind === 'header') && !orders.has(operator) && !typed.has(operator)
  if (!isTextual) return valueExpression(expected)
  if (operator !== 'one-of' || !isList(expected)) return asText(expected, helpers)
  const items = expected.map(item => asText(item, helpers))
  return items.every(item => item !== undefined) ? `[${items.join(', ')}]` : undefined
}

/** Operators that look at a text as at any other value. */
const typed = new Set(['matches', 'has-type', 'has-length'])

/** What can only be text compares as text with everything. */
function asText(expected: JsonValue, helpers: Set<string>): string | undefined {
  if (typeof expected !== 'string') {
    const text = JSON.stringify(expected)
    if (text.includes('{{')) return undefined
    helpers.add('text')
    return `text(${text})`
  }
  const expression = valueExpression(expected)
  if (expression === undefined || parseTemplate(expected).only === undefined) return expression
  helpers.add('text')
  return `text(${expression})`
}

/** A pattern and its flags: `(?i)` in front is a flag. */
function patternArguments(expected: JsonValue): string | undefined {
  if (typeof expected !== 'string' || expected.includes('{{')) return undefined
  const [, ignoresCase, pattern = ''] = /^(\(\?i\))?(.*)$/s.exec(expected) ?? []
  const native = nativeRegExp(pattern)
  if (native === undefined) return undefined
  return `${JSON.stringify(pattern)}, ${JSON.stringify(native.flags + (ignoresCase === undefined ? '' : 'i'))}`
}
