/** What is wrong with a certificate, by the codes OpenSSL gives; the word before it says whose it is. */
export const certificateReasons: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: "certificate's authority is not trusted (a self-signed one)",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "certificate's authority is not known",
  UNABLE_TO_GET_ISSUER_CERT: "certificate's authority is not known",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "certificate's authority is not known",
  CERT_UNTRUSTED: "certificate's authority is not trusted",
  CERT_HAS_EXPIRED: 'certificate has expired',
  CERT_NOT_YET_VALID: 'certificate is not valid yet',
  CERT_REVOKED: 'certificate has been revoked',
  CERT_SIGNATURE_FAILURE: "certificate's signature is not valid",
  CERT_CHAIN_TOO_LONG: "certificate's chain is too long",
  INVALID_CA: "certificate's authority may not sign certificates",
  INVALID_PURPOSE: 'certificate is not meant for servers',
  CERT_REJECTED: 'certificate is not accepted',
}
