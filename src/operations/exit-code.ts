import { worstExitCode } from '../model/exit-code.ts'
import type { RunSummary } from '../model/result.ts'

/** The exit code of a run, for everything that happened in it; `exitCode` of the summary tells of what came before. */
export function exitCodeOf(summary: RunSummary, { failOnFlaky }: { readonly failOnFlaky: boolean }): number {
  const { interrupted, steps, exitCode } = summary
  return worstExitCode([
    exitCode,
    ...(interrupted ? [130] : []),
    ...(steps.errored > 0 ? [3] : []),
    ...(steps.failed > 0 || (failOnFlaky && steps.flaky > 0) ? [1] : []),
  ])
}
