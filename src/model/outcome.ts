/**
 * How a step, row or suite ended. `failed`: a condition did not hold. `errored`: it could not be carried out.
 */
export type Outcome = 'passed' | 'failed' | 'errored' | 'skipped'

/** How many of something ended which way. `flaky` counts passed ones that needed more than one attempt. */
export interface OutcomeCounts {
  readonly passed: number
  readonly failed: number
  readonly errored: number
  readonly skipped: number
  readonly flaky: number
}
