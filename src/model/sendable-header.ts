/** Headers that a mock settles itself. */
const ownHeaders = new Set(['connection', 'content-length', 'transfer-encoding'])

/** True where a mock sends a header as it has to be. */
export function isSettledByMock(name: string): boolean {
  return ownHeaders.has(name.toLowerCase())
}

/** Why a mock cannot send a header, if so: its name is no token, or its value has a character of control (RFC 9110, 5.5 and 5.6.2). */
export function unsendableHeader(name: string, value: string): string | undefined {
  if (isSettledByMock(name)) return `the header "${name}" is settled by the mock`
  // oxlint-disable-next-line no-control-regex
  const isSendable = /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !/[\0-\x08\x0a-\x1f\x7f]/.test(value)
  return isSendable ? undefined : `the header "${name}" cannot be sent as ${JSON.stringify(value)}`
}
