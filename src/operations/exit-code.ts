import type { RunSummary } from '../model/result.ts'

/** DESIGN §2: the largest cause wins, in the order 130, 2, 3, 1. */
export function exitCodeOf(summary: RunSummary, { failOnFlaky }: { readonly failOnFlaky: boolean }): number {
  const { interrupted, problems, steps, exitCode } = summary
  if (interrupted) return 130
  if (problems.some(problem => problem.severity === 'error')) return exitCode
  if (steps.errored > 0) return 3
  if (steps.failed > 0) return 1
  return failOnFlaky && steps.flaky > 0 ? 1 : 0
}
