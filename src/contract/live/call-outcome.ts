import type { FaultCode } from '../../actions/faults/index.ts'
import type { RuleResult } from '../../model/contract.ts'
import type { TriedParameter } from '../../model/contract-check.ts'
import type { StepResult } from '../../model/result.ts'
import type { PlannedStep } from '../../plan/plan.ts'
import { isStream, type OperationCall } from './build-call.ts'

/** A call and its step. */
export interface Turn {
  readonly call: OperationCall
  readonly step: PlannedStep
}

/** The outcome of a call. */
export interface CallOutcome {
  readonly call: OperationCall
  /** Of the step as the interpreter ran it; its own verdict on the status means nothing here. */
  readonly result: StepResult
  /** Absent where no answer came. */
  readonly rules?: readonly RuleResult[]
  /** Outcomes of the same call with one optional parameter more, for each that was tried. */
  readonly tried?: readonly CallOutcome[]
  /** The others. */
  readonly untried?: readonly TriedParameter[]
  /** Why it says nothing that a call which breaks a rule is refused. */
  readonly unproven?: string
}

/** The faults of a server that goes on, or says nothing yet, at the time limit. */
const unfinished: ReadonlySet<string> = new Set<FaultCode>([
  'answer-timeout',
  'headers-timeout',
  'body-timeout',
])

/** An answer that may never end and has not: nothing is wrong with it, and there is nothing to compare it with. */
export function isUnending({ call, result, rules }: CallOutcome): boolean {
  const isCut = result.failures.some(({ code }) => code !== undefined && unfinished.has(code))
  return rules === undefined && isCut && isStream(call.operation)
}
