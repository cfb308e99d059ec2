import type { Outcome } from '../model/outcome.ts'
import type { StepResult } from '../model/result.ts'
import type { RecordedOutcome, StepRecord } from '../model/run-record.ts'
import { stepNumber, WrittenNames } from './step-name.ts'

/** What became of a step so far. */
interface Tallied {
  readonly name: string
  outcome: RecordedOutcome
  duration: number
  count: number
}

/** The steps of a file while it runs, all rows and rounds of one together. */
export class StepTally {
  readonly #names = new WrittenNames()
  readonly #steps = new Map<number, Tallied>()

  /** The name of a step as it is written. */
  nameOf(result: StepResult): string {
    return this.#names.nameOf(result)
  }

  add(result: StepResult): void {
    const { duration } = result
    const outcome = recordedOutcome(result.outcome, result.flaky)
    const number = stepNumber(result)
    const step = this.#steps.get(number)
    if (step === undefined)
      this.#steps.set(number, { name: this.nameOf(result), outcome, duration, count: 1 })
    else {
      if (weights[outcome] > weights[step.outcome]) step.outcome = outcome
      step.duration += duration
      step.count++
    }
  }

  /** The steps so far, in the order in which they began. */
  records(): readonly (readonly [name: string, record: StepRecord])[] {
    return [...this.#steps.values()].map(({ name, outcome, duration, count }) => [
      name,
      [outcome, Math.round((duration / count) * 10) / 10],
    ])
  }
}

const weights: Readonly<Record<RecordedOutcome, number>> = {
  errored: 4,
  failed: 3,
  flaky: 2,
  passed: 1,
  skipped: 0,
}

/** An outcome as records have it. */
export function recordedOutcome(outcome: Outcome, flaky: boolean): RecordedOutcome {
  return outcome === 'passed' && flaky ? 'flaky' : outcome
}
