import type { MatchingRule } from '../matching-rule.ts'
import { usualFormats } from './date-pattern.ts'

/** What a rule expects, in words: `matches-regex \d+`, `date yyyy-MM-dd`; `example` is the value as text. */
export function ruleText(rule: MatchingRule, example: string): string {
  switch (rule.match) {
    case 'equality':
    case 'values':
      return `equals ${example}`
    case 'type':
      return `${typeText(rule.min, rule.max)}the type of ${example}`
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

function typeText(min?: number, max?: number): string {
  if (min !== undefined && max !== undefined) return `${min} to ${max} items or `
  if (min !== undefined) return `at least ${min} items or `
  return max === undefined ? '' : `at most ${max} items or `
}
