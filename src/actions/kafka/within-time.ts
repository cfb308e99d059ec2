import { formatDuration } from '../../util/quantity.ts'
import { sleep } from '../../util/interruptions.ts'
import { limitTime } from '../../util/time-limit.ts'
import type { ActionContext } from '../action.ts'
import { prepared, type Prepared } from '../failure.ts'
import type { Cluster } from './cluster.ts'
import { type BrokerError, asBrokerError, disconnection, refusal } from './wire/broker-error.ts'

/** Milliseconds between two attempts to find out who leads a partition. */
const pause = 100

/**
 * Does something with a cluster in the time of the step, again while a partition has no leader. When the time is over
 * the connections are closed, which ends whatever waits for an answer.
 */
export async function withinTime<Value>(
  cluster: Cluster,
  context: ActionContext,
  work: () => Promise<Value>,
): Promise<Prepared<Value>> {
  const limit = limitTime(context.signal, context.timeout)
  let latest: BrokerError | undefined
  const stop = (): void => {
    cluster.close(latest ?? tooLate(cluster, context))
  }
  limit.signal.addEventListener('abort', stop, { once: true })
  try {
    for (;;)
      try {
        return prepared(await work())
      } catch (thrown) {
        const error = asBrokerError(thrown)
        if (error.course !== 'leader' || limit.signal.aborted) throw error
        latest = error
        await sleep(pause, limit.signal)
      }
  } catch (thrown) {
    return { ok: false, failure: asBrokerError(thrown).failure }
  } finally {
    limit.release()
  }
}

function tooLate({ name }: Cluster, { signal, timeout }: ActionContext): BrokerError {
  if (signal.aborted) return refusal('interrupted', { reason: 'interrupted before the broker had answered' })
  return disconnection('answer-late', {
    reason: `${name} did not answer within ${formatDuration(timeout)} (timeout)`,
    hint: 'Check that a Kafka broker listens there.',
  })
}
