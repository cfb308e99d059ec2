import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { RunEvent } from '../model/run-event.ts'
import type { StepResult, SuiteResult } from '../model/result.ts'
import type { RunContext } from './run-context.ts'
import { runWithRetries } from './run-with-retries.ts'
import { Tally } from './tally.ts'

const failed = { outcome: 'failed', failures: [{ message: 'Expected 201' }] }
const cut = { outcome: 'skipped', skipReason: 'the run was interrupted' }

/** The events of a file with one step, as far as they matter here. */
function eventsOf(step: object): readonly RunEvent[] {
  const file = 'a.apitest.yaml'
  const usual = { index: 0, phase: 'steps', outcome: 'passed', flaky: false, attempts: 1, failures: [] }
  const result = { ...usual, ...step } as unknown as StepResult
  const ended = { file, outcome: result.outcome } as unknown as SuiteResult
  return [
    { type: 'suite-started', file, name: 'A', tags: [], steps: 1, rows: 0 },
    { type: 'step-finished', file, suite: 'A', result },
    { type: 'suite-finished', file, result: ended },
  ]
}

/** Runs a file whose only step ends so in each attempt; the last of them may be interrupted. */
async function told(
  attempts: readonly object[],
  interrupted = false,
): Promise<{ readonly events: readonly RunEvent[]; readonly run: RunContext }> {
  const events: RunEvent[] = []
  const interrupt = new AbortController()
  const run = {
    ...{ retries: 3, tally: new Tally(), interrupt: interrupt.signal },
    emit: (event: RunEvent) => events.push(event),
  } as unknown as RunContext
  await runWithRetries(run, (own, attempt) => {
    if (interrupted && attempt === attempts.length) interrupt.abort()
    for (const event of eventsOf(attempts[attempt - 1] ?? {})) {
      if (event.type === 'suite-finished') own.tally.suites.add(event.result)
      own.emit(event)
    }
    own.tally.requests++
    return Promise.resolve()
  })
  return { events, run }
}

const outcomes = (events: readonly RunEvent[]): readonly unknown[] =>
  events.flatMap(event => (event.type === 'step-finished' ? [event.result.outcome, event.result.flaky] : []))

it('tells only the last attempt, and counts the requests of all', async () => {
  const { events, run } = await told([failed, failed, {}])
  assert.deepEqual(outcomes(events), ['passed', true])
  assert.deepEqual([run.tally.requests, run.tally.suites.counts.flaky, run.tally.unsuccessful], [3, 1, 0])
  const last = events.at(-1)
  assert.ok(last?.type === 'suite-finished')
  assert.deepEqual(
    [last.result.attempts, last.result.reason, last.result.steps.flaky],
    [3, 'Expected 201', 1],
  )
})

it('tells a file that passes at once as it is', async () => {
  const { events, run } = await told([{}])
  assert.deepEqual(outcomes(events), ['passed', false])
  assert.equal(run.tally.suites.counts.flaky, 0)
})

it('takes a file that never passes for failed', async () => {
  const { events, run } = await told([failed, failed, failed, failed])
  assert.deepEqual(outcomes(events), ['failed', false])
  assert.equal(run.tally.unsuccessful, 1)
})

it('does not pass what was cut short when it ran again', async () => {
  const { events, run } = await told([failed, cut], true)
  assert.deepEqual(outcomes(events), ['failed', false])
  assert.equal(run.tally.suites.counts.failed, 1)
})
