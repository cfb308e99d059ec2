import {
  exactEqual,
  type ExactObject,
  exactText,
  type ExactValue,
  isExactList,
  isExactObject,
  isWholeOf64Bits,
  printedNumber,
} from '../exact-json.ts'
import type { MatchingRule } from '../matching-rule.ts'
import { isSemanticVersion, type Verdict, wholeMatch } from './apply-to-text.ts'
import type { CompilePattern } from './context.ts'
import { matchesDateFormat, usualFormats } from './date-pattern.ts'
import { contentTypeOfBytes } from './sniff-content-type.ts'
import { typeName } from './value-text.ts'
import { ExactNumber } from '../../util/exact-number.ts'

/** Judges a value of a JSON body by a rule, where the example is neither a list nor an object. */
export function applyToValue(
  rule: MatchingRule,
  expected: ExactValue,
  actual: ExactValue,
  compilePattern: CompilePattern,
): Verdict {
  switch (rule.match) {
    case 'equality':
    case 'values':
      return exactEqual(expected, actual)
    case 'type':
      return kindOf(expected) === kindOf(actual)
    case 'regex':
      return wholeMatch(rule.regex, textOf(actual), compilePattern)
    case 'include':
      return textOf(actual).includes(rule.value)
    case 'null':
      return actual === null
    case 'number':
      return actual instanceof ExactNumber
    case 'integer':
      return actual instanceof ExactNumber && isWholeOf64Bits(actual)
    case 'decimal':
      return actual instanceof ExactNumber && !isWholeOf64Bits(actual)
    case 'boolean':
      return typeof actual === 'boolean' || actual === 'true' || actual === 'false'
    case 'datetime':
    case 'date':
    case 'time':
      return matchesDateFormat(
        actual === null ? '' : textOf(actual),
        rule.format === '' ? usualFormats[rule.match] : rule.format,
      )
    case 'contentType':
      return contentTypeOfBytes(bytesOf(actual)).includes(rule.value)
    case 'notEmpty':
      return !isEmpty(actual)
    case 'semver':
      return typeof actual === 'string' && isSemanticVersion(actual)
    case 'unknown':
      return { reason: rule.reason }
    case 'arrayContains':
    case 'eachKey':
    case 'eachValue':
    case 'statusCode':
      return true
  }
}

/** Judges a list as a whole by a rule; its items are compared one by one besides. */
export function applyToList(
  rule: MatchingRule,
  expected: readonly ExactValue[],
  actual: readonly ExactValue[],
  cascaded: boolean,
): Verdict {
  switch (rule.match) {
    case 'equality':
      return exactEqual(expected, actual)
    case 'type':
      return cascaded || isOfSize(actual.length, rule)
    case 'notEmpty':
      return actual.length > 0
    case 'null':
    case 'statusCode':
      return false
    case 'unknown':
      return { reason: rule.reason }
    default:
      return true
  }
}

/** Judges an object as a whole by a rule; its members are compared one by one besides. */
export function applyToObject(
  rule: MatchingRule,
  expected: ExactObject,
  actual: ExactObject,
  cascaded: boolean,
): Verdict {
  switch (rule.match) {
    case 'equality':
      return exactEqual(expected, actual)
    case 'type':
      return cascaded || isOfSize(actual.size, rule)
    case 'notEmpty':
      return actual.size > 0
    case 'regex':
    case 'values':
    case 'arrayContains':
    case 'eachKey':
    case 'eachValue':
      return true
    case 'unknown':
      return { reason: rule.reason }
    default:
      return false
  }
}

/** True where a list has as many items as a `type` rule asks for. */
export function isOfSize(
  size: number,
  { min = 0, max = Infinity }: { readonly min?: number; readonly max?: number },
): boolean {
  return size >= min && size <= max
}

function kindOf(value: ExactValue): string {
  return value instanceof ExactNumber ? 'number' : typeName(value)
}

function textOf(value: ExactValue): string {
  if (typeof value === 'string') return value
  return value instanceof ExactNumber ? printedNumber(value) : exactText(value)
}

/** Binary data stands in JSON as base64. */
function bytesOf(value: ExactValue): Uint8Array {
  const text = textOf(value)
  const isBase64 = typeof value === 'string' && /^[A-Za-z\d+/]*={0,2}$/.test(text) && text.length % 4 === 0
  return Buffer.from(text, isBase64 ? 'base64' : 'utf8')
}

function isEmpty(value: ExactValue): boolean {
  if (value === null || value === '') return true
  if (isExactList(value)) return value.length === 0
  return isExactObject(value) && value.size === 0
}
