import { PatternTimeout } from '../../patterns/index.ts'
import type { MatchingRule, StatusClass } from '../matching-rule.ts'
import type { CompilePattern } from './context.ts'
import { matchesDateFormat, usualFormats } from './date-pattern.ts'
import { contentTypeOfBytes } from './sniff-content-type.ts'

/** True where a rule holds; the reason when that is not known. */
export type Verdict = boolean | { readonly reason: string }

/** Judges a text by a rule: in headers, queries, paths and bodies of text, where everything is text. */
export function applyToText(
  rule: MatchingRule,
  expected: string,
  actual: string,
  cascaded: boolean,
  compilePattern: CompilePattern,
): Verdict {
  switch (rule.match) {
    case 'equality':
    case 'values':
      return expected === actual
    case 'type':
      return true
    case 'regex':
      return wholeMatch(rule.regex, actual, compilePattern)
    case 'include':
      return actual.includes(rule.value)
    case 'number':
    case 'decimal':
      return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(actual)
    case 'integer':
      return /^\+?\d+$/.test(actual)
    case 'datetime':
    case 'date':
    case 'time':
      return matchesDateFormat(actual, rule.format === '' ? usualFormats[rule.match] : rule.format)
    case 'boolean':
      return actual === 'true' || actual === 'false'
    case 'statusCode':
      return /^\d+$/.test(actual) && isStatus(Number(actual), rule.status)
    case 'notEmpty':
      return actual !== ''
    case 'semver':
      return isSemanticVersion(actual)
    case 'contentType':
      return contentTypeOfBytes(Buffer.from(actual)).includes(rule.value)
    case 'unknown':
      return { reason: rule.reason }
    case 'null':
      return false
    case 'arrayContains':
    case 'eachKey':
    case 'eachValue':
      return cascaded
  }
}

/** True where a status belongs to a class or is one of a list. */
export function isStatus(status: number, expected: StatusClass | readonly number[]): boolean {
  if (typeof expected !== 'string') return expected.includes(status)
  const [from, to] = ranges[expected]
  return status >= from && status <= to
}

const ranges: Readonly<Record<StatusClass, readonly [number, number]>> = {
  info: [100, 199],
  success: [200, 299],
  redirect: [300, 399],
  clientError: [400, 499],
  serverError: [500, 599],
  nonError: [0, 399],
  error: [400, 999],
}

/** Tells if a regular expression matches all of a text; the reason when that is not known. */
export function wholeMatch(regex: string, text: string, compilePattern: CompilePattern): Verdict {
  const compiled = compilePattern(`^(?:${regex})$`)
  if (!compiled.ok) return { reason: `${regex} is not a regular expression: ${compiled.message}` }
  try {
    return compiled.pattern.test(text)
  } catch (error) {
    if (error instanceof PatternTimeout) return { reason: error.message }
    throw error
  }
}

/** True where a text is a version as semver.org 2.0.0 defines it (its own regular expression). */
export function isSemanticVersion(text: string): boolean {
  return pattern.test(text)
}

const pattern =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/
