import type { OperatorName } from '../../../model/expectation.ts'

/**
 * Functions that a written script declares where chai has no equal for an operator. Each is complete in itself. They are
 * known again by their text when a script is read, so a change here forgets the scripts that were written before.
 */
export const helperSources: Readonly<Record<string, string>> = {
  body: `() => {
  try {
    return pm.response.json()
  } catch (error) {
    return undefined
  }
}`,
  member: `(value, name) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)
    ? value[name]
    : undefined`,
  item: `(value, index) => (Array.isArray(value) ? value.at(index) : undefined)`,
  text: `value => (typeof value === 'string' ? value : JSON.stringify(value))`,
  headerLines: `name => {
  const lines = pm.response.headers.filter(({ key }) => key.toLowerCase() === name.toLowerCase())
  return lines.length === 0 ? undefined : lines.map(({ value }) => value).join(', ')
}`,
  firstGroup: `(value, pattern, flags) => {
  if (value === undefined) return undefined
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const match = new RegExp(pattern, flags).exec(text)
  return match === null ? undefined : (match[match.length === 1 ? 0 : 1] ?? undefined)
}`,
  equals: `(value, expected) => {
  const _ = require('lodash')
  const text = one => (typeof one === 'string' ? one : JSON.stringify(one))
  return typeof expected === 'string' ? text(value) === expected : _.isEqual(value, expected)
}`,
  notEquals: `(value, expected) => {
  const _ = require('lodash')
  const text = one => (typeof one === 'string' ? one : JSON.stringify(one))
  const whole = one => (typeof one === 'string' ? /^\\s*[[{]/.test(one) : typeof one === 'object')
  if (value === undefined || (typeof value === 'object' && value !== null && !whole(expected))) return false
  const plain = typeof expected !== 'object' || expected === null
  return plain && expected !== null ? text(value) !== text(expected) : !_.isEqual(value, expected)
}`,
  sameAs: `(value, expected) => value !== undefined && require('lodash').isEqual(value, expected)`,
  contains: `(value, expected) => {
  const _ = require('lodash')
  const text = one => (typeof one === 'string' ? one : JSON.stringify(one))
  const same = (one, other) => (typeof other === 'string' ? text(one) === other : _.isEqual(one, other))
  if (value === undefined) return false
  if (value === null) return expected === null
  if (Array.isArray(value)) return value.some(item => same(item, expected))
  if (_.isPlainObject(value) && _.isPlainObject(expected))
    return Object.keys(expected).every(key => Object.hasOwn(value, key) && same(value[key], expected[key]))
  return text(value).includes(text(expected))
}`,
  notContains: `(value, expected) => {
  const _ = require('lodash')
  const text = one => (typeof one === 'string' ? one : JSON.stringify(one))
  const same = (one, other) => (typeof other === 'string' ? text(one) === other : _.isEqual(one, other))
  if (value === undefined) return false
  const near = (one, other) => same(one, ['number', 'boolean'].includes(typeof other) ? text(other) : other)
  const hasAll = one => _.isPlainObject(one) && Object.keys(expected).every(key => Object.hasOwn(one, key) && near(one[key], expected[key]))
  if (Array.isArray(value) && value.some(item => near(item, expected))) return false
  if (Array.isArray(value) && Array.isArray(expected) && value.some(item => expected.some(one => near(item, one)))) return false
  if (_.isPlainObject(expected) && (Array.isArray(value) ? value.some(hasAll) : hasAll(value))) return false
  if (_.isPlainObject(value) && _.isPlainObject(expected)) return true
  if (Array.isArray(value) && typeof expected !== 'string') return true
  return !text(value).includes(text(expected))
}`,
  exists: `value => {
  if (value === undefined || value === null || value === '') return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}`,
  isMissing: `value => {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}`,
  isAbsent: atPath(`  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0`),
  isThere: `value => value !== undefined`,
  isGone: atPath('  return value === undefined'),
  isUndefined: `value => value === undefined`,
  matchesRegex: `(value, pattern, flags) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const isWhole = typeof value === 'object'
  return value !== undefined && !isWhole && new RegExp(pattern, flags).test(text)
}`,
  notMatchesRegex: `(value, pattern, flags) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const isWhole = typeof value === 'object'
  return value !== undefined && !isWhole && !new RegExp(pattern, flags).test(text)
}`,
  startsWith: `(value, start) => {
  const text = one => (typeof one === 'string' ? one : JSON.stringify(one))
  const isWhole = typeof value === 'object'
  return value !== undefined && !isWhole && text(value).startsWith(text(start))
}`,
  endsWith: `(value, end) => {
  const text = one => (typeof one === 'string' ? one : JSON.stringify(one))
  const isWhole = typeof value === 'object'
  return value !== undefined && !isWhole && text(value).endsWith(text(end))
}`,
  oneOf: `(value, list) => {
  const _ = require('lodash')
  const text = one => (typeof one === 'string' ? one : JSON.stringify(one))
  const same = (one, other) => (typeof other === 'string' ? text(one) === other : _.isEqual(one, other))
  return value !== undefined && list.some(item => same(value, item))
}`,
  notOneOf: `(value, list) => {
  const _ = require('lodash')
  const text = one => (typeof one === 'string' ? one : JSON.stringify(one))
  const same = (one, other) => (typeof other === 'string' ? text(one) === other : _.isEqual(one, other))
  const whole = one => (typeof one === 'string' ? /^\\s*[[{]/.test(one) : typeof one === 'object')
  if (value === undefined || (typeof value === 'object' && value !== null && !list.some(whole))) return false
  const near = one => (!list.includes(null) && ['number', 'boolean'].includes(typeof one) ? text(one) : one)
  return !list.some(item => same(value, near(item)))
}`,
  hasType: `(value, type) => {
  if (type === 'integer') return Number.isInteger(value)
  if (value === null) return type === 'null'
  return (Array.isArray(value) ? 'array' : typeof value) === type
}`,
  hasLength: `(value, length) => {
  if (typeof value === 'string') return Array.from(value).length === Number(length)
  if (typeof value !== 'object' || value === null) return false
  return Object.keys(value).length === Number(length)
}`,
  matches: `(value, expected) => {
  const _ = require('lodash')
  const text = one => (typeof one === 'string' ? one : JSON.stringify(one))
  const type = one => (one === null ? 'null' : Array.isArray(one) ? 'array' : typeof one)
  const uuid = /^[\\da-f]{8}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{12}$/i
  const dateTime = /^\\d{4}-\\d\\d-\\d\\d[Tt]\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?([Zz]|[+-]\\d\\d:\\d\\d)$/
  const fits = (one, wanted) => {
    if (_.isPlainObject(wanted))
      return _.isPlainObject(one) && Object.keys(wanted).every(key => Object.hasOwn(one, key) && fits(one[key], wanted[key]))
    if (Array.isArray(wanted)) return Array.isArray(one) && pairs(one, wanted)
    if (typeof wanted !== 'string') return _.isEqual(one, wanted)
    if (wanted === '<any>') return true
    if (wanted === '<integer>') return Number.isInteger(one)
    if (wanted === '<uuid>') return typeof one === 'string' && uuid.test(one)
    if (wanted === '<date-time>') return typeof one === 'string' && dateTime.test(one) && !Number.isNaN(Date.parse(one))
    if (/^<(string|number|boolean|null|array|object)>$/.test(wanted)) return '<' + type(one) + '>' === wanted
    const regex = /^<regex:([^]*)>$/.exec(wanted)
    if (regex !== null) return typeof one === 'string' && new RegExp(regex[1]).test(one)
    return text(one) === wanted
  }
  const pairs = (items, wanted) => {
    if (wanted.length === 0) return true
    return items.some((item, index) => fits(item, wanted[0]) && pairs(items.filter((_item, other) => other !== index), wanted.slice(1)))
  }
  return value !== undefined && fits(value, expected)
}`,
  greaterThan: `(value, limit) => {
  const numeric = /^\\s*[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[+-]?\\d+)?\\s*$/i
  const number = one => (typeof one === 'string' && numeric.test(one) ? Number(one) : one)
  return typeof number(value) === 'number' && number(value) > Number(limit)
}`,
  lessThan: `(value, limit) => {
  const numeric = /^\\s*[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[+-]?\\d+)?\\s*$/i
  const number = one => (typeof one === 'string' && numeric.test(one) ? Number(one) : one)
  return typeof number(value) === 'number' && number(value) < Number(limit)
}`,
  atLeast: `(value, limit) => {
  const numeric = /^\\s*[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[+-]?\\d+)?\\s*$/i
  const number = one => (typeof one === 'string' && numeric.test(one) ? Number(one) : one)
  return typeof number(value) === 'number' && number(value) >= Number(limit)
}`,
  atMost: `(value, limit) => {
  const numeric = /^\\s*[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[+-]?\\d+)?\\s*$/i
  const number = one => (typeof one === 'string' && numeric.test(one) ? Number(one) : one)
  return typeof number(value) === 'number' && number(value) <= Number(limit)
}`,
}

