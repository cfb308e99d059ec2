import type { Outcome } from '../model/outcome.ts'
import type { StepResult } from '../model/result.ts'
import type { RecordedOutcome, StepRecord } from '../model/run-record.ts'
import { WrittenNames } from './step-name.ts'

/** The outcome of a step so far. */
interface Tallied {
  readonly phase: StepResult['phase']
  readonly writtenName: string
  outcome: RecordedOutcome
  duration: number
  count: number
}

/** The steps of a file while it runs, all rows and rounds of one together. */
export class StepTally {
  /** In the order in which they began. */
  readonly #all: Tallied[] = []
  /** By their index, those under `steps` and those under `after`. */
  readonly #steps: (Tallied | undefined)[] = []
  readonly #after: (Tallied | undefined)[] = []

  /** Most steps of a long run end as they did in the row before. */
  add(result: StepResult): void {
    const { index, phase, outcome, flaky, duration } = result
    const steps = phase === 'after' ? this.#after : this.#steps
    const step = steps[index]
    if (step === undefined) {
      const { name, writtenName = name } = result
      steps[index] = { phase, writtenName, outcome: recordedOutcome(outcome, flaky), duration, count: 1 }
      this.#all.push(steps[index])
      return
    }
    if (flaky || outcome !== step.outcome) step.outcome = worse(step.outcome, recordedOutcome(outcome, flaky))
    step.duration += duration
    step.count++
  }

  /** The steps so far, in the order in which they began. */
  records(): readonly (readonly [name: string, record: StepRecord])[] {
    const names = new WrittenNames()
    return this.#all.map(({ phase, writtenName, outcome, duration, count }) => [
      names.next(phase, writtenName),
      [outcome, Math.round((duration / count) * 10) / 10],
    ])
  }
}

function worse(one: RecordedOutcome, other: RecordedOutcome): RecordedOutcome {
  return weights[other] > weights[one] ? other : one
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
