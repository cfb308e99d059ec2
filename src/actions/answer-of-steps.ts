import { defined } from '../util/defined.ts'
import { monotonicTime } from '../util/monotonic-time.ts'
import type { Performed, UsedSuite } from './action.ts'
import { jsonBody } from './body/json-body.ts'

/** The answer of an action that runs steps: what they leave. `summary` is what is done, and `whose` says whose steps they are. */
export async function answerOfSteps(
  summary: string,
  whose: string,
  run: () => Promise<UsedSuite>,
): Promise<Performed> {
  const startedAt = Date.now()
  const start = monotonicTime()
  const used = await run()
  return defined({
    ok: true as const,
    exchange: {
      request: { summary, headers: [] },
      response: { headers: [], body: jsonBody(used.variables) },
      timings: { startedAt, duration: monotonicTime() - start },
      success: { holds: used.passed, expected: `every step of ${whose} to pass`, actual: outcomesOf(used) },
    },
    variables: used.variables,
    steps: used.steps,
    doneIn: used.doneIn,
    overtime: used.overtime,
    skipReason: whySkipped(whose, used),
  })
}

/** Steps of which nothing ran have proven nothing: the step that runs them is skipped, too. */
function whySkipped(whose: string, { steps, passed }: UsedSuite): string | undefined {
  const [first] = steps
  if (!passed || !steps.every(({ outcome }) => outcome === 'skipped')) return undefined
  const because = first?.skipReason === undefined ? '' : ` (${first.skipReason})`
  return `every step of ${whose} was skipped${because}`
}

/** `1 failed, 2 passed`; of what was done by another step, with where that was and the first reason. */
function outcomesOf({ steps, reason: whole, doneIn }: UsedSuite): string {
  const outcomes = ['errored', 'failed', 'skipped', 'passed'] as const
  const counts = outcomes
    .map(outcome => ({ outcome, count: steps.filter(step => step.outcome === outcome).length }))
    .flatMap(({ outcome, count }) => (count === 0 ? [] : [`${count} ${outcome}`]))
    .join(', ')
  if (whole !== undefined) return `${counts}: ${whole}`
  if (doneIn === undefined) return counts
  const [reason] = steps.flatMap(({ failures }) => failures)
  return `${counts} in ${doneIn}${reason === undefined ? '' : ` (${reason.message})`}`
}
