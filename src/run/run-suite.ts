import type { RowResult } from '../model/result.ts'
import type { DataRow } from '../model/suite.ts'
import type { PlannedSuite } from '../plan/plan.ts'
import { Pass } from './pass.ts'
import { rowLabel, withRow } from './row-label.ts'
import type { RunContext } from './run-context.ts'
import { runPass } from './run-pass.ts'
import { OutcomeCounter } from './tally.ts'

/** Runs one file: once, or once per data row. */
export async function runSuite(planned: PlannedSuite, run: RunContext): Promise<void> {
  const { suite, rows } = { suite: planned.loaded.suite, rows: planned.rows }
  const startedAt = Date.now()
  const started = performance.now()
  const steps = new OutcomeCounter()
  const rowCounts = new OutcomeCounter()
  run.emit({
    type: 'suite-started',
    file: planned.file,
    name: suite.name,
    tags: suite.tags,
    steps: planned.steps.length + planned.after.length,
    rows: rows?.length ?? 0,
  })
  for (const row of rows ?? [undefined]) {
    const result = await runRow(planned, row, run, steps)
    if (result === undefined) continue
    rowCounts.add(result)
    run.tally.rows.add(result)
    run.emit({ type: 'row-finished', file: planned.file, result })
  }
  run.tally.suites.add({ outcome: steps.outcome })
  run.emit({
    type: 'suite-finished',
    file: planned.file,
    result: {
      file: planned.file,
      name: suite.name,
      tags: suite.tags,
      outcome: steps.outcome,
      startedAt,
      duration: performance.now() - started,
      steps: steps.counts,
      ...(rows === undefined ? {} : { rows: rowCounts.counts }),
    },
  })
}

/** One pass over the steps; the row's result when there is a row. */
async function runRow(
  planned: PlannedSuite,
  row: DataRow | undefined,
  run: RunContext,
  steps: OutcomeCounter,
): Promise<RowResult | undefined> {
  const started = performance.now()
  const label = rowLabel(row)
  const counter = new OutcomeCounter()
  let reason: string | undefined
  const pass = new Pass(planned, run, { row })
  await runPass(planned, pass, {
    started: name => {
      run.emit({
        type: 'step-started',
        file: planned.file,
        name,
        ...(label === undefined ? {} : { row: label }),
      })
    },
    finished: result => {
      const labelled = withRow(result, row)
      for (const count of [steps, counter, run.tally.steps]) count.add(labelled)
      reason ??= labelled.failures[0]?.message
      run.emit({
        type: 'step-finished',
        file: planned.file,
        suite: planned.loaded.suite.name,
        result: labelled,
      })
    },
  })
  await pass.session.close()
  if (label === undefined) return undefined
  return {
    row: label,
    outcome: counter.outcome,
    flaky: counter.outcome === 'passed' && counter.counts.flaky > 0,
    duration: performance.now() - started,
    ...(reason === undefined ? {} : { reason }),
  }
}
