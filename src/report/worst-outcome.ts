import type { Outcome } from '../model/outcome.ts'

const byWeight = ['errored', 'failed', 'passed', 'skipped'] as const satisfies readonly Outcome[]

/** What several outcomes come to: one errored makes the whole errored; skipped only when nothing else was. */
export function worstOutcome(outcomes: readonly Outcome[]): Outcome {
  return byWeight.find(outcome => outcomes.includes(outcome)) ?? 'skipped'
}
