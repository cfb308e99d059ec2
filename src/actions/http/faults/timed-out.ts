import { formatDuration } from '../../../util/quantity.ts'
import type { Fault, WireRequest } from '../engine/wire.ts'
import { withOrigin } from '../../transport/proxy-error.ts'
import { amountOf, hostOf, type FaultText } from './fault-text.ts'
import { proxyOf } from './proxy-of.ts'

const longer = 'Give the step a longer timeout, or find out what the server waits for.'

const slowReader = 'The server does not read it on: it may not want a body as large as this.'

/** What a request was waiting for when its time was over. */
export function timedOut(fault: Fault, request: WireRequest): FaultText {
  const time = formatDuration(request.timeout)
  switch (fault.stage) {
    case 'connecting':
      return notConnected(request, time)
    case 'sending':
      return { message: `the request could not be sent within ${time} (timeout)`, hint: slowReader }
    case 'waiting':
      return { message: `no answer within ${time} (timeout)`, hint: longerHint(request) }
    case 'headers':
      return { message: `no complete headers within ${time} (timeout)`, hint: longer }
    case 'body':
      return {
        message: `no complete answer within ${time}, ${amountOf(fault)} (timeout)`,
        hint: fault.announced === undefined ? longer : `${longer} Its content-length may be wrong, too.`,
      }
  }
}

function notConnected(request: WireRequest, time: string): FaultText {
  const tls = request.origin.startsWith('https:') ? 'TLS ' : ''
  const host = hostOf(request)
  const proxy = proxyOf(request)
  if (proxy === undefined)
    return {
      message: `no ${tls}connection to ${host} within ${time} (timeout)`,
      hint: 'Check the host and port of the URL, and the network between here and there.',
    }
  return {
    message: `no ${tls}connection to ${host} through the proxy ${proxy.name} within ${time} (timeout)`,
    hint: withOrigin(proxy, `Check the host and port of the proxy, and whether it can reach ${host}.`),
  }
}

/** Only what a proxy has answered is known to come from the server. */
function longerHint(request: WireRequest): string {
  const proxy = proxyOf(request)
  return proxy === undefined
    ? longer
    : withOrigin(proxy, `${longer} It is asked through the proxy ${proxy.name}.`)
}
