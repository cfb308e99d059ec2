import { missedShares } from '../../model/contract.ts'
import { worstExitCode } from '../../model/exit-code.ts'
import type { RunSummary } from '../../model/result.ts'

/** The other inputs that decide about an exit code. */
interface ExitRules {
  readonly failOnFlaky?: boolean
  /** Set for a part of a run. */
  readonly shard?: unknown
}

/** True where a run fails for what is flaky in it. */
export function failsOnFlaky({ steps, suites }: RunSummary, { failOnFlaky }: ExitRules): boolean {
  return failOnFlaky === true && steps.flaky + suites.flaky > 0
}

/** The exit code of a run, for everything that happened in it; `exitCode` of the summary tells of what came before. */
export function exitCodeOf(summary: RunSummary, rules: ExitRules): number {
  const { interrupted, steps, exitCode, coverage, overtime } = summary
  return worstExitCode([
    exitCode,
    ...(interrupted ? [130] : []),
    ...(steps.errored > 0 || overtime !== undefined ? [3] : []),
    // A part of a run exercises a part of the description; whoever joins the parts looks at the whole.
    ...(coverage !== undefined && rules.shard === undefined && missedShares(coverage).length > 0 ? [4] : []),
    ...(steps.failed > 0 || failsOnFlaky(summary, rules) ? [1] : []),
  ])
}
