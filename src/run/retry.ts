import { toldFault } from '../actions/faults/index.ts'
import { factsOf } from '../actions/index.ts'
import type { Exchange } from '../model/exchange.ts'
import { headerValue } from '../model/header-value.ts'
import type { StepResult } from '../model/result.ts'
import type { Retry } from '../model/suite.ts'
import { longestTimer } from '../util/duration.ts'
import { sleep } from '../util/interruptions.ts'
import { formatDuration } from '../util/quantity.ts'
import { isSuccess, successWords } from '../validations/status-words.ts'
import { type Attempt, hasPassed, ruleMessage } from './attempt.ts'

/** The longest wait that an answer may ask for, in milliseconds, unless an attempt of the step may take longer. */
const longestAsked = 60_000

/** The last of several attempts at a step, and why it is luck that it passed, if it is: the first fault of those before it. */
export interface Tried {
  readonly attempt: Attempt
  readonly attempts: number
  readonly fault?: string | undefined
  /** Milliseconds that it waited because answers asked for it, where that was longer than its own waits. */
  readonly retryAfter?: number | undefined
}

/**
 * Tries until an attempt is good enough, no attempt is left, or the state can no longer become right. Only the last
 * attempt counts, and nothing waits after it.
 */
export async function withRetries(
  {
    action,
    retry,
    timeout = 0,
  }: { readonly action: string; readonly retry: Retry; readonly timeout?: number },
  signal: AbortSignal,
  tryOnce: () => Promise<Attempt>,
  whyNoMore: () => string | undefined = () => undefined,
): Promise<Tried> {
  let attempt = await tryOnce()
  let attempts = 1
  const faults: Fault[] = []
  let retryAfter: number | undefined
  while (attempts < retry.attempts && shouldGoOn(action, attempt, retry)) {
    const own = waitBefore(attempts, retry)
    const asked = askedBy(attempt)
    const whyNot = whyNoMore() ?? whyNotWait(asked, Math.max(longestAsked, timeout))
    const waited = whyNot === undefined && (await sleep(Math.max(own, asked), signal))
    const reason = whyNot ?? whyNoMore()
    if (reason !== undefined)
      return { attempt: { ...attempt, ...givenUp(attempt, reason) }, attempts, retryAfter }
    if (waited && asked > own) retryAfter = (retryAfter ?? 0) + asked
    if (!waited) break
    faults.push(...faultsIn(action, attempt))
    attempt = await tryOnce()
    attempts++
  }
  const { exchange, outcome } = attempt
  if (retry.until === 'success' && outcome === 'passed' && exchange && !hasSucceeded(action, exchange))
    attempt = { ...attempt, outcome: 'failed', gaveUp: unsuccessful(action, exchange) }
  return { attempt, attempts, retryAfter, fault: unexpected(faults, attempt) }
}

/** Returns the wait that the response of an attempt asked for, or those of the steps in it. */
function askedBy({ exchange, steps = [] }: Pick<Attempt | StepResult, 'exchange' | 'steps'>): number {
  return Math.max(askedToWait(exchange?.response), ...steps.map(askedBy))
}

/**
 * Milliseconds for which an answer of 429 or 503 asks not to be asked again (RFC 9110, section 10.2.3), in seconds or as a date,
 * which counts from the moment that the answer itself was made at; 0 for any other.
 */
export function askedToWait(
  response: Pick<Exchange['response'], 'status' | 'headers'> | undefined,
  now = Date.now(),
): number {
  if (response?.status !== 429 && response?.status !== 503) return 0
  const { headers } = response
  const written = headerValue(headers, 'retry-after')?.trim() ?? ''
  if (/^\d+$/.test(written)) return Math.min(Number(written) * 1000, longestTimer)
  const until = Date.parse(written)
  const from = Date.parse(headerValue(headers, 'date') ?? '')
  const wait = until - (Number.isNaN(from) ? now : from)
  return wait > 0 ? Math.min(wait, longestTimer) : 0
}

function whyNotWait(asked: number, longest: number): string | undefined {
  return asked > longest
    ? `the server asks to wait ${formatDuration(asked)} (retry-after), more than ${formatDuration(longest)}`
    : undefined
}

/** An answer that is right, and not yet the one that is waited for, fails, too. */
function givenUp({ outcome }: Attempt, reason: string): Pick<Attempt, 'outcome' | 'gaveUp'> {
  return { outcome: outcome === 'errored' ? outcome : 'failed', gaveUp: `no further attempt: ${reason}` }
}

function shouldGoOn(action: string, attempt: Attempt, { until }: Retry): boolean {
  if (attempt.final === true) return false
  if (until !== 'success') return !hasPassed(attempt)
  return attempt.exchange === undefined || !hasSucceeded(action, attempt.exchange)
}

/** True where `until: success` ends: success by the action's own rule, and of a request 2xx (the mission's "Request"). */
function hasSucceeded(action: string, { success, response }: Exchange): boolean {
  const { statuses } = factsOf(action)
  return success.holds && (statuses === undefined || isSuccess(statuses, response.status))
}

/** Why an attempt that passed is no success: its validations look at what the rule of its action is about. */
function unsuccessful(action: string, exchange: Exchange): string {
  const { statuses } = factsOf(action)
  const isOfStatus = statuses !== undefined && exchange.success.subject === undefined
  return ruleMessage(exchange, isOfStatus ? successWords(statuses) : undefined)
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

/** A fault that a healthy API does not have, however long something takes: no response, or that the server is at fault. */
interface Fault {
  readonly words: string
  readonly status?: number | string
}

/** The first fault that is not what the step expects. */
function unexpected(faults: readonly Fault[], { exchange }: Attempt): string | undefined {
  return faults.find(({ status }) => status === undefined || status !== exchange?.response.status)?.words
}

/** Lists the faults of an attempt beside the state that is waited for. */
function faultsIn(action: string, { failure, exchange, steps = [] }: Attempt): readonly Fault[] {
  if (failure !== undefined) return [{ words: toldFault(failure) }]
  return [...faultsBy(action, exchange?.response.status), ...steps.flatMap(faultsInStep)]
}

function faultsInStep(result: StepResult): readonly Fault[] {
  const { action, outcome, exchange, failures, flaky, reason, steps = [] } = result
  if (flaky && reason !== undefined) return [{ words: reason }]
  if (outcome === 'errored') return failures.slice(0, 1).map(({ message }) => ({ words: message }))
  const own = outcome === 'failed' ? faultsBy(action, exchange?.response?.status) : []
  return [...own, ...steps.flatMap(faultsInStep)]
}

/** The status of a server that is at fault: 5xx, or the names that say so. */
function faultsBy(action: string, status: number | string | undefined): readonly Fault[] {
  const { statuses } = factsOf(action)
  if (statuses === undefined || status === undefined) return []
  const isFault =
    statuses.kind === 'names'
      ? statuses.faults.includes(String(status))
      : statuses.hasClasses === true && Number(status) >= 500
  return isFault ? [{ words: `status ${status}`, status }] : []
}
