import type { MatchingRule, RulesAt } from '../matching-rule.ts'
import type { Mismatch } from './mismatch.ts'
import { ruleText } from './rule-text.ts'
import type { Verdict } from './verdict.ts'

/** What is told of a value that does not match: where it is, its example and itself. */
export interface Compared {
  readonly place: string
  readonly expected: string
  readonly actual: string
}

/** Applies every rule of a place to a value. One that holds is enough where the rules are alternatives. */
export function judge(
  { rules, combine }: Pick<RulesAt, 'rules' | 'combine'>,
  apply: (rule: MatchingRule) => Verdict,
  { place, expected, actual }: Compared,
): readonly Mismatch[] {
  const verdicts = rules.map(rule => ({ rule, verdict: apply(rule) }))
  if (combine === 'OR' && verdicts.some(({ verdict }) => verdict === true)) return []
  return verdicts.flatMap(({ rule, verdict }): Mismatch[] => {
    if (verdict === true) return []
    return verdict === false
      ? [{ place, expected: ruleText(rule, expected), actual }]
      : [{ place, unsupported: verdict.reason }]
  })
}
