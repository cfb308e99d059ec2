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
