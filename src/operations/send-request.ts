import { type CallAnswer, type CallHost, performCall } from './perform-call.ts'
import type { CallInput } from './prepare-call.ts'

/** Sends one request that is in no suite: the operation behind `apitest send`. */
export function sendRequest(input: CallInput, host: CallHost): Promise<CallAnswer> {
  return performCall(input, host)
}

/** What would be sent, without sending it; the result holds the request. */
export function rehearseRequest(
  input: CallInput,
  host: CallHost,
  showsSecrets: boolean,
): Promise<CallAnswer> {
  return performCall(input, host, { rehearses: true, showsSecrets })
}
