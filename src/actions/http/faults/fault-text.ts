import type { ActionFailure } from '../../../model/exchange.ts'
import type { Fault, WireRequest } from '../engine/wire.ts'

/** A fault in words; the kind is `Network Error` when absent. */
export type FaultText = Pick<ActionFailure, 'message' | 'hint'> & Partial<Pick<ActionFailure, 'kind'>>

/** Words for one code of fault. */
export type DescribeFault = (fault: Fault, request: WireRequest) => FaultText

/** Host and port of a request: `127.0.0.1:4010`. */
export function hostOf(request: WireRequest): string {
  return request.origin.replace(/^https?:\/\//, '')
}
