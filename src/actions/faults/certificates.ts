import type { RevokedCertificate } from '../transport/revoked-certificate.ts'
import type { SettingNames } from './setting-names.ts'

/** An error of Node about a certificate. */
export type CertificateError = NodeJS.ErrnoException & Partial<RevokedCertificate>

type Advice = string | ((names: SettingNames) => string)

/** The fault of a certificate. */
interface Verdict {
  readonly code:
    | 'certificate-expired'
    | 'certificate-revoked'
    | 'certificate-too-new'
    | 'certificate-unfit'
    | 'certificate-untrusted'
    | 'revocation-unknown'
  /** The reason, which follows its name. */
  readonly reason: string
  readonly advice: Advice
}

/** The verdict of OpenSSL on a certificate; undefined for errors about anything else. */
export function certificateVerdict({ code = '' }: CertificateError): Verdict | undefined {
  const [verdict, reason = '', advice = trustIt] = verdicts[code] ?? []
  return verdict === undefined ? undefined : { code: verdict, reason, advice }
}

/** Why a certificate is not accepted; `whose` is `the server certificate`, or other words for it. */
export function certificateText(error: CertificateError, whose: string): string {
  const { revoked, isAuthority = false, code = '' } = error
  const about = revoked === undefined ? '' : ` (${revoked})`
  const certificate = isAuthority ? `the authority that signed ${whose}` : whose
  return `${certificate}${about}${certificateVerdict(error)?.reason ?? ''} (${code})`
}

/** Advice about a certificate that is not accepted. */
export function certificateHint(error: CertificateError, names: SettingNames): string | undefined {
  const advice = certificateVerdict(error)?.advice
  return typeof advice === 'function' ? advice(names) : advice
}

/** Advice where no authority vouches for a certificate. */
const trustIt: Advice = ({ trust }) => `To trust its authority, name the PEM file of it: ${trust}`
const datesOff = "Renew the server's certificate, or check the clock of this machine."
const newOne = 'Give the server another certificate.'
const newList = 'Fetch the current revocation list of the authority, or check the clock of this machine.'

const untrusted = 'certificate-untrusted'
const unfit = 'certificate-unfit'
const unlisted = 'revocation-unknown'
const unknown = [untrusted, "'s authority is not known"] as const

/** By the codes that Node gives the verdicts of OpenSSL; to trust the authority is the advice where there is no other. */
const verdicts: Readonly<Record<string, readonly [Verdict['code'], reason: string, Advice?]>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: [untrusted, ' is self-signed'],
  SELF_SIGNED_CERT_IN_CHAIN: [untrusted, "'s authority is not trusted (a self-signed one)"],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknown,
  UNABLE_TO_GET_ISSUER_CERT: unknown,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknown,
  CERT_UNTRUSTED: [untrusted, "'s authority is not trusted"],
  CERT_HAS_EXPIRED: ['certificate-expired', ' has expired', datesOff],
  CERT_NOT_YET_VALID: ['certificate-too-new', ' is not valid yet', datesOff],
  CERT_REVOKED: ['certificate-revoked', ' has been revoked', newOne],
  CERT_SIGNATURE_FAILURE: [unfit, "'s signature is not valid", newOne],
  CERT_CHAIN_TOO_LONG: [unfit, "'s chain is too long", newOne],
  INVALID_CA: [untrusted, "'s authority may not sign certificates", newOne],
  INVALID_PURPOSE: [unfit, ' is not meant for servers', newOne],
  CERT_REJECTED: [unfit, ' is not accepted'],
  UNABLE_TO_GET_CRL: [
    unlisted,
    ' is of an authority without a revocation list in the crl file',
    'Put the list of every authority into the file, those between the certificate and the root included.',
  ],
  CRL_HAS_EXPIRED: [unlisted, ' cannot be looked for: the revocation list has expired', newList],
  CRL_NOT_YET_VALID: [unlisted, ' cannot be looked for: the revocation list is not valid yet', newList],
  CRL_SIGNATURE_FAILURE: [
    unlisted,
    ' cannot be looked for: the signature of the revocation list is not valid',
    'Fetch the revocation list of the authority again.',
  ],
}
