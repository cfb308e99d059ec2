import { hundredsOf } from '../../compile/written-checks.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isNumber } from '../../util/exact-number.ts'
import { isCollection, isList, isObject } from '../../util/is-json.ts'
import { defined } from '../../util/defined.ts'
import { valueText } from '../../util/value-text.ts'
import { assertionName } from './assertions.ts'
import { isCookies } from './header-lines.ts'

/** A validation as an assertion with the same verdict; undefined where Bruno has none. Its name must say no more. */
export function assertionOf(validation: JsonObject): JsonObject | undefined {
  const { name, ...targets } = validation
  const [[target, wanted] = ['', null], ...others] = Object.entries(targets)
  const expression = expressionOf(target)
  if (others.length > 0 || expression === undefined) return undefined
  const [operator, value] = comparisonOf(target, wanted) ?? []
  if (operator === undefined) return undefined
  const assertion = defined({ expression, operator, value })
  return name === undefined || name === assertionName(assertion) || namesSame(name, assertion)
    ? assertion
    : undefined
}

/** True where a name is that of an assertion about the same part, whose value has changed since. */
function namesSame(name: JsonValue, { expression }: JsonObject): boolean {
  return typeof name === 'string' && name.startsWith(`${valueText(expression ?? '')}: `)
}

/** A part of an answer as an expression of Bruno; undefined for one that has none. */
export function expressionOf(target: string): string | undefined {
  if (target === 'status') return 'res.status'
  if (target === 'time') return 'res.responseTime'
  const [, header] = /^header (\S+)$/.exec(target) ?? []
  if (header !== undefined) return isCookies(header) ? undefined : `res.headers['${header.toLowerCase()}']`
  const [, path] = /^\$((?:\.[A-Za-z_$][\w$]*|\[\d+\]|\[(["'])[\w -]+\2\])*)$/.exec(target) ?? []
  return path === undefined ? undefined : `res.body${path}`
}

const bounds: Readonly<Record<string, string>> = {
  'greater-than': 'gt',
  'at-least': 'gte',
  'less-than': 'lt',
  'at-most': 'lte',
}

const types: Readonly<Record<string, string>> = {
  number: 'isNumber',
  string: 'isString',
  boolean: 'isBoolean',
  array: 'isArray',
}

type Comparison = readonly [operator: string, value?: string]

function comparisonOf(target: string, wanted: JsonValue): Comparison | undefined {
  if (wanted === null) return ['isNull']
  if (target.startsWith('header ')) return ofHeader(wanted)
  const equalTo = target === 'status' ? statusEqual : equal
  if (!isObject(wanted)) return equalTo(wanted)
  const [[operator, value] = ['', null], second, third] = Object.entries(wanted)
  if (third !== undefined) return undefined
  if (second !== undefined) return twoOperators(wanted)
  if (operator === 'same-as') return equal(value)
  if (operator === 'equals') return equalTo(value)
  const bound = Object.hasOwn(bounds, operator) ? bounds[operator] : undefined
  if (bound !== undefined) return isNumber(value) ? [bound, String(value)] : undefined
  if (operator === 'one-of') return listed(value, equalTo)
  if (operator === 'has-type')
    return typeof value === 'string' && types[value] !== undefined ? [types[value]] : undefined
  return ofPresence(operator, value)
}

/** A header is text whatever it looks like, and Bruno compares no text as a number. */
function ofHeader(wanted: JsonValue): Comparison | undefined {
  if (!isObject(wanted)) return headerText(wanted)
  const [[operator, value] = ['', null], ...others] = Object.entries(wanted)
  const isText = others.length === 1 && wanted['has-type'] === 'string'
  if (others.length > 0) return isText ? headerText(wanted['equals'] ?? null) : undefined
  if (operator === 'equals') return headerText(value)
  if (operator === 'same-as') return typeof value === 'string' ? headerText(value) : undefined
  if (operator === 'contains') return headerText(value, 'contains')
  if (operator === 'one-of') return listed(value, headerText)
  if (operator === 'has-type') return value === 'string' ? ['isString'] : undefined
  return ofPresence(operator, value)
}

function ofPresence(operator: string, value: JsonValue): Comparison | undefined {
  if (operator === 'missing') return value === true ? ['isUndefined'] : undefined
  return operator === 'matches' && value === '<any>' ? ['isDefined'] : undefined
}

function twoOperators(wanted: JsonObject): Comparison | undefined {
  const { 'at-least': least, 'at-most': most, equals, 'has-type': type } = wanted
  if (isNumber(least) && isNumber(most)) return ['between', `${String(least)}, ${String(most)}`]
  return typeof equals === 'string' && type === 'string' && isPlain(equals)
    ? ['eq', `"${equals}"`]
    : undefined
}

function equal(value: JsonValue): Comparison | undefined {
  if (value === null) return ['isNull']
  if (isNumber(value) || typeof value === 'boolean') return ['eq', String(value)]
  return typeof value === 'string' && isPlain(value) && !looksTyped(value) ? ['eq', value] : undefined
}

/** A class of statuses, which Bruno has no word for, or a status that may be written as text. */
function statusEqual(value: JsonValue): Comparison | undefined {
  if (typeof value !== 'string') return equal(value)
  const hundreds = hundredsOf(value)
  if (hundreds !== undefined) return ['between', `${hundreds}00, ${hundreds}99`]
  return /^\d{3}$/.test(value) ? ['eq', value] : undefined
}

function headerText(value: JsonValue, operator = 'eq'): Comparison | undefined {
  const text = isCollection(value) ? '' : valueText(value)
  if (!isPlain(text)) return undefined
  return [operator, looksTyped(text) ? `"${text}"` : text]
}

function listed(value: JsonValue, word: typeof equal): Comparison | undefined {
  if (!isList(value)) return undefined
  const words = value.map(one => word(one)?.[1])
  const isSayable = words.length > 0 && words.every(word => word !== undefined && !/[,[\]]/.test(word))
  return isSayable ? ['in', words.join(', ')] : undefined
}

/** Text that Bruno reads as it stands. */
function isPlain(text: string): boolean {
  return text !== '' && text.trim() === text && !/[`\\"'\n\r]|\$\{|\{\{/.test(text)
}

function looksTyped(text: string): boolean {
  return /^(?:true|false|null|undefined)$/.test(text) || !Number.isNaN(Number(text))
}
