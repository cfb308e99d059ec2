import { withoutCertificates } from '../../certificates.ts'
import { send, sendAndClose } from '../../../mock/faults/behaviours.ts'
import type { Fault, FaultGroup } from '../fault.ts'
import { faultServer } from '../fault-server.ts'
import { alert, tlsServerOf } from '../tls-server-of.ts'

/** The protocols that a server of HTTP/2 offers, without which gRPC does not begin. */
const alpn = { ALPNProtocols: ['h2', 'http/1.1'] }

/** The alert of a server of TLS 1.3 to a client without a certificate (RFC 8446 section 6.2). */
const certificateRequired = 116

const webSocket: readonly Fault[] = [
  untrusted('WebSocket', 'websocket: wss://HOST/', alpn),
  withoutCertificate('WebSocket', 'websocket: wss://HOST/'),
  {
    name: 'WebSocket: no TLS where it was asked for',
    start: () => faultServer(sendAndClose('HTTP/1.1 400 Bad Request\r\n\r\n'), { atOnce: true }),
    action: 'websocket: wss://HOST/',
    outcome: 'errored',
    message: 'Network Error: TLS with HOST failed: the answer is not TLS (ERR_SSL_WRONG_VERSION_NUMBER)',
    hint: 'If it speaks plain HTTP there, use ws://HOST.',
  },
  {
    name: 'WebSocket: TLS where it was not asked for',
    start: tlsServerOf(send(), all => all.server, alpn),
    action: 'websocket: ws://HOST/',
    outcome: 'errored',
    message: 'Network Error: the server closed the connection without an answer (CLOSED)',
    hint: 'If the server speaks TLS there, use wss://HOST.',
  },
]

const events: readonly Fault[] = [
  untrusted('Events', 'sse: https://HOST/'),
  withoutCertificate('Events', 'sse: https://HOST/'),
  {
    name: 'Events: no TLS where it was asked for',
    start: () => faultServer(sendAndClose('HTTP/1.1 400 Bad Request\r\n\r\n'), { atOnce: true }),
    action: 'sse: https://HOST/',
    outcome: 'errored',
    message: 'Network Error: TLS with HOST failed: the answer is not TLS (ERR_SSL_WRONG_VERSION_NUMBER)',
    hint: 'If it speaks plain HTTP there, use http://HOST.',
  },
  {
    name: 'Events: TLS where it was not asked for',
    start: tlsServerOf(send(), all => all.server),
    action: 'sse: http://HOST/',
    outcome: 'errored',
    message: 'Network Error: the server closed the connection without an answer (CLOSED)',
    hint: 'If the server speaks TLS there, use https://HOST.',
  },
]

const grpc: readonly Fault[] = [
  untrusted('gRPC', 'grpc: lab.v1.Lab/Echo\n  target: grpcs://HOST\n  descriptor-set: PROTOSET', alpn),
  withoutCertificate('gRPC', 'grpc: lab.v1.Lab/Echo\n  target: grpcs://HOST\n  descriptor-set: PROTOSET'),
  {
    name: 'gRPC: no TLS where it was asked for',
    start: () => faultServer(sendAndClose('HTTP/1.1 400 Bad Request\r\n\r\n'), { atOnce: true }),
    action: 'grpc: lab.v1.Lab/Echo\n  target: grpcs://HOST\n  descriptor-set: PROTOSET',
    outcome: 'errored',
    message: 'Network Error: TLS with HOST failed: the answer is not TLS (ERR_SSL_WRONG_VERSION_NUMBER)',
    hint: 'If it speaks plaintext there, use grpc://HOST.',
  },
  {
    name: 'gRPC: TLS where it was not asked for',
    start: tlsServerOf(send(), all => all.server, alpn),
    action: 'grpc: lab.v1.Lab/Echo\n  target: grpc://HOST\n  descriptor-set: PROTOSET',
    outcome: 'errored',
    message: 'Network Error: the server at HOST speaks TLS, and was called without it',
    hint: 'Write the target as grpcs://HOST.',
  },
]

