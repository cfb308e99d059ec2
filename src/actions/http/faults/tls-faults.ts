import type { Fault, WireRequest } from '../engine/wire.ts'
import { hostOf, type DescribeFault, type FaultText } from './fault-text.ts'

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

const datesOff: ReadonlySet<string> = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'])

/** Faults of TLS, by the codes Node and OpenSSL give them. */
export const tlsFaults: Readonly<Record<string, DescribeFault>> = {
  ...Object.fromEntries(Object.keys(certificateFaults).map(code => [code, badCertificate])),
  ERR_TLS_CERT_ALTNAME_INVALID: wrongHost,
  ERR_SSL_WRONG_VERSION_NUMBER: notTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: notTls,
  ERR_SSL_UNEXPECTED_MESSAGE: notTls,
  EPROTO: notTls,
}

/** Words for any other code of OpenSSL. */
export function otherTlsFault({ error }: Fault, request: WireRequest): FaultText {
  return { message: `TLS with ${hostOf(request)} failed: ${reasonOf(error)}` }
}

function badCertificate({ error }: Fault): FaultText {
  const code = error.code ?? ''
  return {
    message: `${certificateFaults[code] ?? 'the server certificate is not accepted'} (${code})`,
    hint: datesOff.has(code)
      ? "Renew the server's certificate, or check the clock of this machine."
      : 'To trust its authority, name the PEM file of it in the environment variable NODE_EXTRA_CA_CERTS.',
  }
}

function wrongHost({ error }: Fault, request: WireRequest): FaultText {
  const names = /cert's altnames: (.*)$/s.exec(error.message)?.[1]
  return {
    message: `the server certificate is not for ${new URL(request.origin).hostname} (ERR_TLS_CERT_ALTNAME_INVALID)`,
    hint: names === undefined ? 'Use the name the certificate is for.' : `It is for ${names}.`,
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