/** The functions that do what an operator does. */
export const operatorHelpers: Readonly<Record<string, OperatorName>> = {
  equals: 'equals',
  notEquals: 'not-equals',
  sameAs: 'same-as',
  contains: 'contains',
  notContains: 'not-contains',
  exists: 'exists',
  isMissing: 'exists',
  isThere: 'missing',
  isUndefined: 'missing',
  matchesRegex: 'matches-regex',
  notMatchesRegex: 'not-matches-regex',
  startsWith: 'starts-with',
  endsWith: 'ends-with',
  oneOf: 'one-of',
  notOneOf: 'not-one-of',
  hasType: 'has-type',
  hasLength: 'has-length',
  matches: 'matches',
  greaterThan: 'greater-than',
  lessThan: 'less-than',
  atLeast: 'at-least',
  atMost: 'at-most',
}

const helpersBySource = new Map(Object.entries(helperSources).map(([name, source]) => [source, name]))

/** The function that a text declares; undefined when it is none of these. */
export function helperOf(source: string): string | undefined {
  return helpersBySource.get(source)
}

/** A function of what a path leads to; `end` is the verdict on a value that is reached. */
function atPath(end: string): string {
  return `(root, ...path) => {
  if (!root) return false
  let value = root
  for (const step of path) {
    if (value === undefined || value === null || value === '' || value === false) return true
    const isFit = typeof step === 'number' ? Array.isArray(value) : typeof value === 'object' && !Array.isArray(value)
    if (!isFit) return false
    value = typeof step === 'number' ? value.at(step) : Object.hasOwn(value, step) ? value[step] : undefined
  }
${end}
}`
}
