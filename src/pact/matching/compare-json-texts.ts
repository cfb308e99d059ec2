import { parseExactJson } from '../exact-json.ts'
import { compareJson } from './compare-json.ts'
import type { MatchingContext } from './context.ts'
import type { Mismatch } from './mismatch.ts'
import { shownText } from './value-text.ts'

/** Compares two JSON texts in UTF-8. */
export function compareJsonTexts(
  expected: Uint8Array,
  actual: Uint8Array,
  context: MatchingContext,
): readonly Mismatch[] {
  const example = parseExactJson(Buffer.from(expected).toString('utf8'))
  if (!example.ok) return [{ place: '$', unsupported: `the example is not JSON: ${example.reason}` }]
  const text = Buffer.from(actual).toString('utf8')
  const value = parseExactJson(text)
  return value.ok
    ? compareJson(['$'], example.value, value.value, context)
    : [{ place: '$', expected: 'JSON', actual: `${shownText(text)} (${value.reason})` }]
}
