import type { RunEvent, StepFinished } from '../model/run-event.ts'
import { defined } from '../util/defined.ts'
import { type RunContext, stopReason } from './run-context.ts'
import { OutcomeCounter, Tally } from './tally.ts'

/** Runs a file in a context of its own, told which attempt it is. */
type RunAttempt = (run: RunContext, attempt: number) => Promise<void>

/**
 * Runs a file until it passes or there are no retries left. Only the last attempt is told and counts; what had failed before
 * it and passes now is flaky.
 */
export async function runWithRetries(run: RunContext, runAttempt: RunAttempt): Promise<void> {
  const failed = new Map<string, string>()
  let before: readonly RunEvent[] = []
  for (let attempt = 1; ; attempt++) {
    const events: RunEvent[] = []
    const tally = new Tally()
    await runAttempt({ ...run, tally, emit: event => events.push(event) }, attempt)
    run.tally.requests += tally.requests
    const isWell = tally.suites.unsuccessful === 0
    if (attempt > 1 && isCut(events, run)) {
      tellLast(before, run, { attempt: attempt - 1, failed: new Map() })
      return
    }
    if (isWell || attempt > (run.retries ?? 0) || stopReason(run) !== undefined) {
      tellLast(events, run, { attempt, failed: isWell ? failed : new Map() })
      return
    }
    before = events
    for (const event of events)
      if (event.type === 'step-finished' && event.result.failures.length > 0)
        failed.set(placeOf(event), event.result.failures[0]?.message ?? event.result.outcome)
  }
}

/** Whether the run ended meanwhile: what did not come to fail again has not passed. */
function isCut(events: readonly RunEvent[], run: RunContext): boolean {
  const reason = stopReason(run)
  if (reason === undefined) return false
  return events.some(event => event.type === 'step-finished' && event.result.skipReason === reason)
}

/** The last attempt at a file, and what failed in those before it when it passed. */
interface Last {
  readonly attempt: number
  readonly failed: ReadonlyMap<string, string>
}

function tellLast(events: readonly RunEvent[], run: RunContext, { attempt, failed }: Last): void {
  const steps = new OutcomeCounter()
  const [reason] = failed.values()
  let isRowFlaky = false
  for (const event of events)
    if (event.type === 'step-finished') {
      const isFlaky = event.result.outcome === 'passed' && failed.has(placeOf(event))
      isRowFlaky ||= isFlaky
      const attempts = Math.max(attempt, event.result.attempts)
      const result = isFlaky ? { ...event.result, flaky: true, attempts } : event.result
      steps.add(result)
      run.tally.steps.add(result)
      run.emit({ ...event, result })
    } else if (event.type === 'row-finished') {
      const result = isRowFlaky ? { ...event.result, flaky: true } : event.result
      isRowFlaky = false
      run.tally.rows.add(result)
      run.emit({ ...event, result })
    } else if (event.type === 'suite-finished') {
      run.tally.suites.add({ outcome: event.result.outcome, flaky: failed.size > 0 })
      const more = attempt === 1 ? {} : defined({ attempts: attempt, reason })
      run.emit({ ...event, result: { ...event.result, steps: steps.counts, ...more } })
    } else if (event.type === 'suite-started' && attempt > 1)
      run.emit({ ...event, attempt, ...defined({ reason }) })
    else run.emit(event)
}

/** What tells a step from the others of its file in every attempt. */
function placeOf({ result: { phase, index, row, round } }: StepFinished): string {
  return JSON.stringify([phase, index, row, round])
}
