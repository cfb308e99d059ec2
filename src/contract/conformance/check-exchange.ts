import { responseFor } from '../../api-description/find-response.ts'
import type { UnresolvedReference } from '../../api-description/documents/loaded-document.ts'
import type { ContractFinding, RuleResult } from '../../model/contract.ts'
import type { Exchange } from '../../model/exchange.ts'
import type { SchemaReader } from '../../validations/answer/schema-reader.ts'
import { undocumentedStatus } from '../../validations/answer/undocumented.ts'
import { bodyRules, headersRule } from './answer-rules.ts'
import type { FoundOperation } from './find-operation.ts'
import { requestRule } from './request-rule.ts'
import { judged, skipped } from './rule-result.ts'

/**
 * Holds an exchange against the operation it is for: one result for each of the five rules, in their order. A status that
 * is not documented leaves nothing to hold the rest of the answer against.
 */
export function checkExchange(
  found: FoundOperation,
  exchange: Exchange,
  schemas: SchemaReader,
): readonly RuleResult[] {
  const results = [...answerRules(found, exchange, schemas), requestRule(found, exchange, schemas)]
  return withMissingParts(results, found.operation.unresolved)
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

function unknownAnswer(reason: string, findings: Parameters<typeof judged>[1]): readonly RuleResult[] {
  const status = findings.length === 0 ? skipped('status', reason) : judged('status', findings)
  return [status, ...(['contentType', 'body', 'headers'] as const).map(rule => skipped(rule, reason))]
}

/** What is behind a reference that leads nowhere cannot be held against anything, and must not pass for right. */
function withMissingParts(
  results: readonly RuleResult[],
  unresolved: readonly UnresolvedReference[],
): readonly RuleResult[] {
  if (unresolved.length === 0) return results
  return results.map(result => {
    const missing = unresolved.filter(({ place }) => result.rule === ruleOf(place)).map(missingPart)
    if (missing.length === 0) return result
    return judged(result.rule, [...missing, ...(result.outcome === 'failed' ? result.findings : [])])
  })
}

/** The rule that looks at a part of an operation. */
function ruleOf(place: string): RuleResult['rule'] {
  return /^(?:response|headers?)\b/.test(place) ? 'body' : 'request'
}

function missingPart({ reference, reason }: UnresolvedReference): ContractFinding {
  return { message: `the reference ${reference} leads nowhere: ${reason}` }
}
