import type { StepResult } from '../model/result.ts'
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
  const failed = new Map<string, StepResult>()
  let before: readonly RunEvent[] = []
  for (let attempt = 1; ; attempt++) {
    const events: RunEvent[] = []
    const tally = new Tally()
    await runAttempt({ ...run, tally, emit: event => events.push(event) }, attempt)
    run.tally.requests += tally.requests
    run.tally.repeats += tally.repeats
    const isWell = tally.suites.unsuccessful === 0
    const failing = events.filter(isFailing)
    const isEnd = failing.length > 0 && failing.every(({ result }) => isShared(result))
    if (attempt > 1 && isCut(events, run)) {
      tellLast(before, run, { attempt: attempt - 1, isWell: false, failed })
      return
    }
    if (isWell || isEnd || attempt > (run.retries ?? 0) || stopReason(run) !== undefined) {
      tellLast(events, run, { attempt, isWell, failed })
      return
    }
    before = events
    for (const event of failing) if (!isShared(event.result)) failed.set(placeOf(event), event.result)
  }
}

function isFailing(event: RunEvent): event is StepFinished {
  return event.type === 'step-finished' && event.result.failures.length > 0
}

/** True where all that failed is what ran once for all of the run, for another step: it cannot end differently. */
function isShared({ doneIn, steps = [] }: StepResult): boolean {
  const failing = steps.filter(({ failures }) => failures.length > 0)
  return failing.length === 0 ? doneIn !== undefined : failing.every(isShared)
}

/** True where the run ended meanwhile: what did not come to fail again has not passed. */
function isCut(events: readonly RunEvent[], run: RunContext): boolean {
  const reason = stopReason(run)
  if (reason === undefined) return false
  return events.some(event => event.type === 'step-finished' && event.result.skipReason === reason)
}

/** The last attempt at a file, and what failed in those before it. */
interface Last {
  readonly attempt: number
  readonly isWell: boolean
  readonly failed: ReadonlyMap<string, StepResult>
}

function tellLast(events: readonly RunEvent[], run: RunContext, { attempt, isWell, failed }: Last): void {
  const steps = new OutcomeCounter()
  const [first] = isWell ? failed.values() : []
  const reason = first && reasonOf(first)
  let isRowFlaky = false
  for (const event of events)
    if (event.type === 'step-finished') {
      const result = resultToTell(event, { attempt, isWell, failed })
      isRowFlaky ||= result !== event.result && result.flaky
      steps.add(result)
      run.tally.steps.add(result)
      run.emit({ ...event, result })
    } else if (event.type === 'row-finished') {
      const result = isRowFlaky ? { ...event.result, flaky: true } : event.result
      isRowFlaky = false
      run.tally.rows.add(result)
      run.emit({ ...event, result })
    } else if (event.type === 'suite-finished') {
      run.tally.suites.add({ outcome: event.result.outcome, flaky: first !== undefined })
      const more = attempt === 1 ? {} : defined({ attempts: attempt, reason })
      run.emit({ ...event, result: { ...event.result, steps: steps.counts, ...more } })
    } else if (event.type === 'suite-started' && attempt > 1)
      run.emit({ ...event, attempt, ...defined({ reason }) })
    else run.emit(event)
}

/** A step that passed now is flaky; of what ran once for all, the attempt that carried it out has the exchange. */
function resultToTell(event: StepFinished, { attempt, isWell, failed }: Last): StepResult {
  const { result } = event
  const before = failed.get(placeOf(event))
  if (before === undefined) return result
  if (isFailing(event) && isShared(result)) return before
  if (!isWell || result.outcome !== 'passed') return result
  const attempts = Math.max(attempt, result.attempts)
  return { ...result, flaky: true, reason: reasonOf(before), attempts }
}

function reasonOf({ failures, outcome }: StepResult): string {
  return failures[0]?.message ?? outcome
}

/** The key that tells a step from the others of its file in every attempt. */
function placeOf({ result: { phase, index, row, round } }: StepFinished): string {
  return JSON.stringify([phase, index, row, round])
}
