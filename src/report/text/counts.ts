import type { Outcome, OutcomeCounts } from '../../model/outcome.ts'

/** The outcomes in the order a reader wants to hear of them: the worst first. */
export const outcomesByWeight = [
  'errored',
  'failed',
  'skipped',
  'passed',
] as const satisfies readonly Outcome[]

/** How many there are in all. */
export function total(counts: OutcomeCounts): number {
  return counts.passed + counts.failed + counts.errored + counts.skipped
}

/** `1 failed, 2 skipped, 37 passed (40)`; what did not happen is left out. `say` may colour each part. */
export function countsInWords(
  counts: OutcomeCounts,
  say: (outcome: Outcome, words: string) => string = (_, words) => words,
): string {
  const parts = outcomesByWeight
    .filter(outcome => counts[outcome] > 0)
    .map(outcome => say(outcome, `${counts[outcome]} ${outcome}`))
  return parts.length === 0 ? 'none' : `${parts.join(', ')} (${total(counts)})`
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
