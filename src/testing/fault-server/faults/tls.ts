import { withoutCertificates } from '../../certificates.ts'
import { ok, send, sendAndClose } from '../../../mock/faults/behaviours.ts'
import { timeLimit, type Fault, type FaultGroup } from '../fault.ts'
import { faultServer } from '../fault-server.ts'
import { alert, tlsServerOf } from '../tls-server-of.ts'

const hi = send(`${ok}content-length: 2\r\n\r\nhi`)
const datesOff = "Renew the server's certificate, or check the clock of this machine."
const trusting = 'tls: { ca: AUTHORITY }'
const looking = 'tls: { ca: AUTHORITY, crl: REVOCATIONS }'
const clientCertificate =
  'If the server asks for a client certificate, name one it accepts: `tls: { certificate: FILE, key: FILE }`.'
const newOne = 'Give the server another certificate.'
const trust =
  'To trust its authority, name the PEM file of it: `tls: { ca: FILE }`, or the environment variable NODE_EXTRA_CA_CERTS.'

/** Servers whose TLS cannot be trusted, or that speak none. */
export const tlsFaults: FaultGroup = {
  title: 'TLS',
  skip: withoutCertificates,
  faults: [
    {
      name: 'An expired certificate',
      start: tlsServerOf(hi, all => all.expired),
      step: trusting,
      outcome: 'errored',
      message: 'Network Error: the server certificate has expired (CERT_HAS_EXPIRED)',
      hint: datesOff,
    },
    {
      name: 'A certificate that is not valid yet',
      start: tlsServerOf(hi, all => all.notYetValid),
      step: trusting,
      outcome: 'errored',
      message: 'Network Error: the server certificate is not valid yet (CERT_NOT_YET_VALID)',
      hint: datesOff,
    },
    {
      name: 'A self-signed certificate',
      start: tlsServerOf(hi, all => all.selfSigned),
      step: trusting,
      outcome: 'errored',
      message: 'Network Error: the server certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)',
      hint: trust,
    },
    {
      name: 'A certificate of an authority that is not trusted',
      start: tlsServerOf(hi, all => all.server),
      outcome: 'errored',
      message:
        "Network Error: the server certificate's authority is not known (UNABLE_TO_VERIFY_LEAF_SIGNATURE)",
      hint: trust,
    },
    {
      name: 'A certificate for another host',
      start: tlsServerOf(hi, all => all.wrongHost),
      step: trusting,
      outcome: 'errored',
      message: 'Network Error: the server certificate is not for 127.0.0.1 (ERR_TLS_CERT_ALTNAME_INVALID)',
      hint: 'It is for DNS:other.example: use such a name in the URL, or as `server-name` of tls.',
    },
    ...revocations(),
    {
      name: 'A client certificate is asked for',
      start: tlsServerOf(hi, all => all.server, { requestCert: true, rejectUnauthorized: true }),
      step: trusting,
      outcome: 'errored',
      message:
        'Network Error: TLS with HOST failed: the server asks for a client certificate (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED)',
      hint: clientCertificate,
    },
    {
      name: 'A client certificate is asked for, and the server says so (alert 116)',
      start: alert(116),
      outcome: 'errored',
      message:
        'Network Error: TLS with HOST failed: the server asks for a client certificate (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED)',
      hint: clientCertificate,
    },
    {
      name: 'The client certificate is of an authority the server does not know (alert 48)',
      start: alert(48),
      outcome: 'errored',
      message:
        'Network Error: TLS with HOST failed: the server does not accept the client certificate (ERR_SSL_TLSV1_ALERT_UNKNOWN_CA)',
      hint: clientCertificate,
    },
    {
      name: 'TLS 1.1 at most',
      start: tlsServerOf(hi, all => all.server, {
        minVersion: 'TLSv1',
        maxVersion: 'TLSv1.1',
        ciphers: 'DEFAULT@SECLEVEL=0',
      }),
      step: trusting,
      outcome: 'errored',
      message:
        'Network Error: TLS with HOST failed: the server speaks only versions that are too old (ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION)',
      hint: 'Let the server speak TLS 1.2 or 1.3.',
    },
    {
      name: 'No HTTP/2, and a step that insists on it',
      start: tlsServerOf(hi, all => all.server),
      step: `${trusting}\n  http-version: 2`,
      outcome: 'errored',
      message:
        'Network Error: the server at https://HOST does not offer HTTP/2, which http-version: 2 insists on',
      hint: 'With http-version: auto, HTTP/1.1 is spoken then.',
    },
    {
      name: 'Plain HTTP on a port where https was asked for',
      start: () =>
        faultServer(sendAndClose('HTTP/1.1 400 Bad Request\r\n\r\n'), { scheme: 'https', atOnce: true }),
      outcome: 'errored',
      message: 'Network Error: TLS with HOST failed: the answer is not TLS (ERR_SSL_WRONG_VERSION_NUMBER)',
      hint: 'If it speaks plain HTTP there, use http://HOST.',
    },
    {
      name: 'TLS on a port where http was asked for',
      start: tlsServerOf(hi, all => all.server, {}, 'http'),
      outcome: 'errored',
      message: 'Network Error: the server closed the connection without an answer (CLOSED)',
      hint: 'If the server speaks TLS there, use https://HOST.',
    },
    {
      name: 'The TLS handshake is never answered',
      start: () => faultServer(send(), { scheme: 'https', atOnce: true }),
      outcome: 'errored',
      message: `Network Error: no TLS connection to HOST within ${timeLimit} ms (timeout)`,
      hint: 'Check the host and port of the URL, and the network between here and there.',
      timed: true,
    },
    {
      name: 'The connection is closed within the TLS handshake',
      start: () => faultServer(sendAndClose(), { scheme: 'https', atOnce: true }),
      outcome: 'errored',
      message: 'Network Error: TLS with HOST failed: the connection ended within the handshake (ECONNRESET)',
      hint: 'If it speaks plain HTTP there, use http://HOST.',
    },
  ],
}

/** Only who has revocation lists is told: Node fetches none. */
function revocations(): readonly Fault[] {
  return [
    {
      name: 'A revoked certificate, and a step with revocation lists',
      start: tlsServerOf(hi, all => all.revoked),
      step: looking,
      outcome: 'errored',
      message:
        'Network Error: the server certificate (CN=revoked, serial number SERIAL) has been revoked (CERT_REVOKED)',
      hint: newOne,
    },
    {
      name: 'A certificate of a revoked authority, and a step with revocation lists',
      start: tlsServerOf(hi, all => all.revokedChain),
      step: looking,
      outcome: 'errored',
      message:
        'Network Error: the authority that signed the server certificate (CN=revoked-between, serial number SERIAL) has been revoked (CERT_REVOKED)',
      hint: newOne,
    },
    {
      name: 'A certificate that is not revoked, and a step with revocation lists',
      start: tlsServerOf(hi, all => all.chained),
      step: looking,
      outcome: 'passed',
    },
    {
      name: 'A revoked certificate, and a step without revocation lists: nobody is asked whether it is',
      start: tlsServerOf(hi, all => all.revoked),
      step: trusting,
      outcome: 'passed',
    },
  ]
}
