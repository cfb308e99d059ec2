import { formatBytes } from '../../../util/format-bytes.ts'
import { bodyLimit } from '../../body/kept-body.ts'
import { headerLimit } from '../engine/limits.ts'
import type { Fault, WireRequest } from '../engine/wire.ts'
import { hostOf, type DescribeFault, type FaultText } from './fault-text.ts'

/** Faults of an answer that came wrong or not whole, by the codes of Node and undici. */
export const answerFaults: Readonly<Record<string, DescribeFault>> = {
  ECONNRESET: (fault, request) => ended(fault, request, 'the connection was reset'),
  EPIPE: (fault, request) => ended(fault, request, 'the server closed the connection'),
  UND_ERR_SOCKET: socketFault,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: lengthMismatch,
  UND_ERR_HEADERS_OVERFLOW: () => ({
    message: `the answer's headers are larger than ${formatBytes(headerLimit)} (UND_ERR_HEADERS_OVERFLOW)`,
  }),
  BODY_TOO_LARGE: () => ({
    message: `the response body is larger than ${formatBytes(bodyLimit)}`,
    hint: 'A step without validations or extracts of the body can receive any size.',
  }),
  BAD_ENCODING: ({ error }) => ({
    message: `the response body is not what its content-encoding says (${error.message})`,
  }),
}

/** Undici gives this code to any answer that breaks off or breaks the rules after its content-length. */
function lengthMismatch(fault: Fault, request: WireRequest): FaultText {
  if (fault.stage === 'body') return ended(fault, request, 'the server closed the connection')
  return { message: `the headers of the answer are not valid HTTP (${fault.error.code ?? ''})` }
}

/** Words for bytes that are not HTTP, with the reason undici's parser gives. */
export function malformedAnswer(fault: Fault, request: WireRequest): FaultText {
  const { error } = fault
  if (error.message.includes('Invalid EOF state'))
    return ended(fault, request, 'the server closed the connection')
  const reason = /\((.*)\)$/.exec(error.message)?.[1] ?? error.message
  const startsLikeTls = 'data' in error && typeof error.data === 'string' && isTlsRecord(error.data)
  return {
    message: `the answer is not valid HTTP: ${reason} (${error.name})`,
    ...(startsLikeTls ? { hint: `The server speaks TLS there: use https://${hostOf(request)}.` } : {}),
  }
}

function socketFault(fault: Fault, request: WireRequest): FaultText {
  const { message } = fault.error
  if (message === 'bad upgrade')
    return { message: 'the server switched to another protocol, which nobody asked for (101)' }
  if (message === 'bad response')
    return { message: 'the server sent an answer that nobody asked for (UND_ERR_SOCKET)' }
  return ended(fault, request, 'the server closed the connection')
}

/** How far an answer came before its connection ended. */
function ended(fault: Fault, request: WireRequest, how: string): FaultText {
  const code = fault.error.code ?? fault.error.name
  switch (fault.stage) {
    case 'connecting':
      return { message: `${how} while connecting to ${hostOf(request)} (${code})` }
    case 'waiting':
      return {
        message: `${how} without an answer (${code})`,
        ...(request.origin.startsWith('http:')
          ? { hint: `If the server speaks TLS there, use https://${hostOf(request)}.` }
          : {}),
      }
    case 'headers':
      return { message: `${how} before the headers of the answer were complete (${code})` }
    case 'body':
      return { message: `${how} before the answer was complete, ${amount(fault)} (${code})` }
  }
}

function amount({ received, announced }: Fault): string {
  return announced === undefined ? `after ${received} bytes` : `after ${received} of ${announced} bytes`
}

/** A TLS record begins with its type, here alert or handshake, and the major version 3 (RFC 8446 section 5.1). */
function isTlsRecord(data: string): boolean {
  return data.startsWith('\u0015\u0003') || data.startsWith('\u0016\u0003')
}
