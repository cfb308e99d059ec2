import type { MatchingRule, RulesAt } from '../matching-rule.ts'
import type { PactPart, PactRequest, PactResponse } from '../pact.ts'
import { applyRules } from './apply-rules.ts'
import { applyToText, isStatus, type Verdict } from './apply-to-text.ts'
import { matchBody } from './compare-bodies.ts'
import type { CompilePattern } from './context.ts'
import { matchHeaders } from './match-headers.ts'
import { matchParameters } from './match-query.ts'
import type { Mismatch } from './mismatch.ts'
import { shownText } from './value-text.ts'

/** Everything in a response that is not as the pact says. It may hold more than that. */
export function matchResponse(
  expected: PactResponse,
  actual: PactResponse,
  compilePattern: CompilePattern,
): readonly Mismatch[] {
  return [
    ...matchStatus(expected.status, actual.status, expected.rules.status, compilePattern),
    ...matchHeadersAndBody(expected, actual, false, compilePattern),
  ]
}

/** Everything in a request that is not as the pact says. Its query and body may hold nothing else. */
export function matchRequest(
  expected: PactRequest,
  actual: PactRequest,
  compilePattern: CompilePattern,
): readonly Mismatch[] {
  const query = { rules: expected.rules.query, strict: true, compilePattern }
  return [
    ...matchMethod(expected.method, actual.method),
    ...matchPath(expected.path, actual.path, expected.rules.path, compilePattern),
    ...matchParameters(expected.query, actual.query, query, name => `query ${name}`),
    ...matchHeadersAndBody(expected, actual, true, compilePattern),
  ]
}

function matchHeadersAndBody(
  expected: PactPart,
  actual: PactPart,
  strict: boolean,
  compilePattern: CompilePattern,
): readonly Mismatch[] {
  const { header, body } = expected.rules
  return [
    ...matchHeaders(expected.headers, actual.headers, { rules: header, strict, compilePattern }),
    ...matchBody(expected, actual, { rules: body, strict, compilePattern }, header),
  ]
}

/** Compares the method, which ignores case. */
function matchMethod(expected: string, actual: string): readonly Mismatch[] {
  return expected.toLowerCase() === actual.toLowerCase()
    ? []
    : [{ place: 'method', expected: `equals ${expected}`, actual }]
}

/** Compares the path, by its rules when it has some. */
function matchPath(
  expected: string,
  actual: string,
  rules: readonly RulesAt[],
  compilePattern: CompilePattern,
): readonly Mismatch[] {
  const compared = { place: 'path', expected: shownText(expected), actual: shownText(actual) }
  const [selected] = rules
  if (selected === undefined)
    return expected === actual ? [] : [{ ...compared, expected: `equals ${expected}`, actual }]
  return applyRules(selected, rule => applyToText(rule, expected, actual, false, compilePattern), compared)
}

/** Compares the status, by its rules when it has some. */
function matchStatus(
  expected: number,
  actual: number,
  rules: readonly RulesAt[],
  compilePattern: CompilePattern,
): readonly Mismatch[] {
  const compared = { place: 'status', expected: String(expected), actual: String(actual) }
  const [selected] = rules
  if (selected === undefined)
    return expected === actual ? [] : [{ ...compared, expected: `equals ${expected}` }]
  return applyRules(selected, rule => applyToStatus(rule, expected, actual, compilePattern), compared)
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
