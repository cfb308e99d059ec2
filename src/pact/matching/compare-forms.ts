import type { MatchingContext } from './context.ts'
import { matchParameters } from './match-query.ts'
import type { Mismatch } from './mismatch.ts'
import { parametersOf } from './parameters-of.ts'
import { pathText } from './select-rules.ts'

/** Compares the fields of two URL-encoded forms, as those of queries. */
export function compareForms(
  expected: Uint8Array,
  actual: Uint8Array,
  context: MatchingContext,
): readonly Mismatch[] {
  const [example, form] = [expected, actual].map(bytes => parametersOf(Buffer.from(bytes).toString('utf8')))
  return matchParameters(example ?? new Map(), form ?? new Map(), context, name => pathText(['$', name]))
}
