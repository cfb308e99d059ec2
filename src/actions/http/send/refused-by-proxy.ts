import { proxyFailure, proxyRefusal } from '../../transport/proxy-error.ts'
import type { Route } from '../../transport/route.ts'
import { forwardingProxy } from '../engine/forwarding.ts'
import type { Fault, WireAnswer, WireRequest } from '../engine/wire.ts'

/**
 * Tells refusals of the proxy that forwards a request as such: it asks for credentials (only a proxy answers 407), or
 * it closes the connection without an answer. Any other answer may be the server's.
 */
export function refusedByProxy(answer: WireAnswer, { origin }: WireRequest, route: Route): WireAnswer {
  const proxy = forwardingProxy(origin, route)
  if (proxy === undefined) return answer
  if (answer.ok) {
    const { status } = answer.response
    if (status !== 407) return answer
    return failedWith(answer, { error: proxyRefusal(proxy, origin, status), stage: 'body', received: 0 })
  }
  const { fault } = answer
  const isAsked = fault.stage === 'waiting' || fault.stage === 'sending'
  const isClosed = isAsked && closed.has(fault.error.code ?? '')
  return isClosed ? failedWith(answer, { ...fault, error: proxyFailure(proxy, reset) }) : answer
}

const closed = new Set(['ECONNRESET', 'EPIPE', 'CLOSED'])
const reset = Object.assign(new Error('closed'), { code: 'ECONNRESET' })

function failedWith({ timings }: WireAnswer, fault: Fault): WireAnswer {
  return { ok: false, fault, timings }
}
