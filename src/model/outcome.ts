/**
 * How a step, row or suite ended. `failed`: a condition did not hold. `errored`: it could not be carried out.
 */
export type Outcome = 'passed' | 'failed' | 'errored' | 'skipped'

const weights: Readonly<Record<Outcome, number>> = { errored: 3, failed: 2, passed: 1, skipped: 0 }

/** The outcome of several together: one errored makes the whole errored; skipped only when nothing else was. */
export function worstOutcome(outcomes: Iterable<Outcome>): Outcome {
  let worst: Outcome = 'skipped'
  for (const outcome of outcomes) worst = worseOutcome(worst, outcome)
  return worst
}

/** The outcome of two together. */
export function worseOutcome(one: Outcome, other: Outcome): Outcome {
  return weights[other] > weights[one] ? other : one
}

/** How many of something ended which way. `flaky` counts passed ones that went wrong before. */
export interface OutcomeCounts {
  readonly passed: number
  readonly failed: number
  readonly errored: number
  readonly skipped: number
  readonly flaky: number
}

/** No outcome counted yet. */
export const noCounts: OutcomeCounts = { passed: 0, failed: 0, errored: 0, skipped: 0, flaky: 0 }

/** The sum of two counts. */
export function addCounts(left: OutcomeCounts, right: OutcomeCounts): OutcomeCounts {
  return {
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
    errored: left.errored + right.errored,
    skipped: left.skipped + right.skipped,
    flaky: left.flaky + right.flaky,
  }
}
