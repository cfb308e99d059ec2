import type { RequestRecord } from '../../model/exchange.ts'
import type { ComputedAuth } from '../auth/auth.ts'
import type { WireAnswer, WireRequest } from './engine/wire.ts'

/** A request as it will be written, and as reports show it. */
export interface PreparedRequest {
  readonly wire: WireRequest
  readonly record: RequestRecord
  /** False once a redirect has led to another origin than the one the credentials are for. */
  readonly sendsCredentials: boolean
  /** The identity of the sender, where the header for it is made when the request is sent. */
  readonly auth?: ComputedAuth
  /** Set where the step or the settings leave the header out: then no cookie is sent that an answer has set, either. */
  readonly withoutCookies?: true
  /** Names, in lower case, of the headers that carry credentials. */
  readonly credentialHeaders: readonly string[]
  /** How it goes out, where that is not over the run's HTTP connections. */
  readonly send?: (wire: WireRequest) => Promise<WireAnswer>
}
