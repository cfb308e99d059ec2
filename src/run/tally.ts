import type { Outcome, OutcomeCounts } from '../model/outcome.ts'

/** Counts how things ended. */
export class OutcomeCounter {
  readonly #counts: { -readonly [Key in keyof OutcomeCounts]: number } = {
    passed: 0,
    failed: 0,
    errored: 0,
    skipped: 0,
    flaky: 0,
  }

  add({ outcome, flaky = false }: { readonly outcome: Outcome; readonly flaky?: boolean }): void {
    this.#counts[outcome]++
    if (flaky) this.#counts.flaky++
  }

  get counts(): OutcomeCounts {
    return { ...this.#counts }
  }

  /** The worst outcome counted: errored, failed, passed, or skipped when nothing else happened. */
  get outcome(): Outcome {
    return (['errored', 'failed', 'passed'] as const).find(outcome => this.#counts[outcome] > 0) ?? 'skipped'
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
    const { failed, errored } = this.steps.counts
    return failed + errored
  }
}
