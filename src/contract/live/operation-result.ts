import type { Operation } from '../../api-description/api-description.ts'
import { operationKey } from '../../api-description/operation-names.ts'
import { type ContractRule, findingText, type RuleResult } from '../../model/contract.ts'
import type { CheckedOperation, RuleCheck, RuleChecks } from '../../model/contract-check.ts'
import type { Outcome } from '../../model/outcome.ts'
import type { Failure, StepResult, ValidationResult } from '../../model/result.ts'
import type { Span } from '../../model/span.ts'
import { skippedResult } from '../../run/step-result.ts'
import type { LeftOperation } from './select-operations.ts'
import type { CallOutcome } from './run-calls.ts'

/** Where an operation stands in its document. */
export interface OperationPlace {
  readonly span: Span
  readonly sourceLine: string
}

/** A call as a step with five validations, which all reporters can tell. */
export function stepOfCall(
  { result, rules }: CallOutcome,
  index: number,
  spec: string,
  { span, sourceLine }: OperationPlace,
): StepResult {
  if (rules === undefined)
    return {
      ...result,
      index,
      span,
      outcome: 'errored',
      validations: [],
      failures: result.failures.map(failure => ({ ...failure, span, sourceLine })),
    }
  const validations = rules.map(rule => validationOf(rule, spec, span))
  const failures = validations.flatMap(({ messages }) =>
    messages.map((message): Failure => ({ kind: 'validation', message, span, sourceLine })),
  )
  return { ...result, index, span, outcome: outcomeOf(rules), flaky: false, validations, failures }
}

function outcomeOf(rules: readonly RuleResult[]): Outcome {
  return rules.some(({ outcome }) => outcome === 'failed') ? 'failed' : 'passed'
}

/** What the rules are called in reports. */
const subjects = {
  status: 'status',
  contentType: 'content type',
  body: 'body',
  headers: 'headers',
  request: 'request',
} as const

function validationOf(result: RuleResult, spec: string, span: Span): ValidationResult {
  const subject = `contract ${subjects[result.rule]}`
  const findings = result.outcome === 'failed' ? result.findings : []
  return {
    subject,
    operator: 'contract',
    expected: spec,
    passed: result.outcome !== 'failed',
    ...(result.outcome === 'skipped' ? { skipped: true } : {}),
    messages: findings.map(finding => `${subject}: ${findingText(finding)}`),
    span,
  }
}

/** A call as the report keeps it; `curl` is the line that sends the same. */
export function checkedCall(
  { call, result, rules }: CallOutcome,
  curl: string | undefined,
): CheckedOperation {
  const status = result.exchange?.response?.status
  const [failure] = result.failures
  return {
    ...identityOf(call.operation),
    called: true,
    outcome: rules === undefined ? 'errored' : outcomeOf(rules),
    ...(rules === undefined && failure !== undefined ? reasonOf(failure) : {}),
    ...(typeof status === 'number' ? { status } : {}),
    duration: Math.round((result.exchange?.duration ?? result.duration) * 100) / 100,
    ...(rules === undefined ? {} : { checks: checksOf(rules) }),
    values: call.values.map(({ in: place, name, from }) => ({ in: place, name, from })),
    ...(curl === undefined ? {} : { curl }),
  }
}

function reasonOf({ message, hint }: Failure): Pick<CheckedOperation, 'reason' | 'hint'> {
  return { reason: message, ...(hint === undefined ? {} : { hint }) }
}

/** An operation that was not called, as the report keeps it. */
export function checkedLeft({ operation, kind, reason }: LeftOperation): CheckedOperation {
  return {
    ...identityOf(operation),
    called: false,
    outcome: 'skipped',
    notCalled: kind,
    reason,
    values: [],
  }
}

/** An operation that was not called, as a step that was skipped. */
export function stepOfLeft(
  { operation, reason }: LeftOperation,
  index: number,
  { span }: OperationPlace,
): StepResult {
  const name = operationKey(operation)
  return skippedResult({ index, phase: 'steps', name, action: 'request', span }, reason)
}

function identityOf(
  operation: Operation,
): Pick<CheckedOperation, 'operation' | 'method' | 'path' | 'operationId'> {
  const { method, path, operationId } = operation
  return {
    operation: operationKey(operation),
    method,
    path,
    ...(operationId === undefined ? {} : { operationId }),
  }
}

function checksOf(rules: readonly RuleResult[]): RuleChecks {
  const of = (rule: ContractRule): RuleCheck => {
    const found = rules.find(result => result.rule === rule)
    if (found === undefined) return { outcome: 'skipped' }
    const { rule: _, ...check } = found
    return check
  }
  return {
    status: of('status'),
    contentType: of('contentType'),
    body: of('body'),
    headers: of('headers'),
    request: of('request'),
  }
}
