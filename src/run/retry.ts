import type { Retry } from '../model/suite.ts'
import { sleep } from '../util/interruptions.ts'
import { type Attempt, hasPassed } from './attempt.ts'

/**
 * Tries until an attempt is good enough, no attempt is left, or the state can no longer become right. Only the last
 * attempt counts, and nothing waits after it.
 */
export async function withRetries(
  retry: Retry,
  signal: AbortSignal,
  tryOnce: () => Promise<Attempt>,
  whyNoMore: () => string | undefined = () => undefined,
): Promise<{ readonly attempt: Attempt; readonly attempts: number }> {
  let attempt = await tryOnce()
  let attempts = 1
  while (attempts < retry.attempts && shouldGoOn(attempt, retry)) {
    const waited = whyNoMore() === undefined && (await sleep(waitBefore(attempts, retry), signal))
    const reason = whyNoMore()
    if (reason !== undefined) return { attempt: { ...attempt, ...givenUp(attempt, reason) }, attempts }
    if (!waited) break
    attempt = await tryOnce()
    attempts++
  }
  if (retry.until !== 'success' || hasSucceeded(attempt) || !hasPassed(attempt)) return { attempt, attempts }
  const status = String(attempt.exchange?.response.status)
  return {
    attempt: { ...attempt, outcome: 'failed', gaveUp: `status: Expected 2xx, got ${status}` },
    attempts,
  }
}

/** An answer that is right, and not yet the one that is waited for, fails, too. */
function givenUp({ outcome }: Attempt, reason: string): Pick<Attempt, 'outcome' | 'gaveUp'> {
  return { outcome: outcome === 'errored' ? outcome : 'failed', gaveUp: `no further attempt: ${reason}` }
}

function shouldGoOn(attempt: Attempt, { until }: Retry): boolean {
  if (attempt.final === true) return false
  return until === 'success' ? !hasSucceeded(attempt) : !hasPassed(attempt)
}

/** What `until: success` waits for: success by the action's own rule, and of a request 2xx (the mission's "Request"). */
function hasSucceeded({ exchange }: Attempt): boolean {
  if (exchange?.success.holds !== true) return false
  const { status } = exchange.response
  return typeof status !== 'number' || status < 300
}

/** Milliseconds to wait after so many attempts: the interval grown by the backoff, less what chance takes off. */
export function waitBefore(
  attempts: number,
  { interval, backoff, maxInterval, jitter }: Retry,
  chance = Math.random(),
): number {
  const grown = interval * backoff ** (attempts - 1)
  const capped = backoff === 1 ? grown : Math.min(grown, Math.max(maxInterval, interval))
  return capped * (1 - jitter * chance)
}
