import { noCounts, type Outcome, type OutcomeCounts } from '../model/outcome.ts'
import type { Mutable } from '../util/defined.ts'

/** Counts how things ended. */
export class OutcomeCounter {
  readonly #counts: Mutable<OutcomeCounts> = { ...noCounts }

  add({ outcome, flaky = false }: { readonly outcome: Outcome; readonly flaky?: boolean }): void {
    this.#counts[outcome]++
    if (flaky) this.#counts.flaky++
  }

  get counts(): OutcomeCounts {
    return { ...this.#counts }
  }

  /** How many failed or could not be carried out. */
  get unsuccessful(): number {
    return this.#counts.failed + this.#counts.errored
  }

  /** The worst outcome counted. */
  get outcome(): Outcome {
    return worstFirst.find(outcome => this.#counts[outcome] > 0) ?? 'skipped'
  }
}

const worstFirst = ['errored', 'failed', 'passed'] as const

/** The counts of a whole run. */
export class Tally {
  readonly suites = new OutcomeCounter()
  readonly rows = new OutcomeCounter()
  readonly steps = new OutcomeCounter()
  requests = 0

  /** Steps that failed or could not be carried out. */
  get unsuccessful(): number {
    return this.steps.unsuccessful
  }
}
