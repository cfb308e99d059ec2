import type { RequestRecord } from '../../model/exchange.ts'
import type { JsonObject } from '../../model/json.ts'
import type { ActionAnswer } from '../action.ts'
import { jsonBody } from '../body/json-body.ts'
import type { Prepared } from '../failure.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'

/** Something to do at a broker: what it is called in reports, and how it is done. */
export interface BrokerTask {
  readonly request: RequestRecord
  /** The value of `$` when it worked. */
  run(): Promise<Prepared<JsonObject>>
}

/** Does it; what went wrong comes with the request and its times. */
export async function performTask(task: BrokerTask): Promise<ActionAnswer> {
  const { request } = task
  const [startedAt, start] = [Date.now(), monotonicTime()]
  const outcome = await task.run()
  const timings = { startedAt, duration: monotonicTime() - start }
  if (!outcome.ok) return { ok: false, failure: { ...outcome.failure, request, timings } }
  return {
    ok: true,
    exchange: {
      request,
      response: { headers: [], body: jsonBody(outcome.value) },
      timings,
      success: { holds: true, expected: 'the broker to agree' },
    },
  }
}
