import type { PactPart, PactRequest, PactResponse } from '../pact.ts'
import type { CompilePattern } from './context.ts'
import { matchBody } from './match-body.ts'
import { matchHeaders } from './match-headers.ts'
import { matchParameters } from './match-query.ts'
import { matchMethod, matchPath, matchStatus } from './match-whole.ts'
import type { Mismatch } from './mismatch.ts'

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
