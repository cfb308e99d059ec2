import type { Operation } from '../../api-description/api-description.ts'
import { operationKey } from '../../api-description/operation-names.ts'
import {
  type ContractFinding,
  type ContractRule,
  findingText,
  type RuleResult,
  withText,
} from '../../model/contract.ts'
import type {
  CheckedOperation,
  RuleCheck,
  RuleChecks,
  SentValue,
  TriedParameter,
} from '../../model/contract-check.ts'
import type { Outcome } from '../../model/outcome.ts'
import type { Failure, StepResult, ValidationResult } from '../../model/result.ts'
import type { Span } from '../../model/span.ts'
import { skippedResult } from '../../run/step-result.ts'
import { judged } from '../../api-requests/matching/rule-result.ts'
import { partName } from './build-call.ts'
import type { LeftOperation } from './select-operations.ts'
import { defined } from '../../util/defined.ts'
import type { CallOutcome } from './call-outcome.ts'

/** Where an operation stands in its document. */
export interface OperationPlace {
  readonly span: Span
  readonly sourceLine: string
}

/**
 * The calls of an operation as a step with five validations, which all reporters can show. It shows the exchange of the
 * first call that something is wrong with.
 */
export function stepOfCall(
  outcome: CallOutcome,
  index: number,
  spec: string,
  { span, sourceLine }: OperationPlace,
): StepResult {
  const calls = [outcome, ...(outcome.tried ?? [])]
  const { result } = calls.find(one => outcomeOf(one) !== 'passed') ?? outcome
  const validations = mergedRules(outcome).map(rule => validationOf(rule, spec, span))
  const broken = validations.flatMap(({ messages }) =>
    messages.map((message): Failure => ({ kind: 'validation', message, span, sourceLine })),
  )
  const failures = [...unanswered(calls).map(failure => ({ ...failure, span, sourceLine })), ...broken]
  const duration = calls.reduce((sum, call) => sum + call.result.duration, 0)
  return { ...result, index, span, outcome: worstOf(calls), flaky: false, duration, validations, failures }
}

function outcomeOf({ rules }: CallOutcome): Outcome {
  if (rules === undefined) return 'errored'
  return rules.some(({ outcome }) => outcome === 'failed') ? 'failed' : 'passed'
}

function worstOf(calls: readonly CallOutcome[]): Outcome {
  const outcomes = calls.map(outcomeOf)
  return (['errored', 'failed'] as const).find(outcome => outcomes.includes(outcome)) ?? 'passed'
}

/** Lists the failures that kept responses from coming; that of a further call names its parameter. */
function unanswered(calls: readonly CallOutcome[]): readonly Failure[] {
  return calls
    .filter(({ rules }) => rules === undefined)
    .flatMap(({ call, result }) =>
      result.failures.map(failure => ({
        ...failure,
        message: [
          failure.message,
          ...(call.parameter === undefined ? [] : [withText([partName(call.parameter)])]),
        ].join(' '),
      })),
    )
}

/** Merges the results of the rules for the plain call with the further findings of the other calls. */
function mergedRules({ rules = [], tried = [] }: CallOutcome): readonly RuleResult[] {
  return rules.map(plain => {
    const own = findingsOf(plain)
    const known = new Set(own.map(findingText))
    const more = new Map<string, ContractFinding & { readonly with: readonly string[] }>()
    for (const { call, rules: others = [] } of tried)
      for (const finding of others.filter(({ rule }) => rule === plain.rule).flatMap(findingsOf)) {
        const text = findingText(finding)
        const before = more.get(text)?.with ?? []
        if (call.parameter !== undefined && !known.has(text))
          more.set(text, { ...finding, with: [...before, partName(call.parameter)] })
      }
    return more.size === 0 ? plain : judged(plain.rule, [...own, ...more.values()])
  })
}

function findingsOf(result: RuleResult): readonly ContractFinding[] {
  return result.outcome === 'failed' ? result.findings : []
}

/** The names of the rules in reports. */
const subjects = {
  status: 'status',
  contentType: 'content type',
  body: 'body',
  headers: 'headers',
  request: 'request',
} as const

function validationOf(result: RuleResult, spec: string, span: Span): ValidationResult {
  const subject = `contract ${subjects[result.rule]}`
  return {
    subject,
    operator: 'contract',
    expected: spec,
    passed: result.outcome !== 'failed',
    ...(result.outcome === 'skipped' ? { skipped: true } : {}),
    messages: findingsOf(result).map(finding => `${subject}: ${findingText(finding)}`),
    span,
  }
}

/** The texts about a call without the secrets in it. */
export interface ToldOfCall {
  /** The line that sends the same. */
  curlOf(outcome: CallOutcome): string | undefined
  /** Why the answer is as it is, and what may help. */
  hintOf(outcome: CallOutcome): string | undefined
}

/** The calls of an operation as the report keeps them. */
export function checkedCall(outcome: CallOutcome, told: ToldOfCall): CheckedOperation {
  const { call, rules, tried = [], untried = [] } = outcome
  const calls = [outcome, ...tried]
  const [failure] = unanswered(calls)
  const parameters = [...tried.map(one => triedParameter(one, told)), ...untried]
  return defined({
    ...identityOf(call.operation),
    called: true,
    outcome: worstOf(calls),
    ...(failure === undefined ? {} : reasonOf(failure)),
    ...(rules === undefined || outcomeOf(outcome) === 'passed'
      ? {}
      : defined({ hint: told.hintOf(outcome) })),
    ...answerOf(outcome),
    ...(rules === undefined ? {} : { checks: checksOf(mergedRules(outcome)) }),
    values: call.values.map(originOf),
    ...(parameters.length === 0 ? {} : { parameters }),
    curl: told.curlOf(outcome),
  })
}

function triedParameter(one: CallOutcome, told: ToldOfCall): TriedParameter {
  const outcome = outcomeOf(one)
  const [failure] = unanswered([one])
  return {
    ...originOf(one.call.parameter ?? { in: 'query', name: '', from: 'guessed' }),
    outcome,
    ...(failure === undefined ? {} : { reason: failure.message }),
    ...answerOf(one),
    ...(outcome === 'passed' ? {} : defined({ curl: told.curlOf(one) })),
  }
}

function originOf({ in: place, name, from }: SentValue): SentValue {
  return { in: place, name, from }
}

export function answerOf({ result }: CallOutcome): Pick<CheckedOperation, 'status' | 'duration'> {
  const status = result.exchange?.response?.status
  const duration = Math.round((result.exchange?.duration ?? result.duration) * 100) / 100
  return { ...(typeof status === 'number' ? { status } : {}), duration }
}

function reasonOf({ message, hint }: Failure): Pick<CheckedOperation, 'reason' | 'hint'> {
  return defined({ reason: message, hint })
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
  place: OperationPlace,
): StepResult {
  return stepOfUnsent(operationKey(operation), reason, index, place)
}

/** A request that was not sent, as a step that was skipped. */
export function stepOfUnsent(
  name: string,
  reason: string,
  index: number,
  { span }: OperationPlace,
): StepResult {
  return skippedResult({ index, phase: 'steps', name, action: 'request', span }, reason)
}

function identityOf(
  operation: Operation,
): Pick<CheckedOperation, 'operation' | 'method' | 'path' | 'operationId'> {
  const { method, path, operationId } = operation
  return defined({ operation: operationKey(operation), method, path, operationId })
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
