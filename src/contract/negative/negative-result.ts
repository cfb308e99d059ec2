import type { CheckedNegative } from '../../model/contract-check.ts'
import type { Outcome } from '../../model/outcome.ts'
import type { Failure, StepResult, ValidationResult } from '../../model/result.ts'
import { defined } from '../../util/defined.ts'
import { answerOf, type OperationPlace, stepOfUnsent, type ToldOfCall } from '../live/operation-result.ts'
import { expectedText, type NegativeCase, provesNothing, wrongAnswer } from './negative-case.ts'
import { type CallOutcome, isUnending } from '../live/call-outcome.ts'

/** The outcome of a case. */
interface Verdict {
  readonly outcome: Outcome
  readonly reason?: string
}

function verdictOf(one: NegativeCase, came: CallOutcome | string): Verdict {
  if (typeof came === 'string') return { outcome: 'skipped', reason: came }
  if (isUnending(came)) return { outcome: 'failed', reason: 'is accepted: a stream begins, and does not end' }
  const { status } = came.result.exchange?.response ?? {}
  if (came.rules === undefined || typeof status !== 'number')
    return defined({ outcome: 'errored', reason: came.result.failures[0]?.message })
  if (came.unproven !== undefined) return { outcome: 'skipped', reason: came.unproven }
  const nothing = provesNothing(one, status)
  if (nothing !== undefined) return { outcome: 'errored', reason: nothing }
  const reason = wrongAnswer(one, status)
  return reason === undefined ? { outcome: 'passed' } : { outcome: 'failed', reason }
}

/** A case as a step with one validation, which all reporters can show. */
export function stepOfNegative(
  one: NegativeCase,
  came: CallOutcome | string,
  index: number,
  place: OperationPlace,
): StepResult {
  const verdict = verdictOf(one, came)
  const { outcome, reason = '' } = verdict
  const { name, expected } = one
  if (typeof came === 'string' || outcome === 'skipped') return stepOfUnsent(name, reason, index, place)
  const { span, sourceLine } = place
  const validation: ValidationResult = {
    subject: 'status',
    operator: 'one-of',
    expected: expectedText(expected),
    passed: outcome === 'passed',
    messages: outcome === 'failed' ? [reason] : [],
    span,
  }
  const failures = failuresOf(verdict, came).map(failure => ({ ...failure, span, sourceLine }))
  const validations = outcome === 'errored' ? [] : [validation]
  return { ...came.result, index, name, span, outcome, flaky: false, validations, failures }
}

/** Lists the failures that kept a response from coming, or the error in the one that came. */
function failuresOf(
  { outcome, reason = '' }: Verdict,
  { rules, result }: CallOutcome,
): readonly Pick<Failure, 'kind' | 'message' | 'hint'>[] {
  if (outcome === 'passed') return []
  if (outcome !== 'errored') return [{ kind: 'validation', message: reason }]
  return rules === undefined ? result.failures : [{ kind: 'error', message: reason }]
}

/** A case as the report keeps it. */
export function checkedNegative(
  one: NegativeCase,
  came: CallOutcome | string,
  told: ToldOfCall,
): CheckedNegative {
  const { name, rule, place, sent, expected } = one
  const { outcome, reason } = verdictOf(one, came)
  const isWrong = outcome === 'failed' || outcome === 'errored'
  return defined({
    name,
    rule,
    place,
    sent,
    expected,
    outcome,
    reason,
    ...(typeof came === 'string' ? {} : answerOf(came)),
    curl: isWrong && typeof came !== 'string' ? told.curlOf(came) : undefined,
  })
}
