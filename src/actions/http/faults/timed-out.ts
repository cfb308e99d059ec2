import { formatDuration } from '../../../util/quantity.ts'
import type { Fault, WireRequest } from '../engine/wire.ts'
import { amountOf, hostOf, type FaultText } from './fault-text.ts'

const longer = 'Give the step a longer timeout, or find out what the server waits for.'

/** What a request was waiting for when its time was over. */
export function timedOut(fault: Fault, request: WireRequest): FaultText {
  const time = formatDuration(request.timeout)
  switch (fault.stage) {
    case 'connecting': {
      const tls = request.origin.startsWith('https:') ? 'TLS ' : ''
      return {
        message: `no ${tls}connection to ${hostOf(request)} within ${time} (timeout)`,
        hint: 'Check the host and port of the URL, and the network between here and there.',
      }
    }
    case 'waiting':
      return { message: `no answer within ${time} (timeout)`, hint: longer }
    case 'headers':
      return { message: `no complete headers within ${time} (timeout)`, hint: longer }
    case 'body':
      return {
        message: `no complete answer within ${time}, ${amountOf(fault)} (timeout)`,
        hint: fault.announced === undefined ? longer : `${longer} Its content-length may be wrong, too.`,
      }
  }
}
