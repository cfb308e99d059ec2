import { EngineError, noStatus } from '../../http/engine/engine-error.ts'
import { Http2Error } from '../../http/engine/http2-error.ts'
import type { Fault as Broken, WireRequest } from '../../http/engine/wire.ts'
import { straightRoute } from '../../transport/index.ts'
import type { Proxy } from '../../transport/route.ts'
import type { FaultCode, FaultParts } from '../index.ts'
import type { WireFault } from '../wire-fault.ts'

const proxy: Proxy = { name: 'http://proxy:3128', host: 'proxy', port: 3128, secure: false }
const unixSocket = '/run/shop.sock'
const atFile = { route: { ...straightRoute, unixSocket } }
const untrusted = 'DEPTH_ZERO_SELF_SIGNED_CERT'

/** An error as Node makes it. */
function coded(code: string, more: object = {}): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code, ...more })
}

/** A request to a server that got no answer. */
function wire(
  error: NodeJS.ErrnoException | string,
  stage: Broken['stage'] = 'waiting',
  change: Partial<WireRequest> = {},
): WireFault {
  const { signal } = new AbortController()
  const settled = { path: '/', method: 'GET', headers: [], timeout: 30_000, signal, wantsBody: true }
  return {
    fault: {
      error: typeof error === 'string' ? coded(error) : error,
      stage,
      ...{ received: 5, announced: 10 },
    },
    request: { origin: 'http://127.0.0.1:4010', ...settled, ...change },
  }
}

/** The same over TLS. */
function tls(error: NodeJS.ErrnoException | string): WireFault {
  return wire(error, 'connecting', { origin: 'https://shop.example' })
}

const place = { address: '127.0.0.1', port: 4010 }

