import { withoutCertificates } from '../../certificates.ts'
import { flood, ok, send, sendAndClose, sendAndReset } from '../../../mock/faults/behaviours.ts'
import { timeLimit, type Fault, type FaultGroup } from '../fault.ts'
import { faultServer, nobody } from '../fault-server.ts'
import { tlsServerOf } from '../tls-server-of.ts'

const secure = 'https://shop.example/'
const plain = 'http://shop.example/'
const through = 'proxy: http://HOST'
const log = "Look at the proxy's log for the reason."
const credentials = 'It asks for a name and password: proxy: { url, username, password }.'
const elsewhere = 'Check the host and port of the proxy: something else seems to listen there.'
const longer = 'Give the step a longer timeout, or find out what the server waits for.'
const asksForName = 'HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n'
const opened = 'HTTP/1.1 200 Connection Established\r\n\r\n'
const closed = 'Network Error: the proxy http://HOST closed the connection (ECONNRESET)'

/** Proxies that do not lead to the server. */
export const proxyFaults: FaultGroup = {
  title: 'Proxies (`HOST` is the proxy)',
  faults: [
    ...unreachable(),
    ...refusing(),
    ...closing(),
    {
      name: 'The proxy never answers CONNECT',
      start: () => faultServer(send()),
      url: secure,
      step: through,
      outcome: 'errored',
      message: `Network Error: no TLS connection to shop.example through the proxy http://HOST within ${timeLimit} ms (timeout)`,
      hint: 'Check the host and port of the proxy, and whether it can reach shop.example.',
      timed: true,
    },
    {
      name: 'The proxy never answers a request it has to forward',
      start: () => faultServer(send()),
      url: plain,
      step: through,
      outcome: 'errored',
      message: `Network Error: no answer within ${timeLimit} ms (timeout)`,
      hint: `${longer} It is asked through the proxy http://HOST.`,
      timed: true,
    },
    {
      name: 'The proxy answers CONNECT with garbage',
      start: () => faultServer(send('what?\r\n\r\n')),
      url: secure,
      step: through,
      outcome: 'errored',
      message:
        'Network Error: the proxy http://HOST did not answer with HTTP: Expected HTTP/, RTSP/ or ICE/ (HPE_INVALID_CONSTANT)',
      hint: elsewhere,
    },
    {
      name: 'The proxy answers CONNECT with endless header lines',
      start: () => faultServer(flood(ok, 'x-more: 1\r\n')),
      url: secure,
      step: through,
      outcome: 'errored',
      message: 'Network Error: the proxy http://HOST answered with too many headers (HPE_HEADER_OVERFLOW)',
      hint: elsewhere,
    },
    {
      name: 'The proxy answers CONNECT with interim answers (103)',
      start: () => faultServer(flood('', 'HTTP/1.1 103 Early Hints\r\n\r\n')),
      url: secure,
      step: through,
      outcome: 'errored',
      message: 'Network Error: the proxy http://HOST refused the way to shop.example:443 (103 Early Hints)',
      hint: elsewhere,
    },
  ],
}

/** Proxies over TLS. */
export const secureProxyFaults: FaultGroup = {
  title: 'Proxies over TLS',
  skip: withoutCertificates,
  faults: [
    {
      name: 'A proxy of an authority that is not trusted',
      start: tlsServerOf(send(opened), all => all.server),
      url: secure,
      step: 'proxy: https://HOST',
      outcome: 'errored',
      message:
        "Network Error: the proxy https://HOST cannot be trusted: its certificate's authority is not known (UNABLE_TO_VERIFY_LEAF_SIGNATURE)",
      hint: 'To trust its authority, name the PEM file of it: `tls: { ca: FILE }`, or the environment variable NODE_EXTRA_CA_CERTS.',
    },
    {
      name: 'A proxy with an expired certificate',
      start: tlsServerOf(send(opened), all => all.expired),
      url: secure,
      step: 'proxy: https://HOST\n  tls: { ca: AUTHORITY }',
      outcome: 'errored',
      message:
        'Network Error: the proxy https://HOST cannot be trusted: its certificate has expired (CERT_HAS_EXPIRED)',
      hint: "Renew the server's certificate, or check the clock of this machine.",
    },
    {
      name: 'A proxy with a revoked certificate, and a step with revocation lists',
      start: tlsServerOf(send(opened), all => all.revoked),
      url: secure,
      step: 'proxy: https://HOST\n  tls: { ca: AUTHORITY, crl: REVOCATIONS }',
      outcome: 'errored',
      message:
        'Network Error: the proxy https://HOST cannot be trusted: its certificate (CN=revoked, serial number SERIAL) has been revoked (CERT_REVOKED)',
      hint: 'Give the server another certificate.',
    },
    {
      name: 'A proxy with a certificate for another host',
      start: tlsServerOf(send(opened), all => all.wrongHost),
      url: secure,
      step: 'proxy: https://HOST\n  tls: { ca: AUTHORITY }',
      outcome: 'errored',
      message:
        'Network Error: the proxy https://HOST cannot be trusted: its certificate is not for 127.0.0.1 (ERR_TLS_CERT_ALTNAME_INVALID)',
      hint: 'Name the proxy as its certificate does.',
    },
    {
      name: 'A proxy that speaks no TLS, and an https:// URL for it',
      start: () => faultServer(sendAndClose('HTTP/1.1 400 Bad Request\r\n\r\n'), { atOnce: true }),
      url: secure,
      step: 'proxy: https://HOST',
      outcome: 'errored',
      message:
        'Network Error: the proxy https://HOST does not speak TLS as it should (ERR_SSL_WRONG_VERSION_NUMBER)',
      hint: 'If it speaks plain HTTP, its URL begins with http://.',
    },
  ],
}

