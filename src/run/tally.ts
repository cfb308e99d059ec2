import { noCounts, type Outcome, type OutcomeCounts, worseOutcome } from '../model/outcome.ts'

/** Counts how things ended. */
export class OutcomeCounter {
  readonly #counts: { -readonly [Key in keyof OutcomeCounts]: number } = { ...noCounts }
  #outcome: Outcome = 'skipped'

  add({ outcome, flaky = false }: { readonly outcome: Outcome; readonly flaky?: boolean }): void {
    this.#counts[outcome]++
    if (flaky) this.#counts.flaky++
    this.#outcome = worseOutcome(this.#outcome, outcome)
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
    return this.#outcome
  }
}

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
