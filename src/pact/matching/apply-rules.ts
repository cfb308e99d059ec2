import type { MatchingRule, RulesAt } from '../matching-rule.ts'
import type { Verdict } from './apply-to-text.ts'
import { usualFormats } from './date-pattern.ts'
import type { Mismatch } from './mismatch.ts'

/** The report of a value that does not match: where it is, its example and itself. */
interface Compared {
  readonly place: string
  readonly expected: string
  readonly actual: string
}

/** Applies every rule of a place to a value. One that holds is enough where the rules are alternatives. */
export function applyRules(
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

/** Words the expectation of a rule: `matches-regex \d+`, `date yyyy-MM-dd`; `example` is the value as text. */
function ruleText(rule: MatchingRule, example: string): string {
  switch (rule.match) {
    case 'equality':
    case 'values':
      return `equals ${example}`
    case 'type':
      return (isCollection(example) ? sizeText(rule.min, rule.max) : undefined) ?? `the type of ${example}`
    case 'regex':
      return `matches-regex ${rule.regex}`
    case 'include':
      return `contains ${rule.value}`
    case 'datetime':
    case 'date':
    case 'time':
      return `${rule.match} ${rule.format === '' ? usualFormats[rule.match] : rule.format}`
    case 'contentType':
      return `content of type ${rule.value}`
    case 'statusCode':
      return `status ${typeof rule.status === 'string' ? rule.status : rule.status.join(' or ')}`
    case 'notEmpty':
      return 'not empty'
    case 'semver':
      return 'semantic version'
    case 'unknown':
      return rule.match
    default:
      return rule.match
  }
}

function isCollection(example: string): boolean {
  return /^[[{]/.test(example)
}

/** How many items a list must have; undefined where any number will do. */
function sizeText(min?: number, max?: number): string | undefined {
  if (min !== undefined && max !== undefined) return `${min} to ${max} items`
  if (min !== undefined) return `at least ${min} items`
  return max === undefined ? undefined : `at most ${max} items`
}
