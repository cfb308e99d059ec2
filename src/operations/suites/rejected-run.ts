import { refusedExitCode } from '../../model/exit-code.ts'
import { noCounts } from '../../model/outcome.ts'
import type { Problem } from '../../model/problem.ts'
import type { RunSummary } from '../../model/result.ts'
import type { RunEvent } from '../../model/run-event.ts'

/** A run that ended before anything was sent: for these problems, which `host` is told, or because it was interrupted before. */
export function rejectedRun(
  problems: readonly Problem[],
  host: { emit(event: RunEvent): void; readonly interrupt?: AbortSignal },
): RunSummary {
  for (const problem of problems) host.emit({ type: 'problem', problem })
  const { interrupt } = host
  return {
    outcome: 'errored',
    interrupted: interrupt?.aborted === true,
    exitCode: refusedExitCode(problems, interrupt),
    startedAt: Date.now(),
    duration: 0,
    suites: noCounts,
    steps: noCounts,
    rows: noCounts,
    requests: 0,
    problems,
  }
}
