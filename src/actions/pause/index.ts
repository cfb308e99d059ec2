import { parseDuration } from '../../util/duration.ts'
import type { Action, ActionAnswer, ActionContext, InputOf } from '../action.ts'
import { jsonBody } from '../body/json-body.ts'
import { failed, unfit } from '../failure.ts'
import { sleep } from '../../util/interruptions.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'
import { writeJson } from '../../util/exact-number.ts'

/** Waits: `pause: 500ms`. */
export const action: Action<InputOf<'pause'>> = { name: 'pause', perform }

async function perform({ pause }: InputOf<'pause'>, context: ActionContext): Promise<ActionAnswer> {
  const wait = typeof pause === 'string' ? parseDuration(pause) : undefined
  if (typeof pause !== 'string' || wait === undefined)
    return unfit(`pause ${writeJson(pause)} is not a duration`, 'Write it as `500ms`, `10s` or `2m`.')
  const startedAt = Date.now()
  const start = monotonicTime()
  if (!(await sleep(wait, context.signal)))
    return failed('wait-interrupted', { reason: 'the pause was interrupted' })
  return {
    ok: true,
    exchange: {
      request: { summary: `pause ${pause}`, headers: [] },
      response: { headers: [], body: jsonBody({}) },
      timings: { startedAt, duration: monotonicTime() - start },
      success: { holds: true, expected: 'the time to pass' },
    },
  }
}
