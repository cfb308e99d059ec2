import type { FaultCode } from '../../../model/fault.ts'
import { defined } from '../../../util/defined.ts'
import { type ActionFailure, failed } from '../../failure.ts'
import { certificateVerdict } from '../../faults/certificates.ts'
import type { FaultParts } from '../../faults/index.ts'
import type { WireFault } from '../../faults/wire-fault.ts'
import { nextHop } from '../../transport/next-hop.ts'
import type { Proxy } from '../../transport/route.ts'
import { TransportError } from '../../transport/transport-error.ts'
import { targetOf } from '../engine/target-of.ts'
import type { Fault, WireRequest } from '../engine/wire.ts'

/** Codes of faults that are told by what is known of the request. */
type WireCode = { [Code in FaultCode]: FaultParts[Code] extends WireFault ? Code : never }[FaultCode]

/** The failure that a fault is: always the same for the same cause. */
export function describeFault(fault: Fault, request: WireRequest): ActionFailure {
  const { error } = fault
  if (error instanceof TransportError) return error.fault
  const { code = '', path, message } = error
  if (path !== undefined)
    return failed('file-unreadable', { reason: `${path} cannot be read (${code})` }).failure
  if (code === 'INTERRUPTED')
    return failed('interrupted', { reason: 'interrupted before the answer was complete' }).failure
  if (code === 'BODY_LENGTH') return failed('body-length', {}).failure
  if (code === 'BAD_REQUEST') return failed('request-unfit', { reason: message }).failure
  const parts = defined({ fault, request, proxy: proxyOf(request) })
  return failed(codeOf(fault, request), parts).failure
}

/** The proxy that a request goes through; undefined when there is none. */
function proxyOf({ origin, route }: WireRequest): Proxy | undefined {
  const way = route === undefined ? undefined : nextHop(targetOf(origin), route)
  return way?.kind === 'proxy' ? way.proxy : undefined
}

function codeOf(fault: Fault, request: WireRequest): WireCode {
  const { code = '' } = fault.error
  const known = codes[code] ?? certificateVerdict(fault.error)?.code
  if (typeof known === 'function') return known(fault, request)
  return known ?? (/^ERR_(?:SSL|TLS)_/.test(code) ? 'tls-failed' : 'network')
}

/** By the codes of Node, OpenSSL and the engine; those of certificates have a table of their own. */
const codes: Readonly<Record<string, WireCode | typeof codeOf>> = {
  ECONNREFUSED: (_, { route }) =>
    route?.unixSocket === undefined ? 'connection-refused' : 'socket-file-refused',
  ENOENT: socketFile,
  ENOTSOCK: socketFile,
  ENOTFOUND: 'host-unknown',
  EAI_AGAIN: 'host-unknown',
  EAI_FAIL: 'host-unknown',
  ENODATA: 'host-unknown',
  ETIMEDOUT: 'host-unreachable',
  EHOSTUNREACH: 'host-unreachable',
  ENETUNREACH: 'host-unreachable',
  EHOSTDOWN: 'host-unreachable',
  EADDRNOTAVAIL: 'connect-forbidden',
  EACCES: 'connect-forbidden',
  EPERM: 'connect-forbidden',
  EMFILE: 'connect-forbidden',
  TIMEOUT: ({ stage }) => timeouts[stage],
  ECONNRESET: ended,
  EPIPE: ended,
  CLOSED: ended,
  HTTP2_GOAWAY: 'http2-ended',
  HTTP2_RESET: ({ stage }) => (stage === 'headers' || stage === 'body' ? 'http2-reset' : 'http2-refused'),
  HTTP2_INVALID: 'bad-http2',
  NOT_HTTP: 'not-http',
  MALFORMED: 'bad-http',
  SURPLUS: 'surplus-bytes',
  TWO_LENGTHS: 'two-lengths',
  HEADERS_TOO_LARGE: 'headers-too-large',
  TOO_MANY_INTERIM: 'too-many-interim',
  BAD_STATUS: 'no-status',
  UNASKED_UPGRADE: 'unasked-upgrade',
  BODY_TOO_LARGE: 'body-too-large',
  BAD_ENCODING: 'bad-encoding',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate-name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'not-tls',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'not-tls',
  ERR_SSL_UNEXPECTED_MESSAGE: 'not-tls',
  EPROTO: 'not-tls',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'tls-too-old',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'tls-too-old',
  ERR_SSL_VERSION_TOO_LOW: 'tls-too-old',
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: 'http1-unoffered',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'client-certificate-missing',
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: 'client-certificate-refused',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: 'client-certificate-refused',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED: 'client-certificate-refused',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: 'client-certificate-refused',
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: 'client-certificate-refused',
}

function socketFile(_: Fault, { route }: WireRequest): WireCode {
  return route?.unixSocket === undefined ? 'network' : 'socket-file-missing'
}

const timeouts = {
  connecting: 'connect-timeout',
  sending: 'send-timeout',
  waiting: 'answer-timeout',
  headers: 'headers-timeout',
  body: 'body-timeout',
} as const satisfies Record<Fault['stage'], WireCode>

/** When a connection is ended at once, chance decides whether it counts as made. */
function ended({ stage }: Fault, { origin }: WireRequest): WireCode {
  switch (stage) {
    case 'connecting':
      return origin.startsWith('http:') ? 'ended-unanswered' : 'tls-ended'
    case 'sending':
      return 'ended-in-request'
    case 'waiting':
      return 'ended-unanswered'
    case 'headers':
    case 'body':
      return 'ended-in-answer'
  }
}
