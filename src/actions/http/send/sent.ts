import type { RedirectRecord } from '../../../model/exchange.ts'
import type { Prepared } from '../../failure.ts'
import type { WireAnswer } from '../engine/wire.ts'
import type { PreparedRequest } from '../prepared-request.ts'

/** A request as it went out at last, and what came of it. */
export interface Sent {
  readonly request: PreparedRequest
  readonly answer: WireAnswer
  /** Those that were followed on the way, in their order. */
  readonly redirects?: readonly RedirectRecord[]
}

/** What sending comes to: an answer or a fault of the wire, or why nothing could be sent. */
export type Sending = Promise<Prepared<Sent>>