function unreachable(): readonly Fault[] {
  return [
    {
      name: 'No proxy listens',
      start: nobody,
      url: secure,
      step: through,
      outcome: 'errored',
      message:
        'Network Error: the proxy http://HOST cannot be reached: connect ECONNREFUSED HOST (ECONNREFUSED)',
      hint: 'Start the proxy, or check its host and port.',
    },
    {
      name: 'The host of the proxy is not known',
      start: nobody,
      url: secure,
      step: 'proxy: http://no-such-proxy.invalid:3128',
      outcome: 'errored',
      message:
        'Network Error: the proxy http://no-such-proxy.invalid:3128 cannot be reached: host "no-such-proxy.invalid" not found (REASON)',
      hint: "Check the proxy's host, and that this machine can look up names.",
    },
  ]
}

function refusing(): readonly Fault[] {
  return [
    {
      name: 'The proxy asks for credentials at CONNECT (407)',
      start: () => faultServer(send(asksForName)),
      url: secure,
      step: through,
      outcome: 'errored',
      message:
        'Network Error: the proxy http://HOST refused the way to shop.example:443 (407 Proxy Authentication Required)',
      hint: credentials,
    },
    {
      name: 'The proxy asks for credentials before it forwards (407)',
      start: () => faultServer(send(asksForName)),
      url: plain,
      step: through,
      outcome: 'errored',
      message:
        'Network Error: the proxy http://HOST refused http://shop.example (407 Proxy Authentication Required)',
      hint: credentials,
    },
    {
      name: 'The credentials for the proxy are wrong (407)',
      start: () => faultServer(send(asksForName)),
      url: secure,
      step: 'proxy: { url: "http://HOST", username: ada, password: s3cret }',
      outcome: 'errored',
      message:
        'Network Error: the proxy http://HOST refused the way to shop.example:443 (407 Proxy Authentication Required)',
      hint: 'Check the username and password of the proxy.',
    },
    {
      name: 'The proxy forbids CONNECT (403)',
      start: () => faultServer(send('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n')),
      url: secure,
      step: through,
      outcome: 'errored',
      message: 'Network Error: the proxy http://HOST refused the way to shop.example:443 (403 Forbidden)',
      hint: "The proxy's rules do not allow it; no-proxy goes past the proxy.",
    },
    {
      name: 'The proxy cannot reach the server (502)',
      start: () => faultServer(send('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n')),
      url: secure,
      step: through,
      outcome: 'errored',
      message: 'Network Error: the proxy http://HOST refused the way to shop.example:443 (502 Bad Gateway)',
      hint: 'The proxy could not reach the server: check the host and port of the URL.',
    },
  ]
}

function closing(): readonly Fault[] {
  return [
    {
      name: 'The proxy closes the connection at CONNECT',
      start: () => faultServer(sendAndClose()),
      url: secure,
      step: through,
      outcome: 'errored',
      message: closed,
      hint: log,
    },
    {
      name: 'The proxy resets the connection at CONNECT',
      start: () => faultServer(sendAndReset('')),
      url: secure,
      step: through,
      outcome: 'errored',
      message: closed,
      hint: log,
    },
    {
      name: 'The proxy closes the connection instead of forwarding',
      start: () => faultServer(sendAndClose()),
      url: plain,
      step: through,
      outcome: 'errored',
      message: closed,
      hint: log,
    },
    {
      name: 'The proxy closes the connection within its answer to CONNECT',
      start: () => faultServer(sendAndClose('HTTP/1.1 200 Conn')),
      url: secure,
      step: through,
      outcome: 'errored',
      message: closed,
      hint: log,
    },
    {
      name: 'The proxy opens the way and closes it',
      start: () => faultServer(sendAndClose(opened)),
      url: secure,
      step: through,
      outcome: 'errored',
      message:
        'Network Error: TLS with shop.example failed: the connection ended within the handshake (ECONNRESET)',
      hint: 'Look at the log of the proxy http://HOST, too: it had opened the way.',
    },
    {
      name: 'The proxy opens the way, and nothing comes through it',
      start: () => faultServer(send(opened)),
      url: secure,
      step: through,
      outcome: 'errored',
      message: `Network Error: no TLS connection to shop.example through the proxy http://HOST within ${timeLimit} ms (timeout)`,
      hint: 'Check the host and port of the proxy, and whether it can reach shop.example.',
      timed: true,
    },
  ]
}
