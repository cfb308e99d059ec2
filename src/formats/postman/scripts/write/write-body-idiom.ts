import type { JsonValue } from '../../../../model/json.ts'
import { isList, isObject } from '../../../../util/is-json.ts'
import { isInherited } from '../body-path.ts'
import { numberWords, orders, textWords } from './chai-words.ts'
import { isLongNumber, isTextOfAnother } from '../text-of-another.ts'
import type { WrittenTarget } from './write-target.ts'
import { valueExpression } from './write-value.ts'

/** What people write for a comparison of a value in the body, where it means exactly the same. `type` is the one demanded beside it. */
export function bodyIdiom(
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
