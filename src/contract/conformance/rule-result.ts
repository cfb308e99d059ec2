import type { ContractFinding, ContractRule, RuleResult } from '../../model/contract.ts'

/** What a rule says when it found this much: it passed when that is nothing. */
export function judged(rule: ContractRule, findings: readonly ContractFinding[]): RuleResult {
  return findings.length === 0 ? { rule, outcome: 'passed' } : { rule, outcome: 'failed', findings }
}

/** What a rule says that could not look at anything. */
export function skipped(rule: ContractRule, reason: string): RuleResult {
  return { rule, outcome: 'skipped', reason }
}
