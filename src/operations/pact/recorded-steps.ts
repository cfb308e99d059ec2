import { type Problem, type Result, isError } from '../../model/problem.ts'
import type { Failure, RunReport, StepResult } from '../../model/result.ts'
import { defined } from '../../util/defined.ts'
import { prepareProjects } from '../suites/prepare-run.ts'
import type { RunInput } from '../suites/run-input.ts'
import { readReport } from '../suites/read-report.ts'
import type { Host } from '../operation.ts'
import { runPrepared } from '../suites/run-prepared.ts'
import { causeOf, setupProblem } from '../opening/set-up-first.ts'

/** Steps that ran, with what they sent and got. Secrets are masked. */
export interface Recorded {
  readonly steps: readonly RecordedStep[]
  readonly exitCode: number
}

/** A step, and the file of the suite whose variables it has seen. */
export interface RecordedStep {
  readonly suite: string
  readonly step: StepResult
}

/** Runs suites, and keeps what their steps sent and got. */
export async function recordedInRun(input: RunInput, host: Host): Promise<Result<Recorded>> {
  const steps: RecordedStep[] = []
  const problems: Problem[] = []
  const beside = new Map<string, string>()
  let failedSetup: Failure | undefined
  const prepared = await prepareProjects(input, host)
  const summary = await runPrepared(prepared, input, {
    interrupt: host.interrupt,
    insist: host.insist,
    ...defined({ program: host.program, session: host.session }),
    emit: event => {
      if (event.type === 'suite-started' && event.role !== undefined) beside.set(event.file, event.role)
      if (event.type === 'step-finished' && !beside.has(event.file))
        steps.push(...recorded(event.file, [event.result]))
      if (event.type === 'step-finished' && beside.get(event.file) === 'setup')
        failedSetup ??= causeOf(event.result)
      if (event.type === 'problem') problems.push(event.problem)
    },
  })
  if (failedSetup !== undefined && !host.interrupt.aborted)
    return { ok: false, problems: [setupProblem(failedSetup)] }
  return steps.length === 0 && problems.some(isError)
    ? { ok: false, problems }
    : { ok: true, value: { steps, exitCode: summary.exitCode } }
}

/** The steps of a report that the json reporter wrote. */
export function recordedInReport(file: string): Result<Recorded> {
  const report = readReport(file)
  return report.ok ? { ok: true, value: { steps: stepsOf(report.value), exitCode: 0 } } : report
}

function stepsOf({ suites }: RunReport): readonly RecordedStep[] {
  const own = suites.filter(({ role }) => role === undefined)
  return own.flatMap(({ file, results }) => recorded(file, results))
}

function recorded(suite: string, results: readonly StepResult[]): readonly RecordedStep[] {
  return results.flatMap(flattened).map(step => ({ suite, step }))
}

/** A step that runs other steps is none of its own. */
function flattened(result: StepResult): readonly StepResult[] {
  return result.steps === undefined || result.action !== 'use' ? [result] : result.steps.flatMap(flattened)
}
