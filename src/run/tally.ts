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
  /** Requests that went out, those included that did so again by themselves. */
  requests = 0
  /** How many of them went out again. */
  repeats = 0
  readonly #unsuccessfulBefore: number

  /** Steps that did not pass before count for what stops a run, and for nothing else. */
  constructor(unsuccessfulBefore = 0) {
    this.#unsuccessfulBefore = unsuccessfulBefore
  }

  /** Counts a suite that was not asked for where it did not pass: that it did proves nothing of those that were. */
  addBeside(ended: { readonly outcome: Outcome }): void {
    if (ended.outcome !== 'passed') this.suites.add(ended)
  }

  /** Counts a request that was sent, and that it went out again so often by itself. */
  addSent(repeats = 0): void {
    this.requests += 1 + repeats
    this.repeats += repeats
  }

  get outcome(): Outcome {
    return this.suites.outcome
  }

  /** Steps that failed or could not be carried out. */
  get unsuccessful(): number {
    return this.#unsuccessfulBefore + this.steps.unsuccessful
  }
}
