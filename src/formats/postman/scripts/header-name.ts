/** True where a name can be one of a header, so that a validation can name it. */
export function isHeaderName(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name)
}

/** True where answers really send a header in several lines: a validation joins them, a script gets the last one. */
export function hasSeveralLines(name: string): boolean {
  return severalLines.has(name.toLowerCase())
}

const severalLines = new Set(
  (
    'set-cookie link www-authenticate proxy-authenticate via warning vary cache-control allow server-timing ' +
    'content-security-policy'
  ).split(' '),
)
