import type { JsonObject } from '../../model/json.ts'
import { text } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'

/** `res.status: eq 200`, as Bruno shows it. */
export function assertionName(assertion: JsonObject): string {
  const { expression, operator, value } = assertion
  const words = [operator ?? null, value ?? null].filter(word => word !== null).map(valueText)
  return `${text(expression) ?? ''}: ${words.join(' ')}`.trimEnd()
}

/** An assertion as a test of Bruno, with the same verdict; undefined for an operator that Bruno does not know. */
export function assertionScript(assertion: JsonObject): string | undefined {
  const { operator } = assertion
  const words =
    typeof operator === 'string' && Object.hasOwn(operators, operator) ? operators[operator] : undefined
  const expression = text(assertion['expression'])?.trim() ?? ''
  if (words === undefined || expression === '') return undefined
  const written = words(valueText(assertion['value'] ?? ''))
  const check = typeof written === 'string' ? `expect(${expression}).to.${written}` : written(expression)
  return `test(${JSON.stringify(assertionName(assertion))}, function () {\n  ${check};\n});`
}

/** The words of an assertion behind `expect(…).to.`, or the whole of it. */
type Words = (value: string) => string | ((expression: string) => string)

const operators: Readonly<Record<string, Words>> = {
  eq: value => `equal(${typed(value)})`,
  neq: value => `not.equal(${typed(value)})`,
  gt: value => `be.above(${typed(value)})`,
  gte: value => `be.at.least(${typed(value)})`,
  lt: value => `be.below(${typed(value)})`,
  lte: value => `be.at.most(${typed(value)})`,
  in: value => `be.oneOf([${members(value)}])`,
  notIn: value => `not.be.oneOf([${members(value)}])`,
  contains: value => `include(${typed(value)})`,
  notContains: value => `not.include(${typed(value)})`,
  length: value => `have.lengthOf(${typed(value)})`,
  matches: value => `match(${pattern(value)})`,
  notMatches: value => `not.match(${pattern(value)})`,
  startsWith: value => expression => `expect(${expression}.startsWith(${typed(value)})).to.be.true`,
  endsWith: value => expression => `expect(${expression}.endsWith(${typed(value)})).to.be.true`,
  between: value => `be.within(${members(value.split(',').slice(0, 2).join(','))})`,
  isEmpty: () => 'be.empty',
  isNotEmpty: () => 'not.be.empty',
  isNull: () => 'be.null',
  isUndefined: () => 'be.undefined',
  isDefined: () => 'not.be.undefined',
  isTruthy: () => 'be.true',
  isFalsy: () => 'be.false',
  isJson: () => 'satisfy(value => Object(value) === value)',
  isNumber: () => 'be.a("number")',
  isString: () => 'be.a("string")',
  isBoolean: () => 'be.a("boolean")',
  isArray: () => 'be.an("array")',
}

function members(value: string): string {
  const inside = /^\[.*\]$/s.test(value) ? value.slice(1, -1) : value
  return inside
    .split(',')
    .map(item => typed(item.trim()))
    .join(', ')
}

/** The right side, which has a type: numbers, true, false, null and undefined are what they look like. */
function typed(written: string): string {
  const value = written.trim()
  if (value === '') return '""'
  if (value.includes('{{')) return `(${typeOfText})(bru.interpolate(${JSON.stringify(value)}))`
  if (/^(?:true|false|null|undefined)$/.test(value)) return value
  const number = Number(value)
  if (!Number.isNaN(number)) return number > Number.MAX_SAFE_INTEGER ? JSON.stringify(value) : String(number)
  const unquoted = /^(["']).*\1$/s.test(value) ? value.slice(1, -1) : value
  return /[`\\]|\$\{/.test(unquoted) ? `\`${unquoted}\`` : JSON.stringify(unquoted)
}

/** The same of a text whose placeholders are filled in when it runs. */
const typeOfText =
  'text => text.trim() !== "" && !isNaN(text) ? Number(text) : ({ true: true, false: false, null: null })[text] ?? text'

function pattern(written: string): string {
  const source = /^\/.*\/$/s.test(written) ? written.slice(1, -1) : written
  const quoted = JSON.stringify(source)
  if (source.includes('{{')) return `new RegExp(bru.interpolate(${quoted}))`
  try {
    return `/${new RegExp(source).source}/`
  } catch {
    return `new RegExp(${quoted})`
  }
}
