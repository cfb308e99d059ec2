import { createHash } from 'node:crypto'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { literalPattern, nativeRegExp } from '../../patterns/index.ts'
import type { Tell } from '../told.ts'
import type { EntryNames } from './entry-reading.ts'
import { extractsOf, type FoundValue, foundBy, scriptPattern } from './found-value.ts'
import type { HurlAssert, HurlValue } from './hurl-file.ts'

/** The validation that an assert becomes, and the extract that it needs. */
export interface Check {
  readonly validations: readonly JsonObject[]
  readonly extracts: JsonObject
}

const none: Check = { validations: [], extracts: {} }

/** Makes a validation of an assert; none, with a loss that says why, where suites have no word for it. */
export function checkOf(assert: HurlAssert, names: EntryNames, tell: Tell, name: () => string): Check {
  const { query } = assert
  const what = assertText(assert)
  if (query.kind === 'redirects') {
    tell.note(what, 'left out: only where an answer came from is known')
    return none
  }
  if (query.kind === 'certificate' && assert.isNegated && assert.operator === 'exists') {
    tell.note(what, 'left out: without TLS there is no certificate to look at')
    return none
  }
  const whole = wholeBody(assert, names) ?? dateCheck(assert, names, tell)
  if (whole !== undefined) return { ...none, validations: [whole] }
  if (
    assert.value?.kind === 'text' &&
    assert.value.text.length === 0 &&
    /^(?:contains|startsWith|endsWith)$/.test(assert.operator)
  ) {
    tell.note(what, 'left out: the empty text is in every text')
    return none
  }
  const isCount = query.filters.at(-1)?.name === 'count'
  const counted =
    isCount && query.kind !== 'bytes' ? { ...query, filters: query.filters.slice(0, -1) } : undefined
  const found = foundBy(counted ?? query, names)
  const expected = found === undefined ? undefined : expectation(assert, found, names, counted !== undefined)
  if (found === undefined || expected === undefined) {
    tell.lose(what, 'suites have no such validation')
    return none
  }
  if (found.functions.length === 0 && found.regex === undefined) {
    const gate = passesWithoutValue(assert, found) ? { unless: { [found.target]: { missing: true } } } : {}
    return { ...none, validations: [{ ...gate, [found.target]: expected }] }
  }
  const variable = name()
  return {
    validations: [{ [`variable ${variable}`]: expected }],
    extracts: extractsOf(variable, found, names),
  }
}

/** True where Hurl passes an answer that lacks the value: what is not there does not contain anything either. */
function passesWithoutValue({ operator, isNegated }: HurlAssert, { target, isSeveral }: FoundValue): boolean {
  const isText = /^(?:contains|startsWith|endsWith|matches)$/.test(operator)
  return isNegated && isText && !isSeveral && /^(?:\$|header |cookie |xpath )/.test(target)
}

/** An assert on one line, as it is written. */
export function assertText({ source }: HurlAssert): string {
  return (source.trim().split(/\r?\n/).at(-1) ?? '').trim()
}

/** The bytes of the whole body, by their digest. */
function wholeBody(
  { query, operator, isNegated, value }: HurlAssert,
  names: EntryNames,
): JsonObject | undefined {
  if (operator !== '==' || isNegated || query.filters.length > 0) return undefined
  if (query.kind === 'sha256' && value?.kind === 'bytes') return { sha256: value.bytes.toString('hex') }
  if (query.kind !== 'bytes') return undefined
  if (value?.kind === 'file') return { file: names.text(value.file) }
  return value?.kind === 'bytes' ? { sha256: digest(value.bytes) } : undefined
}

/** The SHA-256 that a body of these bytes has. */
export function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** `toDate … format "%Y" == "2026"` of dates that begin with their year. */
function dateCheck(
  { query, operator, isNegated, value }: HurlAssert,
  names: EntryNames,
  tell: Tell,
): JsonObject | undefined {
  const [date, format, ...others] = query.filters.slice(-2)
  if (date?.name !== 'toDate' || !/^(?:format|dateFormat)$/.test(format?.name ?? '') || others.length > 0)
    return undefined
  const [from, to] = [date, format].map(filter => {
    const argument = filter?.arguments[0]
    return argument?.kind === 'text' ? names.text(argument.text) : ''
  })
  const found = foundBy({ ...query, filters: query.filters.slice(0, -2) }, names)
  const isLeading = /^%Y(?:-%m(?:-%d)?)?$/.test(to ?? '') && /^(?:%Y-%m-%d|%\+)/.test(from ?? '')
  if (!isLeading || operator !== '==' || isNegated || value?.kind !== 'text' || found === undefined)
    return undefined
  if (found.functions.length > 0 || found.regex !== undefined) return undefined
  tell.note('toDate … format', 'became starts-with: the date begins with it')
  return { [found.target]: { 'starts-with': names.text(value.text), matches: '<date-time>' } }
}

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
  isInteger: { 'has-type': 'integer' },
  isBoolean: { 'has-type': 'boolean' },
  isUuid: { matches: '<uuid>' },
  isIsoDate: { matches: '<date-time>' },
  isDate: { matches: '<date-time>' },
  isIpv4: { 'matches-regex': String.raw`^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$` },
}

