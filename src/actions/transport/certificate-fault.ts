import type { RevokedCertificate } from './revoked-certificate.ts'

/** Why a certificate is not accepted, in words. */
export interface CertificateFault {
  /** `the server certificate has expired (CERT_HAS_EXPIRED)`. */
  readonly message: string
  readonly hint: string
}

/**
 * What is wrong with a certificate, by the codes that Node gives it for the verdicts of OpenSSL. Undefined for errors about
 * anything else. `whose` is `the server certificate`, or other words for it.
 */
export function certificateFault(
  error: NodeJS.ErrnoException & Partial<RevokedCertificate>,
  whose: string,
): CertificateFault | undefined {
  const { code = '' } = error
  const [reason, hint = trustHint] = faults[code] ?? []
  if (reason === undefined) return undefined
  const { revoked, isAuthority = false } = error
  const about = revoked === undefined ? '' : ` (${revoked})`
  const certificate = isAuthority ? `the authority that signed ${whose}` : whose
  return { message: `${certificate}${about}${reason} (${code})`, hint }
}

/** What to do where no authority vouches for a certificate. */
const trustHint =
  'To trust its authority, name the PEM file of it: `tls: { ca: FILE }`, or the environment variable NODE_EXTRA_CA_CERTS.'
const datesOff = "Renew the server's certificate, or check the clock of this machine."
const newOne = 'Give the server another certificate.'
const newList = 'Fetch the current revocation list of the authority, or check the clock of this machine.'

const unknown = ["'s authority is not known"] as const

/** What follows the name of the certificate, and what to do where it does not help to trust the authority. */
const faults: Readonly<Record<string, readonly [reason: string, hint?: string]>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: [' is self-signed'],
  SELF_SIGNED_CERT_IN_CHAIN: ["'s authority is not trusted (a self-signed one)"],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknown,
  UNABLE_TO_GET_ISSUER_CERT: unknown,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknown,
  CERT_UNTRUSTED: ["'s authority is not trusted"],
  CERT_HAS_EXPIRED: [' has expired', datesOff],
  CERT_NOT_YET_VALID: [' is not valid yet', datesOff],
  CERT_REVOKED: [' has been revoked', newOne],
  CERT_SIGNATURE_FAILURE: ["'s signature is not valid", newOne],
  CERT_CHAIN_TOO_LONG: ["'s chain is too long", newOne],
  INVALID_CA: ["'s authority may not sign certificates", newOne],
  INVALID_PURPOSE: [' is not meant for servers', newOne],
  CERT_REJECTED: [' is not accepted'],
  UNABLE_TO_GET_CRL: [
    ' is of an authority without a revocation list in the crl file',
    'Put the list of every authority into the file, those between the certificate and the root included.',
  ],
  CRL_HAS_EXPIRED: [' cannot be looked for: the revocation list has expired', newList],
  CRL_NOT_YET_VALID: [' cannot be looked for: the revocation list is not valid yet', newList],
  CRL_SIGNATURE_FAILURE: [
    ' cannot be looked for: the signature of the revocation list is not valid',
    'Fetch the revocation list of the authority again.',
  ],
}

/** The codes of certificates that are not accepted. */
export const certificateCodes: readonly string[] = Object.keys(faults)
