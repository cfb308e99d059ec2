import { addCounts, noCounts, type Outcome, type OutcomeCounts, worstOutcome } from '../model/outcome.ts'
import type { StepResult, SuiteResult } from '../model/result.ts'
import type { RowFinished, RunEvent, StepFinished, SuiteStarted } from '../model/run-event.ts'

/** Counts a file's steps and rows as they end, to say how it went even when the run was cut off before its end. */
export class SuiteTally {
  readonly #started: SuiteStarted
  #steps = noCounts
  #rows = noCounts
  #outcomes: Outcome[] = []
  #startedAt: number | undefined
  #end = 0

  constructor(started: SuiteStarted) {
    this.#started = started
  }

  add(event: StepFinished | RowFinished): void {
    const one = countOf(event.result)
    if (event.type === 'row-finished') {
      this.#rows = addCounts(this.#rows, one)
      return
    }
    const { startedAt, duration, outcome } = event.result
    this.#steps = addCounts(this.#steps, one)
    this.#outcomes = [worstOutcome([...this.#outcomes, outcome])]
    this.#startedAt ??= startedAt
    this.#end = Math.max(this.#end, startedAt + duration)
  }

  /** The file as far as it got. */
  result(): SuiteResult {
    const { file, name, tags, rows } = this.#started
    const startedAt = this.#startedAt ?? 0
    return {
      file,
      name,
      tags,
      outcome: worstOutcome(this.#outcomes),
      startedAt,
      duration: Math.max(0, this.#end - startedAt),
      steps: this.#steps,
      ...(rows > 0 ? { rows: this.#rows } : {}),
    }
  }
}

/** True where an event is one that a tally counts. */
export function isCounted(event: RunEvent): event is StepFinished | RowFinished {
  return event.type === 'step-finished' || event.type === 'row-finished'
}

function countOf({ outcome, flaky }: Pick<StepResult, 'outcome' | 'flaky'>): OutcomeCounts {
  return { ...noCounts, [outcome]: 1, flaky: flaky ? 1 : 0 }
}
