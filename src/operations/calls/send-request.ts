import type { CallCommand } from '../../model/call-record.ts'
import { type CallAnswer, type CallHost, performCall } from './perform-call.ts'
import type { CallInput } from './prepare-call.ts'

/**
 * Makes one call that is in no suite: the operation behind `apitest send` and its like. The call history files it under
 * the command; without one it keeps nothing of the call.
 */
export function sendRequest(input: CallInput, host: CallHost, command?: CallCommand): Promise<CallAnswer> {
  return performCall(input, host, command === undefined ? {} : { source: command })
}

/** What would be sent, without sending it; the result holds the request. */
export function rehearseRequest(
  input: CallInput,
  host: CallHost,
  showsSecrets: boolean,
): Promise<CallAnswer> {
  return performCall(input, host, { rehearses: true, showsSecrets })
}
