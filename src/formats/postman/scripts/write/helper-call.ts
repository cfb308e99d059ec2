import { hundredsOf } from '../../../../compile/written-checks.ts'
import type { JsonValue } from '../../../../model/json.ts'
import { nativeRegExp } from '../../../../patterns/index.ts'
import { parseTemplate } from '../../../../template/template.ts'
import { isList, isObject } from '../../../../util/is-json.ts'
import { isDenied } from '../../../../validations/operators/exists.ts'
import { numberWords, orders } from './idioms.ts'
import type { WrittenTarget } from './write-target.ts'
import { valueExpression } from './write-value.ts'

const helperNames: Readonly<Record<string, string>> = {
  equals: 'equals',
  'not-equals': 'notEquals',
  'same-as': 'sameAs',
  contains: 'contains',
  'not-contains': 'notContains',
  'matches-regex': 'matchesRegex',
  'not-matches-regex': 'notMatchesRegex',
  'starts-with': 'startsWith',
  'ends-with': 'endsWith',
  'one-of': 'oneOf',
  'not-one-of': 'notOneOf',
  'has-type': 'hasType',
  'has-length': 'hasLength',
  matches: 'matches',
  'greater-than': 'greaterThan',
  'less-than': 'lessThan',
  'at-least': 'atLeast',
  'at-most': 'atMost',
}

/** A comparison by a function of our own, which means exactly what the operator does. */
export function helperLine(
  target: WrittenTarget,
  operator: string,
  expected: JsonValue,
  helpers: Set<string>,
): string | undefined {
  const absent = absence(target, operator, expected, helpers)
  if (absent !== undefined) return `pm.expect(${absent}).to.be.true`
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

/** A comparison as an expression that is true exactly where the operator holds. */
export function helperExpression(
  target: WrittenTarget,
  operator: string,
  expected: JsonValue,
  helpers: Set<string>,
): string | undefined {
  const absent = absence(target, operator, expected, helpers)
  if (absent !== undefined) return absent
  const { expression, helpers: called } = target.exact ?? target
  const name = helperName(operator, expected)
  const value = expectedExpression(target.kind, operator, expected, helpers)
  if (name === undefined || value === undefined) return undefined
  for (const helper of [...called, name]) helpers.add(helper)
  return `${name}(${[expression, value].filter(text => text !== '').join(', ')})`
}

/** That nothing is where a path leads: what stands in its way proves nothing. */
function absence(
  { root, path = [] }: WrittenTarget,
  operator: string,
  expected: JsonValue,
  helpers: Set<string>,
): string | undefined {
  const name = absences[helperName(operator, expected) ?? '']
  if (name === undefined || root === undefined || path.length === 0) return undefined
  helpers.add(name)
  return `${name}(${[root, ...path.map(step => JSON.stringify(step))].join(', ')})`
}

/** The same of what a path leads to. */
const absences: Readonly<Record<string, string>> = { isMissing: 'isAbsent', isUndefined: 'isGone' }

function helperName(operator: string, expected: JsonValue): string | undefined {
  if (operator === 'exists') return isDenied(expected) ? 'isMissing' : 'exists'
  if (operator === 'missing') return isDenied(expected) ? 'isThere' : 'isUndefined'
  return Object.hasOwn(helperNames, operator) ? helperNames[operator] : undefined
}

function expectedExpression(
  kind: WrittenTarget['kind'],
  operator: string,
  expected: JsonValue,
  helpers: Set<string>,
): string | undefined {
  if (operator === 'exists' || operator === 'missing') return ''
  // Numbers in a script have no classes, and lengths no bounds.
  if (kind === 'status' && [expected].flat().some(one => hundredsOf(one) !== undefined)) return undefined
  if (operator === 'has-length' && isObject(expected)) return undefined
  if (operator.endsWith('matches-regex')) return patternArguments(expected)
  const isTextual = (kind === 'text' || kind === 'header') && !orders.has(operator) && !typed.has(operator)
  if (!isTextual) return valueExpression(expected)
  if (!lists.has(operator) || !isList(expected)) return asText(expected, helpers)
  const items = expected.map(item => asText(item, helpers))
  return items.every(item => item !== undefined) ? `[${items.join(', ')}]` : undefined
}

const lists = new Set(['one-of', 'not-one-of'])

/** Operators that look at a text as at any other value. */
const typed = new Set(['matches', 'has-type', 'has-length'])

/** A value that can only be text compares as text with everything. */
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
