import { termsWith } from '../faults/terms.ts'
import { type ActionFailure, failed } from '../failure.ts'
import type { ActionContext } from '../action.ts'
import type { Fault, WireRequest } from '../http/engine/wire.ts'
import { describeFault } from '../http/faults/describe-fault.ts'
import { gaveUpBefore } from '../faults/wire-fault.ts'
import { openSocket } from '../transport/index.ts'
import { limitTime } from '../../util/time-limit.ts'
import type { CallEnd } from './wire/call.ts'
import type { Endpoint, GrpcChannel } from './wire/grpc-channel.ts'

/** Milliseconds in which a server has to show that it speaks TLS, for the text of a failure. */
const probeLimit = 2000

/** Why a call came to no server that speaks gRPC, in the words that HTTP has for the same cause. */
export async function describeConnection(
  channel: GrpcChannel,
  endpoint: Endpoint,
  context: ActionContext,
  end: CallEnd,
): Promise<ActionFailure> {
  const { target } = endpoint
  const isTimeout = end.status === 'DEADLINE_EXCEEDED'
  const stage = channel.opened ? 'waiting' : 'connecting'
  if (channel.opened && !isTimeout && !neverConnected(end)) return goneAway(channel, endpoint, context)
  if (channel.opened && !target.secure && !isTimeout) return withoutTls(channel, endpoint, context)
  const error = isTimeout ? coded('TIMEOUT') : (channel.error ?? coded('ECONNRESET'))
  const fault: Fault = { error, stage, received: 0 }
  return { ...describeFault(fault, wireRequest(endpoint, context)), terms }
}

/** True where no server agreed to speak HTTP/2: only grpc-js's text tells. */
function neverConnected({ statusMessage }: CallEnd): boolean {
  return statusMessage.startsWith('No connection established')
}

/** The server had agreed to speak HTTP/2, took the call, and then went away. */
function goneAway({ error }: GrpcChannel, endpoint: Endpoint, context: ActionContext): ActionFailure {
  const fault: Fault = { error: error ?? coded('CLOSED'), stage: 'waiting', received: 0 }
  return { ...describeFault(fault, wireRequest(endpoint, context)), advice: gaveUpBefore }
}

/** The server took the connection, and then did not answer as HTTP/2: it may speak TLS, or another protocol. */
async function withoutTls(
  channel: GrpcChannel,
  endpoint: Endpoint,
  context: ActionContext,
): Promise<ActionFailure> {
  const { authority } = endpoint.target
  if (await speaksTls(endpoint, context))
    return failed('other-protocol', {
      reason: `the server at ${authority} speaks TLS, and was called without it`,
      hint: `Write the target as grpcs://${authority}.`,
    }).failure
  const isHttp2Broken =
    channel.error !== undefined && 'code' in channel.error && channel.error.code === 'ERR_HTTP2_ERROR'
  return failed('other-protocol', {
    reason: isHttp2Broken
      ? `the server at ${authority} does not speak HTTP/2, which gRPC needs`
      : `the server at ${authority} closed the connection before it had said anything in HTTP/2`,
    hint: 'Check the host and port of the target: another service seems to listen there.',
  }).failure
}

async function speaksTls({ target, route }: Endpoint, context: ActionContext): Promise<boolean> {
  const limit = limitTime(context.signal, Math.min(context.timeout, probeLimit))
  try {
    const tls = { ...route.tls, verify: false }
    const opening = { times: {}, signal: limit.signal, protocols: ['h2'] }
    const socket = await openSocket({ ...target, secure: true }, { ...route, tls }, opening)
    socket.destroy()
    return true
  } catch (error) {
    // An alert, such as one for a missing certificate, is said in TLS, too.
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return /ALERT|CERT/.test(code)
  } finally {
    limit.release()
  }
}

function wireRequest({ target }: Endpoint, { timeout, signal }: ActionContext): WireRequest {
  const origin = `${target.secure ? 'https' : 'http'}://${target.authority}`
  return { origin, path: '', method: 'POST', headers: [], timeout, signal, wantsBody: true }
}

const terms = termsWith('grpc', 'target', 'plaintext')

function coded(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code })
}
