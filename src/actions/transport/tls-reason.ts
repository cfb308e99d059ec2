/** OpenSSL's own words, without its file names and line numbers, and their code. */
export function tlsReason(error: NodeJS.ErrnoException): string {
  const reason = 'reason' in error && typeof error.reason === 'string' ? error.reason : error.message
  return `${reason} (${error.code ?? 'TLS'})`
}
