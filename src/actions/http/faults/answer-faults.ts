import { formatSize } from '../../../util/quantity.ts'
import { bodyLimit } from '../../body/kept-body.ts'
import { withOrigin } from '../../transport/proxy-error.ts'
import { headerLimit, interimLimit } from '../engine/limits.ts'
import type { Fault, WireRequest } from '../engine/wire.ts'
import {
  clientCertificateHint,
  gaveUp,
  hostOf,
  howFar,
  type DescribeFault,
  type FaultText,
} from './fault-text.ts'
import { proxyOf } from './proxy-of.ts'

/** Faults of an answer that came wrong or not whole, by the codes of Node and undici. */
export const answerFaults: Readonly<Record<string, DescribeFault>> = {
  ECONNRESET: (fault, request) => ended(fault, request, 'the connection was reset'),
  EPIPE: (fault, request) => ended(fault, request, 'the server closed the connection'),
  UND_ERR_SOCKET: socketFault,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: lengthMismatch,
  UND_ERR_HEADERS_OVERFLOW: () => ({
    message: `the answer's headers are larger than ${formatSize(headerLimit)} (UND_ERR_HEADERS_OVERFLOW)`,
    hint: 'No server should send so many: most often it sets the same header again and again.',
  }),
  TOO_MANY_INTERIM: () => ({
    message: `the server sent more than ${interimLimit} interim answers (1xx) before the answer itself`,
    hint: 'Look at what in the server, or before it, sends 100 or 103 again and again.',
  }),
  BAD_STATUS: ({ error }) => ({
    message: `the answer is not valid HTTP: ${error.message} is no status`,
    hint: 'The server, or something before it, writes answers that no client can rely on.',
  }),
  UNASKED_UPGRADE: otherProtocol,
  BODY_TOO_LARGE: () => ({
    message: `the response body is larger than ${formatSize(bodyLimit)}`,
    hint: 'A step without validations or extracts of the body can receive any size.',
  }),
  BAD_ENCODING: ({ error }) => ({
    message: `the response body is not what its content-encoding says (${error.message})`,
    hint: 'To get the body as it is, send the header Accept-Encoding: identity.',
  }),
}

/** Undici gives this code to any answer that breaks off or breaks the rules after its content-length. */
function lengthMismatch(fault: Fault, request: WireRequest): FaultText {
  if (fault.stage === 'body') return ended(fault, request, 'the server closed the connection')
  return {
    message: `the headers of the answer are not valid HTTP (${fault.error.code ?? ''})`,
    hint: 'Most often they state two lengths: content-length twice, or beside transfer-encoding.',
  }
}

/** Words for bytes that are not HTTP, with the reason undici's parser gives. */
export function malformedAnswer(fault: Fault, request: WireRequest): FaultText {
  const { error } = fault
  if (error.message.includes('Invalid EOF state'))
    return ended(fault, request, 'the server closed the connection')
  const reason = /\((.*)\)$/.exec(error.message)?.[1] ?? error.message
  return {
    message: `the answer is not valid HTTP: ${reason} (${error.name})`,
    hint: malformedHint(error, reason, hostOf(request)),
  }
}

function malformedHint(error: Error, reason: string, host: string): string {
  if ('data' in error && typeof error.data === 'string' && isTlsRecord(error.data))
    return `The server speaks TLS there: use https://${host}.`
  return reason.startsWith('Expected HTTP/')
    ? 'Check the port of the URL: something that speaks no HTTP listens there.'
    : 'The server, or something before it, writes answers that no client can rely on.'
}

function socketFault(fault: Fault, request: WireRequest): FaultText {
  const { message } = fault.error
  if (message === 'bad upgrade') return otherProtocol()
  if (message === 'bad response')
    return { message: 'the server sent an answer that nobody asked for (UND_ERR_SOCKET)' }
  return ended(fault, request, 'the server closed the connection')
}

function otherProtocol(): FaultText {
  return {
    message: 'the server switched to another protocol, which nobody asked for (101)',
    hint: 'Check the URL: it seems to be for other clients, such as those of WebSocket.',
  }
}

/** How far an answer came before its connection ended. */
function ended(fault: Fault, request: WireRequest, how: string): FaultText {
  const code = fault.error.code ?? fault.error.name
  if (fault.stage === 'connecting' || fault.stage === 'waiting') return withoutAnswer(fault, request, how)
  return { message: `${how} ${howFar(fault)} (${code})`, hint: gaveUp }
}

/** When a connection is ended at once, chance decides whether it counts as made. */
function withoutAnswer({ stage, error }: Fault, request: WireRequest, how: string): FaultText {
  const host = hostOf(request)
  const code = error.code ?? error.name
  const proxy = proxyOf(request)
  if (request.origin.startsWith('http:'))
    return {
      message: `${how} without an answer (${code})`,
      hint: `If the server speaks TLS there, use https://${host}.`,
    }
  if (stage === 'connecting')
    return {
      message: `TLS with ${host} failed: the connection ended within the handshake (${code})`,
      hint:
        proxy === undefined
          ? `If it speaks plain HTTP there, use http://${host}.`
          : withOrigin(proxy, `Look at the log of the proxy ${proxy.name}, too: it had opened the way.`),
    }
  return { message: `${how} without an answer (${code})`, hint: clientCertificateHint(request) }
}

/** A TLS record begins with its type, here alert or handshake, and the major version 3 (RFC 8446 section 5.1). */
function isTlsRecord(data: string): boolean {
  return data.startsWith('\u0015\u0003') || data.startsWith('\u0016\u0003')
}
