import { noCounts } from '../../model/outcome.ts'
import type { Problem } from '../../model/problem.ts'
import type { RunSummary } from '../../model/result.ts'
import type { RunEvent } from '../../model/run-event.ts'

/** A run that ended before anything was sent, which `host` is told the problems of. */
export function rejectedRun(problems: readonly Problem[], host: { emit(event: RunEvent): void }): RunSummary {
  for (const problem of problems) host.emit({ type: 'problem', problem })
  return {
    outcome: 'errored',
    interrupted: false,
    exitCode: 2,
    startedAt: Date.now(),
    duration: 0,
    suites: noCounts,
    steps: noCounts,
    rows: noCounts,
    requests: 0,
    problems,
  }
}
