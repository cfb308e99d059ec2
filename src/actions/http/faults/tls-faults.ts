import { certificateCodes, certificateFault } from '../../transport/certificate-fault.ts'
import { tlsReason } from '../../transport/tls-reason.ts'
import type { Fault, WireRequest } from '../engine/wire.ts'
import { clientCertificateHint, hostOf, type DescribeFault, type FaultText } from './fault-text.ts'

/** Faults of TLS, by the codes Node and OpenSSL give them. */
export const tlsFaults: Readonly<Record<string, DescribeFault>> = {
  ...Object.fromEntries(certificateCodes.map(code => [code, badCertificate])),
  ERR_TLS_CERT_ALTNAME_INVALID: wrongHost,
  ERR_SSL_WRONG_VERSION_NUMBER: notTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: notTls,
  ERR_SSL_UNEXPECTED_MESSAGE: notTls,
  EPROTO: notTls,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: tooOld,
  ERR_SSL_UNSUPPORTED_PROTOCOL: tooOld,
  ERR_SSL_VERSION_TOO_LOW: tooOld,
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: otherProtocol,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: clientCertificateMissing,
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: clientCertificateRefused,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: clientCertificateRefused,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED: clientCertificateRefused,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: clientCertificateRefused,
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: clientCertificateRefused,
}

/** Words for any other code of OpenSSL. */
export function otherTlsFault({ error }: Fault, request: WireRequest): FaultText {
  return { message: `TLS with ${hostOf(request)} failed: ${tlsReason(error)}` }
}

function badCertificate({ error }: Fault): FaultText {
  return certificateFault(error, 'the server certificate') ?? { message: error.message }
}

function wrongHost({ error }: Fault, request: WireRequest): FaultText {
  const { serverName } = request.route?.tls ?? {}
  const expected = serverName ?? new URL(request.origin).hostname
  const names = namesOf(error)
  const place =
    serverName === undefined ? 'in the URL, or as `server-name` of tls' : 'as `server-name` of tls'
  return {
    message: `the server certificate is not for ${expected} (ERR_TLS_CERT_ALTNAME_INVALID)`,
    hint: `${names === undefined ? 'Use' : `It is for ${names}: use`} such a name ${place}.`,
  }
}

function namesOf(error: Error): string | undefined {
  const certificate = 'cert' in error ? error.cert : undefined
  if (typeof certificate !== 'object' || certificate === null) return undefined
  const names = 'subjectaltname' in certificate ? certificate.subjectaltname : undefined
  return typeof names === 'string' ? names : undefined
}

function tooOld({ error }: Fault, request: WireRequest): FaultText {
  return {
    message: `TLS with ${hostOf(request)} failed: the server speaks only versions that are too old (${error.code ?? ''})`,
    hint: `Let the server speak ${acceptedVersions(request)}.`,
  }
}

function acceptedVersions({ route }: WireRequest): string {
  const oldest = route?.tls.minVersion
  return oldest === undefined ? 'TLS 1.2 or 1.3' : `at least ${oldest}, as min-version of tls wants it`
}

function clientCertificateMissing({ error }: Fault, request: WireRequest): FaultText {
  return {
    message: `TLS with ${hostOf(request)} failed: the server asks for a client certificate (${error.code ?? ''})`,
    hint: clientCertificateHint(request),
  }
}

function clientCertificateRefused({ error }: Fault, request: WireRequest): FaultText {
  return {
    message: `TLS with ${hostOf(request)} failed: the server does not accept the client certificate (${error.code ?? ''})`,
    hint: clientCertificateHint(request),
  }
}

function otherProtocol({ error }: Fault, request: WireRequest): FaultText {
  return {
    message: `TLS with ${hostOf(request)} failed: the server does not speak HTTP/1.1 (${error.code ?? ''})`,
    hint: 'With http-version: auto, HTTP/2 is offered, too.',
  }
}

function notTls({ error }: Fault, request: WireRequest): FaultText {
  return {
    message: `TLS with ${hostOf(request)} failed: the answer is not TLS (${error.code ?? ''})`,
    hint: `If it speaks plain HTTP there, use http://${hostOf(request)}.`,
  }
}
