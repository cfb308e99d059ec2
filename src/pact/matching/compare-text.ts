import type { MatchingRule } from '../matching-rule.ts'
import { applyToText } from './apply-to-text.ts'
import type { MatchingContext } from './context.ts'
import { judge } from './judge.ts'
import type { Mismatch } from './mismatch.ts'
import { selectRules } from './select-rules.ts'
import { shownText } from './value-text.ts'

/** Compares two bodies as texts in UTF-8: by the rules for `$`, or exactly. */
export function compareText(
  expectedBytes: Uint8Array,
  actualBytes: Uint8Array,
  context: MatchingContext,
): readonly Mismatch[] {
  const [expected, actual] = [expectedBytes, actualBytes].map(bytes => Buffer.from(bytes).toString('utf8'))
  const compared = { place: '$', expected: shownText(expected ?? ''), actual: shownText(actual ?? '') }
  const selected = selectRules(context.rules, ['$'])
  if (selected === undefined)
    return Buffer.from(expectedBytes).equals(actualBytes)
      ? []
      : [{ ...compared, expected: `equals ${compared.expected}` }]
  const apply = (rule: MatchingRule) =>
    applyToText(rule, expected ?? '', actual ?? '', selected.cascaded, context.compilePattern)
  return judge(selected, apply, compared)
}
