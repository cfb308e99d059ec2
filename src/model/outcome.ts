/**
 * How a step, row or suite ended. `failed`: a condition did not hold. `errored`: it could not be carried out.
 */
export type Outcome = 'passed' | 'failed' | 'errored' | 'skipped'

const byWeight = ['errored', 'failed', 'passed', 'skipped'] as const satisfies readonly Outcome[]

/** What several outcomes come to: one errored makes the whole errored; skipped only when nothing else was. */
export function worstOutcome(outcomes: Iterable<Outcome>): Outcome {
  const all = new Set(outcomes)
  return byWeight.find(outcome => all.has(outcome)) ?? 'skipped'
}

/** How many of something ended which way. `flaky` counts passed ones that needed more than one attempt. */
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
