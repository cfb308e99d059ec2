import type { MatchingRule } from '../matching-rule.ts'
import { applyToText } from './apply-to-text.ts'
import type { CompilePattern, MatchingContext } from './context.ts'
import { judge } from './judge.ts'
import type { Mismatch } from './mismatch.ts'
import { selectRules } from './select-rules.ts'
import { contentTypeOfBytes } from './sniff-content-type.ts'
import type { Verdict } from './verdict.ts'

/** Compares two bodies byte by byte, or by the rules for `$`. */
export function compareBinary(
  expected: Uint8Array,
  actual: Uint8Array,
  context: MatchingContext,
): readonly Mismatch[] {
  const compared = { place: '$', expected: bytesText(expected), actual: bytesText(actual) }
  const selected = selectRules(context.rules, ['$'])
  if (selected === undefined)
    return Buffer.from(expected).equals(actual)
      ? []
      : [{ ...compared, expected: `equals ${compared.expected}` }]
  return judge(selected, rule => applyToBytes(rule, expected, actual, context.compilePattern), compared)
}

function bytesText(bytes: Uint8Array): string {
  return `${bytes.length} bytes of ${contentTypeOfBytes(bytes)[0] ?? 'unknown'}`
}

function applyToBytes(
  rule: MatchingRule,
  expected: Uint8Array,
  actual: Uint8Array,
  compilePattern: CompilePattern,
): Verdict {
  switch (rule.match) {
    case 'equality':
      return Buffer.from(expected).equals(actual)
    case 'type':
      return true
    case 'contentType':
      return contentTypeOfBytes(actual).includes(rule.value)
    case 'notEmpty':
      return actual.length > 0
    case 'regex':
    case 'include': {
      const [example, text] = [expected, actual].map(bytes => Buffer.from(bytes).toString('utf8'))
      return applyToText(rule, example ?? '', text ?? '', false, compilePattern)
    }
    case 'unknown':
      return { reason: rule.reason }
    default:
      return false
  }
}
