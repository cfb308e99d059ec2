import type { JsonObject, JsonValue } from '../../model/json.ts'
import { literalPattern, nativeRegExp } from '../../patterns/index.ts'
import { isNumber } from '../../util/exact-number.ts'
import { isObject } from '../../util/is-json.ts'
import type { EntryNames } from './entry-reading.ts'
import { type FoundValue, isRegexOnly, scriptPattern } from './found-value.ts'
import type { HurlAssert, HurlValue } from './hurl-file.ts'
import { kindOfTarget, mayBePart, numbers, numberText, otherKind, type ValueKind } from './value-kinds.ts'

/** Operators for numbers, and what each is with `not`. */
const numeric: Readonly<Record<string, readonly [string, string]>> = {
  '>': ['greater-than', 'at-most'],
  '>=': ['at-least', 'less-than'],
  '<': ['less-than', 'at-least'],
  '<=': ['at-most', 'greater-than'],
}

const types: Readonly<Record<string, JsonValue>> = {
  isList: { 'has-type': 'array' },
  isObject: { 'has-type': 'object' },
  isString: { 'has-type': 'string' },
  isNumber: { 'has-type': 'number' },
  // 5.0 is a whole number in a suite.
  isInteger: { 'has-type': 'integer', 'matches-regex': String.raw`^-?\d+$` },
  isBoolean: { 'has-type': 'boolean' },
  isUuid: { matches: '<uuid>' },
  isIsoDate: { matches: '<date-time>' },
  isDate: { matches: '<date-time>' },
  isIpv4: {
    'matches-regex': String.raw`^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$`,
  },
}

/** The type of a value that filters have been at; undefined where an answer decides. */
function kindOf({ target, functions, number, isText, regex }: FoundValue): ValueKind | undefined {
  if (number !== undefined) return 'number'
  if (isText || (regex !== undefined && functions.length === 0)) return 'text'
  return functions.length > 0 ? undefined : kindOfTarget(target)
}

/** The types that predicates without an operand ask for. */
const askedKinds: Readonly<Record<string, readonly ValueKind[]>> = {
  isEmpty: ['text', 'nodes'],
  isString: ['text'],
  isUuid: ['text'],
  isIsoDate: ['text'],
  isIpv4: ['text'],
  isNumber: ['number'],
  isInteger: ['number'],
  isBoolean: ['boolean'],
  isDate: ['date'],
  isList: [],
  isObject: [],
}

/** True where Hurl has a value of another type than an assert asks for, which passes no answer or every one. */
export function isMisfit({ operator, value }: HurlAssert, found: FoundValue, isCount: boolean): boolean {
  const kind = kindOf(found)
  if (kind === undefined || operator === 'exists') return false
  if (isCount) return kind !== 'nodes'
  if (value === undefined) return !(askedKinds[operator] ?? [kind]).includes(kind)
  if (value.kind === 'placeholder') return kind === 'nodes' || kind === 'unit'
  if (/^[!=<>]/.test(operator)) return value.kind !== kind
  if (operator === 'includes' && !found.target.startsWith('header ')) return true
  return kind !== 'text' || !/^(?:text|pattern)$/.test(value.kind)
}

/** The answers that pass an assert where its expectation does not hold, as conditions. */
export function exceptionsOf(
  assert: HurlAssert,
  found: FoundValue,
  names: EntryNames,
): readonly JsonObject[] {
  const { operator, isNegated, value, query } = assert
  const { target, isSeveral } = found
  if (operator === 'exists' || isSeveral || found.isText || found.number !== undefined) return []
  const last = query.filters.at(-1)?.name ?? 'jsonpath'
  const mayBeMissing = isNegated && last === 'jsonpath' && /^(?:\$|header |cookie )/.test(target)
  const expectations: JsonValue[] = mayBeMissing ? [{ missing: true }] : []
  const operand = value === undefined ? undefined : operandOf(value, names)
  if (operand === undefined || !target.startsWith('$')) return conditions(target, expectations)
  const isText = typeof operand === 'string' && value?.kind === 'text'
  if (operator === 'contains' && isText) {
    if (isNegated) expectations.push([], { none: { 'same-as': operand } })
    else if (mayBePart(operand)) expectations.push({ any: { 'same-as': operand } })
  } else if (isNegated && looksAtItems(assert)) expectations.push([])
  const other = isText && /^[!=]=$/.test(operator) ? otherKind(operand) : undefined
  if (other !== undefined && (operator === '==') === isNegated) expectations.push({ 'has-type': other })
  return conditions(target, expectations)
}

function conditions(target: string, expectations: readonly JsonValue[]): readonly JsonObject[] {
  return expectations.map(expected => ({ [target]: expected }))
}

