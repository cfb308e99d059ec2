import { formatDuration, formatSize } from '../../util/quantity.ts'
import { bodyLimit } from '../body/limits.ts'
import { EngineError } from '../http/engine/engine-error.ts'
import { Http2Error } from '../http/engine/http2-error.ts'
import { headerLimit, interimLimit } from '../http/engine/limits.ts'
import type { Fault } from '../http/engine/wire.ts'
import { withOrigin } from './proxies.ts'
import { type FaultRow, noWholeAnswer, rowsOf, tooMuch } from './row.ts'
import type { SettingNames } from './setting-names.ts'
import { clientCertificateHint, gaveUpBefore, isSecure, placeOf, type WireFault } from './wire-fault.ts'

type Hint = NonNullable<FaultRow<WireFault>['hint']>

/** Requests whose time was over while they waited for something; before there is a connection it is a fault of reaching the server. */
export const lateFaults = rowsOf<WireFault>()({
  'send-timeout': {
    message: parts => `the request could not be sent within ${timeOf(parts)} (timeout)`,
    hint: () => 'The server does not read it on: it may not want a body as large as this.',
    meaning: 'The server did not take all of the request in time.',
  },
  'answer-timeout': {
    message: parts => `no answer within ${timeOf(parts)} (timeout)`,
    hint: ({ proxy }, names) =>
      proxy === undefined
        ? longer(names)
        : // Only what a proxy has answered is known to come from the server.
          withOrigin(proxy, `${longer(names)} It is asked through the proxy ${proxy.name}.`, names),
    meaning:
      'The request was sent, and the server did not begin to answer in time. It may carry it out nevertheless.',
  },
  'headers-timeout': {
    message: parts => `no complete headers within ${timeOf(parts)} (timeout)`,
    hint: (_, names) => longer(names),
    meaning: 'The server began its answer, and did not come to the end of the headers in time.',
  },
  'body-timeout': {
    message: parts => `no complete answer within ${timeOf(parts)}, ${amountOf(parts.fault)} (timeout)`,
    hint: ({ fault }, names) =>
      `${longer(names)}${fault.announced === undefined ? '' : ' Its content-length may be wrong, too.'}`,
    meaning: 'The server answered, and the body did not come to its end in time.',
  },
})

const instead = 'The server ended the connection instead of answering. It may have carried the request out.'
const inTheMiddle = 'The server began to answer, and ended the connection in the middle.'

const gaveUp = 'Look into the log of the server, and of what stands before it: it gave up while it answered.'

/** How a connection ends before the answer is whole. */
export const endedFaults = rowsOf<WireFault>()({
  'ended-unanswered': {
    message: endText,
    hint: unanswered,
    meaning: instead,
  },
  'ended-in-request': {
    message: endText,
    hint: (parts, names, terms) =>
      parts.request.body === undefined
        ? unanswered(parts, names, terms)
        : 'The server may not want a body as large as this: look into its log, and into that of what stands before it.',
    meaning: 'The server ended the connection before it had all of the request.',
  },
  'ended-in-answer': { message: endText, hint: () => gaveUp, meaning: inTheMiddle },
  'http2-ended': {
    message: ({ fault }) =>
      `the server ended the HTTP/2 connection ${howFar(fault)} (GOAWAY, ${http2Reason(fault)})`,
    hint: http2Hint,
    meaning: 'The server ended the connection before the answer was whole.',
  },
  'http2-refused': { message: resetText, hint: http2Hint, meaning: instead },
  'http2-reset': { message: resetText, hint: http2Hint, meaning: inTheMiddle },
})

const unreliable = 'The server, or something before it, writes answers that no client can rely on.'
const notHttp = 'Something answered there that does not speak HTTP as it should.'

/** Answers that are not as HTTP has them, or more than is kept. */
export const answerFaults = rowsOf<WireFault>()({
  'not-http': {
    message: malformedText,
    hint: tlsOr('Check the port of the URL: something that speaks no HTTP listens there.'),
    meaning: notHttp,
  },
  'bad-http': { message: malformedText, hint: tlsOr(unreliable), meaning: notHttp },
  'surplus-bytes': {
    message: malformedText,
    hint: () =>
      'Perhaps these bytes belong to the answer before it on the same connection, which was longer than it said.',
    meaning: notHttp,
  },
  'no-status': {
    message: ({ fault }) => `the answer is not valid HTTP: ${fault.error.message} is no status`,
    hint: () => unreliable,
    meaning: notHttp,
  },
  'two-lengths': {
    message: () => 'the headers of the answer are not valid HTTP (TWO_LENGTHS)',
    hint: () => 'Most often they state two lengths: content-length twice, or beside transfer-encoding.',
    meaning: notHttp,
  },
  'bad-http2': {
    message: ({ fault }) => `the answer is not valid HTTP/2: ${http2Reason(fault)}`,
    hint: () => 'With http-version: 1.1 the server is not asked for HTTP/2.',
    meaning: notHttp,
  },
  'headers-too-large': {
    message: () => `the answer's headers are larger than ${formatSize(headerLimit)} (HEADERS_TOO_LARGE)`,
    hint: () => 'No server should send so many: most often it sets the same header again and again.',
    meaning: tooMuch,
  },
  'too-many-interim': {
    message: () => `the server sent more than ${interimLimit} interim answers (1xx) before the answer itself`,
    hint: () => 'Look at what in the server, or before it, sends 100 or 103 again and again.',
    meaning: 'The server does not come to its answer.',
  },
  'unasked-upgrade': {
    message: () => 'the server switched to another protocol, which nobody asked for (101)',
    hint: () => 'Check the URL: it seems to be for other clients, such as those of WebSocket.',
    meaning: 'The server answered for another protocol.',
  },
  'body-too-large': {
    message: () => `the response body is larger than ${formatSize(bodyLimit)}`,
    hint: () => 'A step without validations or extracts of the body can receive any size.',
    meaning: tooMuch,
  },
  'bad-encoding': {
    message: ({ fault }) =>
      `the response body is not what its content-encoding says (${fault.error.message})`,
    hint: () => 'To get the body as it is, send the header Accept-Encoding: identity.',
    meaning: 'The compressed body is damaged.',
  },
  network: {
    message: ({ fault: { error } }) =>
      error.code === undefined ? error.message : `${error.message} (${error.code})`,
    meaning: noWholeAnswer,
  },
})

