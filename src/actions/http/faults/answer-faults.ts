import { formatSize } from '../../../util/quantity.ts'
import { bodyLimit } from '../../body/received-body.ts'
import { withOrigin } from '../../transport/proxy-error.ts'
import { headerLimit, interimLimit } from '../engine/limits.ts'
import { EngineError } from '../engine/engine-error.ts'
import type { Fault, WireRequest } from '../engine/wire.ts'
import {
  clientCertificateHint,
  gaveUp,
  gaveUpBefore,
  hostOf,
  howFar,
  type DescribeFault,
  type FaultText,
} from './fault-text.ts'
import { proxyOf } from './proxy-of.ts'

/** Faults of an answer that came wrong or not whole, by the codes of Node and the engine. */
export const answerFaults: Readonly<Record<string, DescribeFault>> = {
  ECONNRESET: (fault, request) => ended(fault, request, 'the connection was reset'),
  EPIPE: (fault, request) => ended(fault, request, 'the server closed the connection'),
  CLOSED: (fault, request) => ended(fault, request, 'the server closed the connection'),
  MALFORMED: malformed,
  SURPLUS: fault => ({
    message: malformedMessage(fault),
    hint: 'Perhaps these bytes belong to the answer before it on the same connection, which was longer than it said.',
  }),
  TWO_LENGTHS: () => ({
    message: 'the headers of the answer are not valid HTTP (UND_ERR_RES_CONTENT_LENGTH_MISMATCH)',
    hint: 'Most often they state two lengths: content-length twice, or beside transfer-encoding.',
  }),
  HEADERS_TOO_LARGE: () => ({
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
  UNASKED_UPGRADE: () => ({
    message: 'the server switched to another protocol, which nobody asked for (101)',
    hint: 'Check the URL: it seems to be for other clients, such as those of WebSocket.',
  }),
  BODY_TOO_LARGE: () => ({
    message: `the response body is larger than ${formatSize(bodyLimit)}`,
    hint: 'A step without validations or extracts of the body can receive any size.',
  }),
  BAD_ENCODING: ({ error }) => ({
    message: `the response body is not what its content-encoding says (${error.message})`,
    hint: 'To get the body as it is, send the header Accept-Encoding: identity.',
  }),
}

/** Words for bytes that are not HTTP, with the reason. */
function malformed(fault: Fault, request: WireRequest): FaultText {
  return { message: malformedMessage(fault), hint: malformedHint(fault.error, hostOf(request)) }
}

function malformedMessage({ error }: Fault): string {
  return `the answer is not valid HTTP: ${error.message} (HTTPParserError)`
}

function malformedHint(error: Error, host: string): string {
  if (error instanceof EngineError && isTlsRecord(error.received))
    return `The server speaks TLS there: use https://${host}.`
  return error.message.startsWith('Expected HTTP/')
    ? 'Check the port of the URL: something that speaks no HTTP listens there.'
    : 'The server, or something before it, writes answers that no client can rely on.'
}

/** How far an exchange came before its connection ended. */
function ended(fault: Fault, request: WireRequest, how: string): FaultText {
  if (fault.stage === 'connecting') return withoutConnection(fault, request, how)
  const message = `${how} ${howFar(fault)} (${nameOf(fault.error)})`
  if (fault.stage === 'sending' && request.body !== undefined) return { message, hint: unwantedBody }
  return {
    message,
    hint: fault.stage === 'waiting' || fault.stage === 'sending' ? unanswered(fault, request) : gaveUp,
  }
}

const unwantedBody =
  'The server may not want a body as large as this: look into its log, and into that of what stands before it.'

/** What to do about a server that takes a request and closes the connection. */
function unanswered({ wasKept, hasAnswered }: Fault, request: WireRequest): string {
  if (wasKept === true)
    return `The server closed the connection, which was kept open, as it was used again. It may have got the ${request.method}, which is not sent twice by itself: retry does that.`
  // It is known to speak as it was spoken to, and to accept the client.
  if (hasAnswered === true) return gaveUpBefore
  return request.origin.startsWith('http:')
    ? `If the server speaks TLS there, use https://${hostOf(request)}.`
    : clientCertificateHint(request)
}

/** When a connection is ended at once, chance decides whether it counts as made. */
function withoutConnection(fault: Fault, request: WireRequest, how: string): FaultText {
  const host = hostOf(request)
  const code = nameOf(fault.error)
  const proxy = proxyOf(request)
  if (request.origin.startsWith('http:'))
    return { message: `${how} without an answer (${code})`, hint: unanswered(fault, request) }
  return {
    message: `TLS with ${host} failed: the connection ended within the handshake (${code})`,
    hint:
      proxy !== undefined
        ? withOrigin(proxy, `Look at the log of the proxy ${proxy.name}, too: it had opened the way.`)
        : fault.hasAnswered === true
          ? gaveUpBefore
          : `If it speaks plain HTTP there, use http://${host}.`,
  }
}

/** How the end of a connection is called: what the other side did has one name, whoever noticed it. */
function nameOf({ code, name }: NodeJS.ErrnoException): string {
  return code === 'CLOSED' ? 'UND_ERR_SOCKET' : (code ?? name)
}

/** A TLS record begins with its type, here alert or handshake, and the major version 3 (RFC 8446 section 5.1). */
function isTlsRecord(data: string): boolean {
  return data.startsWith('\u0015\u0003') || data.startsWith('\u0016\u0003')
}
