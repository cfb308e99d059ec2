import type { MatchingRule, RulesAt } from '../matching-rule.ts'
import { applyToText, isStatus } from './apply-to-text.ts'
import type { CompilePattern } from './context.ts'
import { judge } from './judge.ts'
import type { Mismatch } from './mismatch.ts'
import { shownText } from './value-text.ts'
import type { Verdict } from './verdict.ts'

/** Compares the method, which ignores case. */
export function matchMethod(expected: string, actual: string): readonly Mismatch[] {
  return expected.toLowerCase() === actual.toLowerCase()
    ? []
    : [{ place: 'method', expected: `equals ${expected}`, actual }]
}

/** Compares the path, by its rules when it has some. */
export function matchPath(
  expected: string,
  actual: string,
  rules: readonly RulesAt[],
  compilePattern: CompilePattern,
): readonly Mismatch[] {
  const compared = { place: 'path', expected: shownText(expected), actual: shownText(actual) }
  const [selected] = rules
  if (selected === undefined)
    return expected === actual ? [] : [{ ...compared, expected: `equals ${expected}`, actual }]
  return judge(selected, rule => applyToText(rule, expected, actual, false, compilePattern), compared)
}

/** Compares the status, by its rules when it has some. */
export function matchStatus(
  expected: number,
  actual: number,
  rules: readonly RulesAt[],
  compilePattern: CompilePattern,
): readonly Mismatch[] {
  const compared = { place: 'status', expected: String(expected), actual: String(actual) }
  const [selected] = rules
  if (selected === undefined)
    return expected === actual ? [] : [{ ...compared, expected: `equals ${expected}` }]
  return judge(selected, rule => applyToStatus(rule, expected, actual, compilePattern), compared)
}

function applyToStatus(
  rule: MatchingRule,
  expected: number,
  actual: number,
  compilePattern: CompilePattern,
): Verdict {
  if (rule.match === 'statusCode') return isStatus(actual, rule.status)
  if (rule.match === 'decimal') return false
  return applyToText(rule, String(expected), String(actual), false, compilePattern)
}