/** The expectation of a suite; undefined where it has no word for it. */
export function expectationOf(
  assert: HurlAssert,
  found: FoundValue,
  names: EntryNames,
  isCount: boolean,
): JsonValue | undefined {
  const { operator, isNegated, value } = assert
  if (isCount) return counted(assert, found, names)
  if (operator === 'exists' && found.number !== undefined)
    return { 'matches-regex': numbers[found.number] ?? '' }
  if (operator === 'exists') return found.isText ? undefined : existence(found, isNegated)
  if (operator === 'isEmpty' && found.isText) return isNegated ? { 'matches-regex': String.raw`[\s\S]` } : ''
  if (operator === 'isEmpty')
    return found.isSeveral ? undefined : { 'has-length': isNegated ? { 'at-least': 1 } : 0 }
  if (operator === 'includes' && !found.target.startsWith('$')) return undefined
  const single =
    value === undefined
      ? isNegated
        ? undefined
        : typeOf(operator, found)
      : comparison(assert, value, found, names)
  if (!found.isSeveral || single === undefined) return single
  return ofOne(single, assert, found)
}

function existence(found: FoundValue, isNegated: boolean): JsonValue {
  const { target, isSeveral, regex } = found
  if (isNegated && regex !== undefined && isRegexOnly(found))
    return { ...(target.startsWith('$') ? { 'has-type': 'string' } : {}), 'not-matches-regex': regex }
  if (/^cookie .* (?:secure|http-only)$/.test(target) && !isNegated) return true
  return isSeveral ? { 'has-length': isNegated ? 0 : { 'at-least': 1 } } : { missing: isNegated }
}

function typeOf(operator: string, { target, number }: FoundValue): JsonValue | undefined {
  if (number !== undefined || (operator === 'isDate' && !target.startsWith('certificate '))) return undefined
  return types[operator]
}

/** The expectation of the only value that a path selects: for Hurl that is the value, for suites a list of one. */
function ofOne(
  single: JsonValue,
  { operator, isNegated, value }: HurlAssert,
  { target }: FoundValue,
): JsonValue {
  const isText = operator === 'contains' && value?.kind === 'text'
  if (operator === 'includes' || (operator === 'contains' && !isText))
    return { ...(single as JsonObject), 'has-length': { 'at-least': 2 } }
  if (isText && !target.includes('?')) return single
  const isEqual = operator === (isNegated ? '!=' : '==')
  const operand = (single as JsonObject | null)?.['same-as'] ?? single
  return isEqual ? { equals: [operand] } : { 'has-length': 1, each: single }
}

/** The length of a list. One value that a path selects is no list in Hurl, and nothing is not counted. */
function counted(
  { operator, isNegated, value }: HurlAssert,
  { number, isSeveral, target }: FoundValue,
  names: EntryNames,
): JsonValue | undefined {
  const isCount = value?.kind === 'number' || value?.kind === 'placeholder'
  const count = isCount ? operandOf(value, names) : undefined
  const length = count === undefined ? undefined : countExpectation(operator, isNegated, count)
  if (length === undefined || number !== undefined) return undefined
  if (!isSeveral)
    return target.startsWith('xpath ')
      ? { 'has-length': length }
      : { 'has-type': 'array', 'has-length': length }
  if (!isObject(length)) return isNumber(length) && Number(length) < 2 ? undefined : { 'has-length': length }
  const { 'greater-than': above, 'at-least': least, ...others } = length
  const isBounded = Number(above ?? 0) >= 1 || Number(least ?? 0) >= 2
  return { 'has-length': isBounded ? length : { ...others, 'at-least': 2 } }
}

function countExpectation(operator: string, isNegated: boolean, count: JsonValue): JsonValue | undefined {
  if (operator === '==' || operator === '!=')
    return (operator === '==') === isNegated ? { 'not-equals': count } : count
  const name = numeric[operator]?.[isNegated ? 1 : 0]
  return name === undefined ? undefined : { [name]: count }
}

/** An operand as a suite writes it; undefined for bytes and files. */
function operandOf(value: HurlValue, names: EntryNames): JsonValue | undefined {
  switch (value.kind) {
    case 'null':
      return null
    case 'boolean':
      return value.value
    case 'number':
      return value.value
    case 'text':
      return names.text(value.text)
    case 'placeholder':
      return names.placeholder(value.name)
    case 'pattern':
      return scriptPattern(value.pattern)
    default:
      return undefined
  }
}

/** True where a pattern is found in a number, or in true or false. */
export function mayBeNumber(pattern: string): boolean {
  const read = nativeRegExp(pattern)
  return (
    read === undefined || ['0', '7', '12', '123456', '-1.5', 'true', 'false'].some(text => read.test(text))
  )
}

