import type { Exchange } from '../model/exchange.ts'
import { headerValue } from '../model/header-value.ts'
import { longestTimer } from '../util/duration.ts'

/** The longest wait that an answer may ask for, in milliseconds, unless an attempt of the step may take longer. */
export const longestAsked = 60_000

/**
 * Milliseconds for which an answer of 429 or 503 asks not to be asked again (RFC 9110, section 10.2.3), in seconds or as a date,
 * which counts from the moment that the answer itself was made at; 0 for any other.
 */
export function askedToWait(exchange: Exchange | undefined, now = Date.now()): number {
  if (exchange === undefined) return 0
  const { status, headers } = exchange.response
  if (status !== 429 && status !== 503) return 0
  const written = headerValue(headers, 'retry-after')?.trim() ?? ''
  if (/^\d+$/.test(written)) return Math.min(Number(written) * 1000, longestTimer)
  const until = Date.parse(written)
  const from = Date.parse(headerValue(headers, 'date') ?? '')
  const wait = until - (Number.isNaN(from) ? now : from)
  return wait > 0 ? Math.min(wait, longestTimer) : 0
}