function longer({ givesTime }: SettingNames): string {
  return `${givesTime}, or find out what the server waits for.`
}

function timeOf({ request }: WireFault): string {
  return formatDuration(request.timeout)
}

/** How much of the body had come: `after 5 of 10 bytes`. */
function amountOf({ received, announced }: Fault): string {
  return announced === undefined ? `after ${received} bytes` : `after ${received} of ${announced} bytes`
}

/** How far an exchange had come when it ended: `before the answer was complete, after 5 of 10 bytes`. */
function howFar(fault: Fault): string {
  switch (fault.stage) {
    case 'connecting':
    case 'waiting':
      return 'without an answer'
    case 'sending':
      return 'while the request was still being sent'
    case 'headers':
      return 'before the headers of the answer were complete'
    case 'body':
      return `before the answer was complete, ${amountOf(fault)}`
  }
}

function endText({ fault }: WireFault): string {
  return `${howEnded(fault)} ${howFar(fault)} (${endName(fault)})`
}

/** The end of a connection has one name for what the other side did, whoever noticed it. */
function howEnded({ error: { code } }: Fault): string {
  return code === 'ECONNRESET' ? 'the connection was reset' : 'the server closed the connection'
}

/** The code of the system, or that of the engine. */
export function endName({ error: { code, name } }: Fault): string {
  return code ?? name
}

/** Advice about a server that takes a request and closes the connection. */
function unanswered(parts: WireFault, names: SettingNames, { withTls }: Parameters<Hint>[2]): string {
  const { fault, request } = parts
  if (fault.wasKept === true)
    return `The server closed the connection, which was kept open, as it was used again. It may have got the ${request.method}, which is not sent twice by itself: retry does that.`
  // It is known to speak as it was spoken to, and to accept the client.
  if (fault.hasAnswered === true) return gaveUpBefore
  return isSecure(parts) ? clientCertificateHint(parts, names) : withTls(placeOf(parts))
}

function resetText({ fault }: WireFault): string {
  return `the HTTP/2 stream was reset ${howFar(fault)} (${http2Reason(fault)})`
}

function http2Reason({ error }: Fault): string {
  return error instanceof Http2Error ? error.reason : error.message
}

/** Advice, where the code says more than that the server gave up. */
function http2Hint({ fault }: WireFault): string {
  return http2Hints[http2Reason(fault)] ?? gaveUp
}

const http2Hints: Readonly<Record<string, string>> = {
  REFUSED_STREAM: 'The server has not begun with the request: a step with retry sends it again.',
  // Node resets streams with it, too, whose headers are beyond the limits.
  ENHANCE_YOUR_CALM:
    'The server wants fewer requests at a time, or its answer has more headers than fit into 128 KiB or 2000 lines.',
  PROTOCOL_ERROR:
    'One side breaks the rules of HTTP/2, perhaps with a body of another length than its content-length says.',
  HTTP_1_1_REQUIRED: 'The server wants HTTP/1.1 for this: http-version: 1.1.',
}

function malformedText({ fault: { error } }: WireFault): string {
  return `the answer is not valid HTTP: ${error.message} (MALFORMED)`
}

/** Advice about bytes that are not HTTP: what begins as a record of TLS says what they are. */
function tlsOr(otherwise: string): Hint {
  return (parts, _, { secure }) => {
    const { error } = parts.fault
    return error instanceof EngineError && isTlsRecord(error.received)
      ? `The server speaks TLS there: use ${secure(placeOf(parts))}.`
      : otherwise
  }
}

/** A TLS record begins with its type, here alert or handshake, and the major version 3 (RFC 8446 section 5.1). */
function isTlsRecord(data: string): boolean {
  return data.startsWith('\u0015\u0003') || data.startsWith('\u0016\u0003')
}