function comparison(
  assert: HurlAssert,
  value: HurlValue,
  found: FoundValue,
  names: EntryNames,
): JsonValue | undefined {
  const { operator, isNegated } = assert
  const operand = operandOf(value, names)
  if (operand === undefined) return undefined
  if (operator === '==' || operator === '!=') {
    const isEqual = (operator === '==') !== isNegated
    if (found.number !== undefined && value.kind === 'number')
      return numberText(found.number, value.value, isEqual)
    // A number that is read out of a text is compared as the text that it has.
    const shown = isNumberText(found, names) && value.kind === 'number' ? String(value.value) : operand
    if (!isEqual) return { 'not-equals': shown }
    return isTyped(value, found, names) ? { 'same-as': shown } : shown
  }
  const bound = numeric[operator]
  if (bound !== undefined) {
    const isText = isNumberText(found, names) && !/^(?:header |text$)/.test(found.target)
    return value.kind === 'text' || isText ? undefined : { [bound[isNegated ? 1 : 0]]: operand }
  }
  return /^(?:contains|includes)$/.test(operator)
    ? containing(assert, operand, found)
    : textual(operator, isNegated, operand, found)
}

/** True where the value is a text that Hurl reads as a number. */
function isNumberText({ number, target }: FoundValue, names: EntryNames): boolean {
  return (
    number !== undefined ||
    (target.startsWith('variable ') && names.isNumberText(target.slice('variable '.length)))
  )
}

/** True where the type counts, and is not that of every value of the target. */
function isTyped(value: HurlValue, found: FoundValue, names: EntryNames): boolean {
  const { target } = found
  if (isNumberText(found, names) || found.isText || value.kind === 'null' || value.kind === 'boolean')
    return false
  if (value.kind === 'placeholder') return target.startsWith('$') && names.isSet(value.name)
  return target.startsWith('$') || (value.kind === 'number' && target.startsWith('variable '))
}

/** True for what Hurl looks for in lists alone. */
function looksAtItems({ operator, value }: HurlAssert): boolean {
  return operator === 'includes' || (operator === 'contains' && value?.kind !== 'text')
}

/** A part of a text, or an item of a list, by its type. */
function containing(
  assert: HurlAssert,
  operand: JsonValue,
  { target, isSeveral, isText, functions }: FoundValue,
): JsonObject {
  const { isNegated, value } = assert
  const plain = { [isNegated ? 'not-contains' : 'contains']: operand }
  // Lists and objects have a text in a suite.
  if (isText && typeof operand === 'string' && !operand.includes('{{'))
    return { [isNegated ? 'not-matches-regex' : 'matches-regex']: literalPattern(operand) }
  if (!target.startsWith('$') || isText || functions.length > 0) return plain
  const mayBeOther = value?.kind === 'text' && typeof operand === 'string' && mayBePart(operand)
  const isItem = looksAtItems(assert) || (isSeveral && !target.includes('?'))
  if (isItem && mayBeOther && !isNegated) return { any: { 'same-as': operand } }
  if (isSeveral) return (mayBeOther || isNegated) && !isItem ? { 'has-type': 'string', ...plain } : plain
  if (isItem) return isNegated ? { none: { 'same-as': operand } } : { 'has-type': 'array', ...plain }
  return isNegated || mayBeOther ? { 'has-type': 'string', ...plain } : plain
}

function textual(
  operator: string,
  isNegated: boolean,
  operand: JsonValue,
  { target, isText }: FoundValue,
): JsonObject | undefined {
  if (typeof operand !== 'string') return undefined
  const expected = textExpectation(operator, isNegated, operand)
  if (expected === undefined || isText || !target.startsWith('$')) return expected
  const isAmbiguous = operator === 'matches' ? mayBeNumber(operand) : /^[-\d.tfn{]/.test(operand)
  const isTexts = isNegated || isAmbiguous || operator === 'endsWith'
  return isTexts ? { 'has-type': 'string', ...expected } : expected
}

function textExpectation(operator: string, isNegated: boolean, operand: string): JsonObject | undefined {
  if (operator === 'matches') return { [isNegated ? 'not-matches-regex' : 'matches-regex']: operand }
  if (operator !== 'startsWith' && operator !== 'endsWith') return undefined
  if (!isNegated) return { [operator === 'startsWith' ? 'starts-with' : 'ends-with']: operand }
  if (operand.includes('{{')) return undefined
  const literal = literalPattern(operand)
  return { 'not-matches-regex': operator === 'startsWith' ? `^${literal}` : `${literal}$` }
}
