import type { MatchingRule } from '../matching-rule.ts'
import { usualFormats } from './date-pattern.ts'

/** What a rule expects, in words: `matches-regex \d+`, `date yyyy-MM-dd`; `example` is the value as text. */
export function ruleText(rule: MatchingRule, example: string): string {
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
