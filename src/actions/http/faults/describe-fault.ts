import { defined } from '../../../util/defined.ts'
import { type ActionFailure, failed } from '../../failure.ts'
import { certificateVerdict } from '../../faults/certificates.ts'
import type { FaultCode, FaultParts } from '../../faults/index.ts'
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
  const { failure } = failed(codeOf(fault, request), parts)
  // A proxy that was perhaps meant to be used.
  const isIgnored = request.route?.ignoresProxy === true && request.origin.startsWith('http:')
  return isIgnored && fault.stage === 'connecting' ? { ...failure, beside: ignoredProxy } : failure
}

const ignoredProxy = 'HTTP_PROXY in capitals is not read, as curl does not: write http_proxy.'

/** The proxy that a request goes through; undefined when there is none. */
function proxyOf({ origin, route }: WireRequest): Proxy | undefined {
  const way = route === undefined ? undefined : nextHop(targetOf(origin), route)
  return way?.kind === 'proxy' ? way.proxy : undefined
}

function codeOf(fault: Fault, request: WireRequest): WireCode {
  const { code = '' } = fault.error
  const known = codes.get(code) ?? certificateVerdict(fault.error)?.code
  if (typeof known === 'function') return known(fault, request)
  return known ?? (/^ERR_(?:SSL|TLS)_/.test(code) ? 'tls-failed' : 'network')
}

/** The faults that the codes of Node, OpenSSL and the engine stand for; those of certificates have a table of their own. */
const meanings: readonly (readonly [WireCode | typeof codeOf, errors: string])[] = [
  [refused, 'ECONNREFUSED'],
  [socketFile, 'ENOENT ENOTSOCK'],
  ['host-unknown', 'ENOTFOUND EAI_AGAIN EAI_FAIL ENODATA'],
  ['host-unreachable', 'ETIMEDOUT EHOSTUNREACH ENETUNREACH EHOSTDOWN'],
  ['connect-forbidden', 'EADDRNOTAVAIL EACCES EPERM EMFILE'],
  [({ stage }) => timeouts[stage], 'TIMEOUT'],
  [ended, 'ECONNRESET EPIPE CLOSED'],
  ['http2-ended', 'HTTP2_GOAWAY'],
  [({ stage }) => (stage === 'headers' || stage === 'body' ? 'http2-reset' : 'http2-refused'), 'HTTP2_RESET'],
  ['bad-http2', 'HTTP2_INVALID'],
  ['not-http', 'NOT_HTTP'],
  ['bad-http', 'MALFORMED'],
  ['surplus-bytes', 'SURPLUS'],
  ['two-lengths', 'TWO_LENGTHS'],
  ['headers-too-large', 'HEADERS_TOO_LARGE'],
  ['too-many-interim', 'TOO_MANY_INTERIM'],
  ['no-status', 'BAD_STATUS'],
  ['unasked-upgrade', 'UNASKED_UPGRADE'],
  ['body-too-large', 'BODY_TOO_LARGE'],
  ['bad-encoding', 'BAD_ENCODING'],
  ['certificate-name', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  [
    'not-tls',
    'ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_PACKET_LENGTH_TOO_LONG ERR_SSL_UNEXPECTED_MESSAGE EPROTO',
  ],
  [
    'tls-too-old',
    'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION ERR_SSL_UNSUPPORTED_PROTOCOL ERR_SSL_VERSION_TOO_LOW',
  ],
  ['http1-unoffered', 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL'],
  ['client-certificate-missing', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'],
  ['client-certificate-refused', 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA'],
  [
    'client-certificate-refused',
    'BAD_CERTIFICATE CERTIFICATE_EXPIRED CERTIFICATE_REVOKED CERTIFICATE_UNKNOWN'.replaceAll(
      /\w+/g,
      alert => `ERR_SSL_SSLV3_ALERT_${alert}`,
    ),
  ],
]

const codes = new Map(
  meanings.flatMap(([code, errors]) => errors.split(' ').map(error => [error, code] as const)),
)

function refused(_: Fault, { route }: WireRequest): WireCode {
  return route?.unixSocket === undefined ? 'connection-refused' : 'socket-file-refused'
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
