import { responseFor } from '../../api-description/find-response.ts'
import { unreadableAnswers, unreadableRequest } from '../../api-description/unreadable-parts.ts'
import type { ContractFinding, ContractRule, RuleResult } from '../../model/contract.ts'
import type { Exchange } from '../../model/exchange.ts'
import type { SchemaReader } from '../../validations/answer/schema-reader.ts'
import { undocumentedStatus } from '../../validations/answer/undocumented.ts'
import { bodyRules, headersRule } from './answer-rules.ts'
import type { FoundOperation } from '../../api-requests/matching/find-operation.ts'
import { requestRule } from '../../api-requests/matching/request-rule.ts'
import { judged, skipped } from '../../api-requests/matching/rule-result.ts'

/**
 * Checks an exchange by the operation it is for: one result for each of the five rules, in their order. A status that
 * is not documented leaves nothing to check the rest of the answer by.
 */
export function checkExchange(
  found: FoundOperation,
  exchange: Exchange,
  schemas: SchemaReader,
): readonly RuleResult[] {
  const { operation } = found
  const answer = answerRules(found, exchange, schemas)
  const isDocumented = answer.some(({ rule, outcome }) => rule === 'status' && outcome === 'passed')
  return [
    ...withUnreadable(answer, isDocumented ? 'body' : 'status', unreadableAnswers(operation)),
    ...withUnreadable([requestRule(found, exchange, schemas)], 'request', unreadableRequest(operation)),
  ]
}

function answerRules(
  { operation }: FoundOperation,
  exchange: Exchange,
  schemas: SchemaReader,
): readonly RuleResult[] {
  const { status } = exchange.response
  if (typeof status !== 'number') return unknownAnswer('the answer has no HTTP status', [])
  const documented = responseFor(operation, status)
  if (documented === undefined)
    return unknownAnswer('its status is not documented', [{ message: undocumentedStatus(operation, status) }])
  return [
    judged('status', []),
    ...bodyRules(documented, exchange, schemas),
    headersRule(documented, exchange, schemas),
  ]
}

function unknownAnswer(reason: string, findings: readonly ContractFinding[]): readonly RuleResult[] {
  const status = findings.length === 0 ? skipped('status', reason) : judged('status', findings)
  return [status, ...(['contentType', 'body', 'headers'] as const).map(rule => skipped(rule, reason))]
}

/** Marks a rule as skipped where a part cannot be read: values in it are not checked, and must not count as right. */
function withUnreadable(
  results: readonly RuleResult[],
  rule: ContractRule,
  reasons: readonly string[],
): readonly RuleResult[] {
  if (reasons.length === 0) return results
  return results.map(result =>
    result.rule === rule
      ? judged(rule, [
          ...reasons.map(message => ({ message })),
          ...(result.outcome === 'failed' ? result.findings : []),
        ])
      : result,
  )
}