/** For each code a fault as it comes about. */
export const samples: FaultParts = {
  'answer-late': { reason: 'kafka://127.0.0.1:9092 did not answer within 30 s (timeout)' },
  'answer-timeout': wire('TIMEOUT'),
  'answer-unreadable': { reason: 'the broker refused (90 INVALID_TIMESTAMP)' },
  'bad-encoding': wire(new EngineError('BAD_ENCODING', 'gzip: incorrect header check'), 'body'),
  'bad-http': wire(new EngineError('MALFORMED', 'Invalid header token in "bad header"'), 'headers'),
  'bad-http2': wire(new Http2Error('HTTP2_INVALID', 'Protocol error')),
  'body-length': {},
  'body-timeout': wire('TIMEOUT', 'body'),
  'body-too-large': wire('BODY_TOO_LARGE', 'body'),
  'broker-refuses': { reason: 'the broker refuses it: inequivalent arg (406 PRECONDITION_FAILED)' },
  'certificate-expired': tls('CERT_HAS_EXPIRED'),
  'certificate-name': tls('ERR_TLS_CERT_ALTNAME_INVALID'),
  'certificate-revoked': tls('CERT_REVOKED'),
  'certificate-too-new': tls('CERT_NOT_YET_VALID'),
  'certificate-unfit': tls('INVALID_PURPOSE'),
  'certificate-untrusted': tls(untrusted),
  'client-certificate-missing': tls('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'),
  'client-certificate-refused': tls('ERR_SSL_TLSV1_ALERT_UNKNOWN_CA'),
  'command-failed': { reason: '"sleep 60" did not end within 30 s (timeout)' },
  'command-unstarted': { reason: 'command not found: psql' },
  'connect-forbidden': wire(coded('EACCES', place), 'connecting'),
  'connect-timeout': wire('TIMEOUT', 'connecting'),
  'connection-lost': { reason: 'the connection ended without a close frame (1006)' },
  'connection-refused': wire(coded('ECONNREFUSED', place), 'connecting'),
  'ended-in-answer': wire(new EngineError('CLOSED'), 'body'),
  'ended-in-request': wire(new EngineError('CLOSED'), 'sending', { body: Buffer.from('{}') }),
  'ended-unanswered': wire(new EngineError('CLOSED')),
  'file-missing': { reason: 'the descriptor set /shop/shop.protoset does not exist' },
  'file-unreadable': { reason: '"body.json" cannot be read (/shop/body.json: EACCES)' },
  'headers-timeout': wire('TIMEOUT', 'headers'),
  'headers-too-large': wire('HEADERS_TOO_LARGE', 'headers'),
  'host-unknown': wire('ENOTFOUND', 'connecting', { origin: 'http://shop.invalid' }),
  'host-unreachable': wire(coded('ETIMEDOUT', place), 'connecting'),
  'http1-unoffered': tls('ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL'),
  'http2-ended': wire(new Http2Error('HTTP2_GOAWAY', 'NO_ERROR')),
  'http2-refused': wire(new Http2Error('HTTP2_RESET', 'REFUSED_STREAM')),
  'http2-reset': wire(new Http2Error('HTTP2_RESET', 'INTERNAL_ERROR'), 'body'),
  'http2-unoffered': { origin: 'https://shop.example' },
  interrupted: { reason: 'interrupted before the answer was complete' },
  'login-refused': { reason: 'amqp://127.0.0.1:5672 refused user "ada" (403 ACCESS_REFUSED)' },
  'messages-too-large': { reason: 'the awaited messages are larger than 64 MiB together' },
  'method-unknown': { reason: 'the service shop.Orders has no method "Gett"' },
  network: wire(coded('ENOBUFS', { message: 'write ENOBUFS' })),
  'no-status': wire(noStatus(99)),
  'not-http': wire(new EngineError('NOT_HTTP', 'Expected HTTP/')),
  'not-sent': {},
  'not-tls': tls('ERR_SSL_WRONG_VERSION_NUMBER'),
  'other-protocol': { reason: 'the server at 127.0.0.1:4010 does not speak HTTP/2, which gRPC needs' },
  'placeholder-unfilled': { reason: '"list[5]" was not found: the variable "list" has no such member' },
  'proxy-host-unknown': { proxy, error: coded('ENOTFOUND') },
  'proxy-not-listening': {
    proxy,
    error: coded('ECONNREFUSED', { message: 'connect ECONNREFUSED 10.0.0.1:3128' }),
  },
  'proxy-refuses': { proxy, what: 'the way to shop.example:443', answer: '403 Forbidden', reason: 'rules' },
  'proxy-strange': {
    proxy,
    what: 'closed the connection (ECONNRESET)',
    advice: "Look at the proxy's log for the reason.",
  },
  'proxy-unreachable': {
    proxy,
    error: coded('EHOSTUNREACH', { message: 'connect EHOSTUNREACH 10.0.0.1:3128' }),
  },
  'proxy-untrusted': {
    proxy: { ...proxy, name: 'https://proxy:3128', secure: true },
    error: coded(untrusted),
  },
  'redirect-astray': { url: 'http://shop.example/', status: 302, location: 'ftp://shop.example/' },
  'reflection-missing': {
    reason: 'the server 127.0.0.1:50051 does not offer reflection, so that its services are not known',
    hint: 'Name its .proto files (`proto`), or a descriptor set (`descriptor-set`).',
  },
  'request-unfit': {
    reason: 'the step has both auth and a header "authorization"',
    hint: 'Keep one of them.',
  },
  'revocation-unknown': tls('CRL_HAS_EXPIRED'),
  'script-ended': { reason: "before script: TypeError: Cannot read properties of null (reading 'id')" },
  'send-timeout': wire('TIMEOUT', 'sending'),
  'services-down': { reason: '1 of 2 services is not up after 2 m' },
  'socket-file-missing': wire('ENOENT', 'connecting', atFile),
  'socket-file-refused': wire(coded('ECONNREFUSED', { address: unixSocket }), 'connecting', atFile),
  'socks-host-unknown': { host: 'shop.invalid', code: 'ENOTFOUND', scheme: 'socks5h' },
  'surplus-bytes': wire(new EngineError('SURPLUS', 'Expected HTTP/')),
  'tls-ended': tls('ECONNRESET'),
  'tls-failed': tls(coded('ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR', { reason: 'tlsv1 alert internal error' })),
  'tls-too-old': tls('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'),
  'token-late': { timeout: 30_000, url: 'https://login.example/token' },
  'token-refused': {
    reason: 'HTTP 401',
    hint: 'Look at token-url (https://login.example/token), client-id and client-secret.',
  },
  'too-many-interim': wire('TOO_MANY_INTERIM', 'headers'),
  'too-many-redirects': { count: 11, url: 'http://shop.example/a', location: '/a' },
  'topic-missing': {
    reason: 'there is no topic "orders" on kafka://127.0.0.1:9092',
    hint: 'Start what makes it, or check the name; apitest makes no topics.',
  },
  'two-lengths': wire('TWO_LENGTHS', 'headers'),
  'unasked-upgrade': wire('UNASKED_UPGRADE', 'headers'),
  unjudged: {
    reason: 'schema tree.schema.json took longer than 1 s',
    hint: 'It asks for more than can be computed: make the schema, the path or the operand simpler.',
  },
  'use-unfit': {
    reason: 'the suite "users.apitest.yaml" does not exist (looked for /shop/users.apitest.yaml)',
    hint: "The path is relative to this suite's folder.",
  },
  'wait-interrupted': { reason: 'the pause was interrupted' },
  'websocket-refused': {
    reason: 'the server chose a subprotocol that was not offered',
    hint: 'Name the one it speaks with `subprotocol`.',
  },
}

/** The code of every fault, in the order of the alphabet. */
export const faultCodes = Object.keys(samples) as readonly FaultCode[]
