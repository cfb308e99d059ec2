import type { ActionAnswer } from './action.ts'
import type { ActionFailure, FailureKind } from '../model/exchange.ts'
import { defined } from '../util/defined.ts'

/** The answer of an action that could not be carried out, and of every part of it that found out why. */
export interface Failed {
  readonly ok: false
  readonly failure: ActionFailure
}

/** A value made from a step's input, or why it cannot be made. */
export type Prepared<Value> = { readonly ok: true; readonly value: Value } | Failed

/** A failure with its reason, and what to do about it. */
export function failed(kind: FailureKind, message: string, hint?: string): Failed {
  return { ok: false, failure: defined({ kind, message, hint }) }
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
  const { kind, request, timings } = answer.failure
  return kind === 'Network Error' || request !== undefined || timings !== undefined
}
