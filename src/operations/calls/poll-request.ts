import { type CallAnswer, type CallHost, performCall } from './perform-call.ts'
import type { CallInput } from './prepare-call.ts'

/** How often a request is sent when the step does not say it. */
export const usualAttempts = 20

/**
 * Sends one request again and again until what is expected of it holds: the operation behind `apitest poll`. How often
 * and until when is what the step says under `retry`.
 */
export function pollRequest(input: CallInput, host: CallHost): Promise<CallAnswer> {
  const { step } = input
  const retry = { attempts: usualAttempts, ...(step['retry'] as object | undefined) }
  return performCall({ ...input, step: { ...step, retry } }, host, { source: 'poll' })
}