/** The expectation of a suite; undefined where it has no word for it. */
function expectation(
  assert: HurlAssert,
  found: FoundValue,
  names: EntryNames,
  isCount: boolean,
): JsonValue | undefined {
  const { operator, isNegated, value } = assert
  const isPath = found.target.startsWith('$')
  if (isCount) {
    const length =
      value === undefined ? undefined : countExpectation(operator, isNegated, operandOf(value, names))
    if (length === undefined || found.number !== undefined) return undefined
    const isList = !found.isSeveral && !found.target.startsWith('xpath ')
    return isList ? { 'has-type': 'array', 'has-length': length } : { 'has-length': length }
  }
  if (operator === 'exists') return existence(found, isNegated)
  if (operator === 'isEmpty')
    return found.isSeveral ? undefined : { 'has-length': isNegated ? { 'at-least': 1 } : 0 }
  if (operator === 'includes' && !isPath) return undefined
  const single =
    value === undefined
      ? isNegated
        ? undefined
        : typeOf(operator, found)
      : comparison(assert, value, found, names)
  if (!found.isSeveral || single === undefined) return single
  return ofOne(single, assert, found)
}

function existence({ target, isSeveral }: FoundValue, isNegated: boolean): JsonValue {
  if (/^cookie .* (?:secure|http-only)$/.test(target) && !isNegated) return true
  return isSeveral ? { 'has-length': isNegated ? 0 : { 'at-least': 1 } } : { missing: isNegated }
}

function typeOf(operator: string, { target }: FoundValue): JsonValue | undefined {
  if (operator === 'isDate' && !target.startsWith('certificate ')) return undefined
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

function countExpectation(
  operator: string,
  isNegated: boolean,
  count: JsonValue | undefined,
): JsonValue | undefined {
  if (count === undefined) return undefined
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

/** Targets that are texts, which no number equals; a cookie lasts for a number of seconds. */
function isTextTarget({ target }: FoundValue): boolean {
  return /^(?:header|cookie) |^(?:text|url)$/.test(target) && !target.endsWith(' max-age')
}

/** The type that a value must have where an operator of suites looks at more: lists, or texts where a number has the same digits. */
function typeFor({ operator, isNegated, value }: HurlAssert, operand: JsonValue): string | undefined {
  if (operator === 'includes' || (operator === 'contains' && value?.kind !== 'text')) return 'array'
  if (operator === 'contains' || typeof operand !== 'string') return undefined
  const isAmbiguous = operator === 'matches' ? mayBeNumber(operand) : /^[-\d.tfn{]/.test(operand)
  return isNegated || isAmbiguous || operator === 'endsWith' ? 'string' : undefined
}

/** True where a pattern is found in a number, or in true or false. */
function mayBeNumber(pattern: string): boolean {
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
    // A number that is read out of a text is compared as the text that it has.
    const shown = isNumberText(found, names) && value.kind === 'number' ? String(value.value) : operand
    if (value.kind === 'number' && shown === operand && isTextTarget(found)) return undefined
    if ((operator === '==') === isNegated) return { 'not-equals': shown }
    return isTyped(value, found, names) ? { 'same-as': shown } : shown
  }
  const bound = numeric[operator]
  if (bound !== undefined) {
    const isText = isNumberText(found, names) && !/^(?:header |text$)/.test(found.target)
    return value.kind === 'text' || isText ? undefined : { [bound[isNegated ? 1 : 0]]: operand }
  }
  const expected = textual(operator, isNegated, operand)
  const type = found.isSeveral || !found.target.startsWith('$') ? undefined : typeFor(assert, operand)
  return expected === undefined || type === undefined ? expected : { 'has-type': type, ...expected }
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
  if (isNumberText(found, names) || value.kind === 'null' || value.kind === 'boolean') return false
  if (value.kind === 'placeholder') return target.startsWith('$') && names.isSet(value.name)
  return target.startsWith('$') || (value.kind === 'number' && target.startsWith('variable '))
}

function textual(operator: string, isNegated: boolean, operand: JsonValue): JsonObject | undefined {
  switch (operator) {
    case 'contains':
    case 'includes':
      return isNegated ? { 'not-contains': operand } : { contains: operand }
    case 'matches':
      return isNegated ? { 'not-matches-regex': operand } : { 'matches-regex': operand }
    case 'startsWith':
    case 'endsWith': {
      if (!isNegated) return { [operator === 'startsWith' ? 'starts-with' : 'ends-with']: operand }
      if (typeof operand !== 'string' || operand.includes('{{')) return undefined
      const literal = literalPattern(operand)
      return { 'not-matches-regex': operator === 'startsWith' ? `^${literal}` : `${literal}$` }
    }
    default:
      return undefined
  }
}
