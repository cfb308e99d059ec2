import type { RedirectRecord, RequestRecord, Timings, Transcript } from '../model/exchange.ts'
import type { Span } from '../model/span.ts'
import type { Fault, FaultCode, FaultParts } from './faults/index.ts'

/** Why an action could not be carried out. */
export interface ActionFailure<Code extends FaultCode = FaultCode> extends Fault<Code> {
  /** Where in a file, when it is a part of the step or another file. */
  readonly span?: Span
  /** The request that was sent, or would have been. */
  readonly request?: RequestRecord
  /** The redirects that were followed before `request`. */
  readonly redirects?: readonly RedirectRecord[]
  readonly timings?: Timings
  /** Everything that was said before it failed. */
  readonly transcript?: Transcript
}

/** The answer of an action that could not be carried out, and of every part of it that found out why. */
export interface Failed<Code extends FaultCode = FaultCode> {
  readonly ok: false
  readonly failure: ActionFailure<Code>
}

/** A value made from a step's input, or why it cannot be made. */
export type Prepared<Value, Code extends FaultCode = FaultCode> =
  | { readonly ok: true; readonly value: Value }
  | Failed<Code>

/** A value that is read of what was written, or what is wrong with that. */
export type Read<Value> = Prepared<Value, 'request-unfit'>

/** A failure: its code, and what is known of it. */
export function failed<Code extends FaultCode>(code: Code, parts: FaultParts[Code]): Failed<Code> {
  return { ok: false, failure: { code, parts } }
}

/** A request that cannot be sent as it is written, with the reason and what to do about it. */
export function unfit(reason: string, hint?: string): Failed<'request-unfit'> {
  return failed('request-unfit', { reason, hint })
}

/** The failure of something that was done for the step: `OAuth2 token request`. */
export function during(what: string, failure: ActionFailure): ActionFailure {
  const { about } = failure
  return { ...failure, about: about === undefined ? what : `${what}: ${about}` }
}

/** A value that could be made. */
export function prepared<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value }
}
