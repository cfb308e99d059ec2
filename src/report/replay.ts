import { worstOutcome } from '../model/outcome.ts'
import type { RowLabel, RowResult, RunReport, StepResult, SuiteReport } from '../model/result.ts'
import type { RunEvent } from '../model/run-event.ts'
import { total } from './text/counts.ts'
import { defined } from '../util/defined.ts'

/** The events of a run that is over, file by file, so that any reporter can report it again. */
export function* replayReport({ summary, suites }: RunReport): Generator<RunEvent> {
  const steps = suites.reduce((count, suite) => count + suite.results.length, 0)
  yield { type: 'run-started', startedAt: summary.startedAt, suites: suites.length, steps, workers: 1 }
  for (const problem of summary.problems) yield { type: 'problem', problem }
  for (const suite of suites) yield* replaySuite(suite)
  yield { type: 'run-finished', summary }
}

function* replaySuite({ results, ...result }: SuiteReport): Generator<RunEvent> {
  const { file, name, tags, role } = result
  const rows = result.rows === undefined ? 0 : total(result.rows)
  const passes = rows === 0 ? [results] : splitIntoPasses(results)
  const steps = new Set(results.map(step => `${step.phase} ${step.index}`)).size
  const { attempts: attempt, reason } = result
  const repeat = results[0]?.row?.pass?.of
  yield defined({ type: 'suite-started', file, name, tags, steps, rows, role, attempt, reason, repeat })
  for (const pass of passes) {
    const row = rows === 0 ? undefined : pass[0]?.row
    for (const step of pass) {
      yield defined({ type: 'step-started', file, name: step.name, row })
      yield { type: 'step-finished', file, suite: name, result: step }
    }
    if (row !== undefined) yield { type: 'row-finished', file, result: rowResult(row, pass) }
  }
  yield { type: 'suite-finished', file, result }
}

/** The results of each data row: a row begins where the steps begin again. */
function splitIntoPasses(results: readonly StepResult[]): StepResult[][] {
  const passes: StepResult[][] = []
  let previous = Infinity
  for (const result of results) {
    const position = result.phase === 'after' ? 1_000_000 + result.index : result.index
    const beginsAgain = position < previous || (position === previous && passes.at(-1)?.length === 1)
    if (beginsAgain) passes.push([result])
    else passes.at(-1)?.push(result)
    previous = position
  }
  return passes
}

function rowResult(row: RowLabel, steps: readonly StepResult[]): RowResult {
  const outcome = worstOutcome(steps.map(step => step.outcome))
  const reason = steps.flatMap(step => step.failures)[0]?.message
  return defined({
    row,
    outcome,
    flaky: outcome === 'passed' && steps.some(step => step.flaky),
    reason,
    duration: steps.reduce((sum, step) => sum + step.duration, 0),
  })
}
