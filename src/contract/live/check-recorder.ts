import type {
  CheckedNegative,
  CheckedOperation,
  ContractCheckSummary,
  NegativeSummary,
} from '../../model/contract-check.ts'
import type { Outcome } from '../../model/outcome.ts'
import type { Operation } from '../../api-description/api-description.ts'
import { operationKey } from '../../api-description/operation-names.ts'
import type { RunEvent } from '../../model/run-event.ts'
import type { StepResult } from '../../model/result.ts'
import { OutcomeCounter } from '../../run/tally.ts'
import {
  checkedCall,
  checkedLeft,
  type OperationPlace,
  stepOfCall,
  type ToldOfCall,
  stepOfLeft,
} from './operation-result.ts'
import { checkedNegative, stepOfNegative } from '../negative/negative-result.ts'
import type { OperationCall } from './build-call.ts'
import type { LeftOperation } from './select-operations.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'
import { type CallOutcome, isUnending } from './call-outcome.ts'

/** The facts of a check, and where its events go. */
export interface RecordedCheck extends ToldOfCall {
  /** The document, as it was named: the file's name in reports. */
  readonly spec: string
  readonly title: string
  /** How many operations are called. */
  readonly calls: number
  readonly workers: number
  /** The calls of an operation that break a rule, in the order of the report. */
  negativeOf(operation: Operation): readonly OperationCall[]
  placeOf(operation: Operation): OperationPlace
  emit(event: RunEvent): void
}

/**
 * Turns what happens in a check into the events of a run, with the document as the only file and a step for each
 * operation that was chosen, and into what the report keeps. Whoever shows either masks the secrets in it.
 */
export class CheckRecorder {
  readonly #about: RecordedCheck
  readonly #checked = new Map<string, CheckedOperation>()
  readonly #negative = new Map<OperationCall, CheckedNegative>()
  readonly #counter = new OutcomeCounter()
  readonly #startedAt = Date.now()
  readonly #started = monotonicTime()
  #steps = 0
  #requests = 0

  constructor(about: RecordedCheck) {
    this.#about = about
    const { spec, calls, workers } = about
    this.#emit({ type: 'run-started', startedAt: this.#startedAt, suites: 1, steps: calls, workers })
    this.#emit({
      type: 'suite-started',
      file: spec,
      name: this.#name,
      tags: [],
      steps: calls,
      rows: 0,
    })
  }

  get startedAt(): number {
    return this.#startedAt
  }

  get counts(): OutcomeCounter['counts'] {
    return this.#counter.counts
  }

  /** Returns the result of an operation so far. */
  of(operation: Operation): CheckedOperation | undefined {
    const checked = this.#checked.get(operationKey(operation))
    const calls = this.#about.negativeOf(operation)
    const negative = calls.flatMap(call => this.#negative.get(call) ?? [])
    return checked === undefined || negative.length === 0 ? checked : { ...checked, negative }
  }

  /** True where it is known what became of a call that breaks a rule. */
  knows(call: OperationCall): boolean {
    return this.#negative.has(call)
  }

  /** A call ended. */
  ended(outcome: CallOutcome): void {
    const { operation } = outcome.call
    if (isUnending(outcome)) {
      this.left({ operation, kind: 'unending', reason: 'its answer is a stream, which did not end in time' })
      return
    }
    const { spec } = this.#about
    const place = this.#about.placeOf(operation)
    this.#finish(stepOfCall(outcome, this.#steps, spec, place))
    const checked = checkedCall(outcome, this.#about)
    this.#requests += requestsOf(checked)
    this.#checked.set(operationKey(operation), checked)
  }

  /** A call that breaks a rule ended, or is not made. */
  endedNegative(call: OperationCall, came: CallOutcome | string): void {
    const { negative, operation } = call
    if (negative === undefined) return
    const place = this.#about.placeOf(operation)
    this.#finish(stepOfNegative(negative, came, this.#steps, place))
    const checked = checkedNegative(negative, came, this.#about)
    if (isSent(checked)) this.#requests++
    this.#negative.set(call, checked)
  }

  /** An operation is not called. What was not asked for is no step. */
  left(one: LeftOperation): void {
    const { operation, kind } = one
    if (kind !== 'filtered') this.#finish(stepOfLeft(one, this.#steps, this.#about.placeOf(operation)))
    this.#checked.set(operationKey(operation), checkedLeft(one))
  }

  /** Ends the run; `exitCode` is what it comes to. Answers with its milliseconds. */
  end(exitCode: number, interrupted: boolean): number {
    const duration = monotonicTime() - this.#started
    const { counts, outcome } = this.#counter
    const { spec } = this.#about
    const startedAt = this.#startedAt
    const suite = { file: spec, name: this.#name, tags: [], outcome, startedAt, duration, steps: counts }
    this.#emit({ type: 'suite-finished', file: spec, result: suite })
    const suites = new OutcomeCounter()
    suites.add({ outcome })
    this.#emit({
      type: 'run-finished',
      summary: {
        outcome,
        interrupted,
        exitCode,
        startedAt,
        duration,
        suites: suites.counts,
        steps: counts,
        rows: new OutcomeCounter().counts,
        requests: this.#requests,
        problems: [],
      },
    })
    return duration
  }

  get #name(): string {
    return `Contract check: ${this.#about.title}`
  }

  #finish(result: StepResult): void {
    this.#steps++
    this.#counter.add(result)
    this.#emit({ type: 'step-finished', file: this.#about.spec, suite: this.#name, result })
  }

  #emit(event: RunEvent): void {
    this.#about.emit(event)
  }
}

/** How many requests were sent for an operation. */
function requestsOf({ called, parameters = [], negative = [] }: CheckedOperation): number {
  return (called ? 1 : 0) + [...parameters, ...negative].filter(isSent).length
}

/** True for a case that was sent: a skipped one may have been, and its response prove nothing. */
function isSent({ outcome, status }: Pick<CheckedNegative, 'outcome' | 'status'>): boolean {
  return outcome !== 'skipped' || status !== undefined
}

/** The totals of a check; `seed` is that of its negative cases. */
export function checkSummary(operations: readonly CheckedOperation[], seed?: number): ContractCheckSummary {
  const count = (holds: (operation: CheckedOperation) => boolean): number => operations.filter(holds).length
  return {
    operations: operations.length,
    called: count(({ called }) => called),
    passed: count(({ outcome }) => outcome === 'passed'),
    failed: count(({ outcome }) => outcome === 'failed'),
    errored: count(({ outcome }) => outcome === 'errored'),
    skipped: count(({ called, notCalled }) => !called && notCalled !== 'capped'),
    capped: count(({ notCalled }) => notCalled === 'capped'),
    requests: operations.reduce((sum, operation) => sum + requestsOf(operation), 0),
    ...(seed === undefined ? {} : { negative: negativeSummary(operations, seed) }),
  }
}

function negativeSummary(operations: readonly CheckedOperation[], seed: number): NegativeSummary {
  const cases = operations.flatMap(({ negative = [] }) => negative)
  const count = (wanted: Outcome): number => cases.filter(({ outcome }) => outcome === wanted).length
  return {
    seed,
    cases: cases.length,
    passed: count('passed'),
    failed: count('failed'),
    errored: count('errored'),
    skipped: count('skipped'),
  }
}
