import type { Retry } from '../model/suite.ts'
import { sleep } from '../util/interruptions.ts'
import type { Attempt } from './attempt.ts'

/**
 * Tries until an attempt is good enough, no attempt is left, or the state can no longer become right. Only the last
 * attempt counts, and nothing waits after it.
 */
export async function withRetries(
  retry: Retry | undefined,
  signal: AbortSignal,
  tryOnce: () => Promise<Attempt>,
): Promise<{ readonly attempt: Attempt; readonly attempts: number }> {
  let attempt = await tryOnce()
  let attempts = 1
  while (retry !== undefined && attempts < retry.attempts && shouldGoOn(attempt, retry)) {
    const waited = await sleep(waitBefore(attempts, retry), signal)
    if (!waited) break
    attempt = await tryOnce()
    attempts++
  }
  return { attempt, attempts }
}

function shouldGoOn(attempt: Attempt, { until }: Retry): boolean {
  if (attempt.final) return false
  return until === 'success' ? attempt.exchange?.success.holds !== true : !attempt.passed
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
