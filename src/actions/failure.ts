import type { RedirectRecord, RequestRecord, Timings, Transcript } from '../model/exchange.ts'
import type { Span } from '../model/span.ts'
import type { ActionAnswer } from './action.ts'
import { type FaultCode, type Fault, faultKind, type FaultParts } from './faults/index.ts'

/** Why an action could not be carried out. */
export interface ActionFailure extends Fault {
  /** Where in a file, when it is a part of the step or another file. */
  readonly span?: Span
  /** What was sent, or would have been. */
  readonly request?: RequestRecord
  /** The redirects that were followed before `request`. */
  readonly redirects?: readonly RedirectRecord[]
  readonly timings?: Timings
  /** What was said before it failed. */
  readonly transcript?: Transcript
}

/** The answer of an action that could not be carried out, and of every part of it that found out why. */
export interface Failed {
  readonly ok: false
  readonly failure: ActionFailure
}

/** A value made from a step's input, or why it cannot be made. */
export type Prepared<Value> = { readonly ok: true; readonly value: Value } | Failed

/** A failure: its code, and what is known of it. */
export function failed<Code extends FaultCode>(code: Code, parts: FaultParts[Code]): Failed {
  return { ok: false, failure: { code, parts } }
}

/** A request that cannot be sent as it is written, with the reason and what to do about it. */
export function unfit(reason: string, hint?: string): Failed {
  return failed('request-unfit', { reason, hint })
}

/** The failure of something that was done for the step: `OAuth2 token request`. */
export function during(what: string, failure: ActionFailure): ActionFailure {
  const { about } = failure
  return { ...failure, about: about === undefined ? what : `${what}: ${about}` }
}

/** A value that could be made. */
export function prepared<Value>(value: Value): Prepared<Value> {
  return { ok: true, value }
}

/** How often the request of an answer went out again by itself. */
export function repeatsOf(answer: ActionAnswer): number {
  return (answer.ok ? answer.exchange : answer.failure).timings?.repeats ?? 0
}

/** Whether anything went out: what is wrong with a request is found before, and has neither a record nor times. */
export function wasSent(answer: ActionAnswer): boolean {
  if (answer.ok) return true
  const { request, timings } = answer.failure
  return faultKind(answer.failure.code) === 'Network Error' || request !== undefined || timings !== undefined
}
