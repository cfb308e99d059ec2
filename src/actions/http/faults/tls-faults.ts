import type { Fault, WireRequest } from '../engine/wire.ts'
import { clientCertificateHint, hostOf, type DescribeFault, type FaultText } from './fault-text.ts'

/** What is wrong with the server's certificate, by the codes OpenSSL gives. */
const certificateFaults: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the server certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: "the server certificate's authority is not trusted (a self-signed one)",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the server certificate's authority is not known",
  UNABLE_TO_GET_ISSUER_CERT: "the server certificate's authority is not known",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "the server certificate's authority is not known",
  CERT_UNTRUSTED: "the server certificate's authority is not trusted",
  CERT_HAS_EXPIRED: 'the server certificate has expired',
  CERT_NOT_YET_VALID: 'the server certificate is not valid yet',
  CERT_REVOKED: 'the server certificate has been revoked',
  CERT_SIGNATURE_FAILURE: "the server certificate's signature is not valid",
  CERT_CHAIN_TOO_LONG: "the server certificate's chain is too long",
  INVALID_CA: "the server certificate's authority may not sign certificates",
  INVALID_PURPOSE: 'the server certificate is not meant for servers',
  CERT_REJECTED: 'the server certificate is not accepted',
}

const datesOff = "Renew the server's certificate, or check the clock of this machine."
const newOne = 'Give the server another certificate.'

/** What to do where it does not help to trust the authority. */
const hints: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: datesOff,
  CERT_NOT_YET_VALID: datesOff,
  CERT_REVOKED: newOne,
  CERT_SIGNATURE_FAILURE: newOne,
  CERT_CHAIN_TOO_LONG: newOne,
  INVALID_CA: newOne,
  INVALID_PURPOSE: newOne,
}

/** Faults of TLS, by the codes Node and OpenSSL give them. */
export const tlsFaults: Readonly<Record<string, DescribeFault>> = {
  ...Object.fromEntries(Object.keys(certificateFaults).map(code => [code, badCertificate])),
  ERR_TLS_CERT_ALTNAME_INVALID: wrongHost,
  ERR_SSL_WRONG_VERSION_NUMBER: notTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: notTls,
  ERR_SSL_UNEXPECTED_MESSAGE: notTls,
  EPROTO: notTls,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: tooOld,
  ERR_SSL_UNSUPPORTED_PROTOCOL: tooOld,
  ERR_SSL_VERSION_TOO_LOW: tooOld,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: clientCertificateMissing,
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: clientCertificateRefused,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: clientCertificateRefused,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED: clientCertificateRefused,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: clientCertificateRefused,
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: clientCertificateRefused,
}

/** Words for any other code of OpenSSL. */
export function otherTlsFault({ error }: Fault, request: WireRequest): FaultText {
  return { message: `TLS with ${hostOf(request)} failed: ${reasonOf(error)}` }
}

function badCertificate({ error }: Fault): FaultText {
  const code = error.code ?? ''
  return {
    message: `${certificateFaults[code] ?? 'the server certificate is not accepted'} (${code})`,
    hint:
      hints[code] ??
      'To trust its authority, name its PEM file: `tls: { ca: FILE }`, or the environment variable NODE_EXTRA_CA_CERTS.',
  }
}

function wrongHost({ error }: Fault, request: WireRequest): FaultText {
  const names = namesOf(error)
  return {
    message: `the server certificate is not for ${new URL(request.origin).hostname} (ERR_TLS_CERT_ALTNAME_INVALID)`,
    hint: names === undefined ? 'Use the name the certificate is for.' : `It is for ${names}.`,
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
    hint: 'Let the server speak TLS 1.2 or 1.3.',
  }
}

function clientCertificateMissing({ error }: Fault, request: WireRequest): FaultText {
  return {
    message: `TLS with ${hostOf(request)} failed: the server asks for a client certificate (${error.code ?? ''})`,
    hint: clientCertificateHint,
  }
}

function clientCertificateRefused({ error }: Fault, request: WireRequest): FaultText {
  return {
    message: `TLS with ${hostOf(request)} failed: the server does not accept the client certificate (${error.code ?? ''})`,
    hint: clientCertificateHint,
  }
}

function notTls({ error }: Fault, request: WireRequest): FaultText {
  return {
    message: `TLS with ${hostOf(request)} failed: the answer is not TLS (${error.code ?? ''})`,
    hint: `If it speaks plain HTTP there, use http://${hostOf(request)}.`,
  }
}

/** OpenSSL's own words, without its file names and line numbers. */
function reasonOf(error: NodeJS.ErrnoException): string {
  const reason = 'reason' in error && typeof error.reason === 'string' ? error.reason : error.message
  return `${reason} (${error.code ?? 'TLS'})`
}