const kafka: readonly Fault[] = [
  untrusted('Kafka', 'kafka: listen\n  brokers: tls://HOST\n  topic: orders', alpn),
  withoutCertificate('Kafka', 'kafka: listen\n  brokers: tls://HOST\n  topic: orders'),
  {
    name: 'Kafka: no TLS where it was asked for',
    start: () => faultServer(sendAndClose('HTTP/1.1 400 Bad Request\r\n\r\n'), { atOnce: true }),
    action: 'kafka: listen\n  brokers: tls://HOST\n  topic: orders',
    outcome: 'errored',
    message: 'Network Error: TLS with HOST failed: the answer is not TLS (ERR_SSL_WRONG_VERSION_NUMBER)',
    hint: 'If the broker speaks no TLS there, write kafka://HOST.',
  },
  {
    name: 'Kafka: TLS where it was not asked for',
    start: tlsServerOf(send(), all => all.server, alpn),
    action: 'kafka: listen\n  brokers: kafka://HOST\n  topic: orders',
    outcome: 'errored',
    message: 'Network Error: kafka://HOST closed the connection',
    hint: 'Check that a Kafka broker listens there. If it wants TLS, write tls://HOST.',
  },
]

const amqp: readonly Fault[] = [
  untrusted('AMQP', 'amqp: listen\n  url: amqps://HOST\n  exchange: amq.topic', alpn),
  withoutCertificate('AMQP', 'amqp: listen\n  url: amqps://HOST\n  exchange: amq.topic'),
  {
    name: 'AMQP: no TLS where it was asked for',
    start: () => faultServer(sendAndClose('HTTP/1.1 400 Bad Request\r\n\r\n'), { atOnce: true }),
    action: 'amqp: listen\n  url: amqps://HOST\n  exchange: amq.topic',
    outcome: 'errored',
    message: 'Network Error: TLS with HOST failed: the answer is not TLS (ERR_SSL_WRONG_VERSION_NUMBER)',
    hint: 'If the broker speaks no TLS there, write amqp://HOST.',
  },
  {
    name: 'AMQP: TLS where it was not asked for',
    start: tlsServerOf(send(), all => all.server, alpn),
    action: 'amqp: listen\n  url: amqp://HOST\n  exchange: amq.topic',
    outcome: 'errored',
    message: 'Network Error: amqp://HOST closed the connection during the AMQP handshake',
    hint: 'Check that an AMQP broker listens there. If it wants TLS, write amqps.',
  },
]

/** TLS that cannot be trusted, or is not there, with everything that is not a request of HTTP. */
export const otherTlsFaults: FaultGroup = {
  title: 'TLS of the other protocols',
  skip: withoutCertificates,
  faults: [...webSocket, ...events, ...grpc, ...kafka, ...amqp],
}

/** The server's certificate is of an authority that nobody has heard of. */
function untrusted(protocol: string, action: string, offered: Partial<typeof alpn> = {}): Fault {
  return {
    name: `${protocol}: a certificate of an authority that is not trusted`,
    start: tlsServerOf(send(), all => all.server, offered),
    action,
    outcome: 'errored',
    message:
      "Network Error: the server certificate's authority is not known (UNABLE_TO_VERIFY_LEAF_SIGNATURE)",
    hint: 'To trust its authority, name the PEM file of it: `tls: { ca: FILE }`, or the environment variable NODE_EXTRA_CA_CERTS.',
  }
}

/** The server wants a certificate, and the step has none. */
function withoutCertificate(protocol: string, action: string): Fault {
  return {
    name: `${protocol}: a client certificate is asked for`,
    start: alert(certificateRequired),
    action,
    outcome: 'errored',
    message:
      'Network Error: TLS with HOST failed: the server asks for a client certificate (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED)',
    hint: 'If the server asks for a client certificate, name one it accepts: `tls: { certificate: FILE, key: FILE }`.',
  }
}
