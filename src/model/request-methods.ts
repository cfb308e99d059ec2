/** The methods a step may use, in capitals (docs/steps.md, Requests). */
export const requestMethods: readonly string[] = [
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY'],
  ...['COPY', 'LINK', 'UNLINK', 'PURGE', 'LOCK', 'UNLOCK', 'PROPFIND', 'PROPPATCH', 'MKCOL', 'MOVE'],
  ...['REPORT', 'SEARCH', 'VIEW'],
]

/**
 * The methods whose requests may do more when they are sent twice (RFC 9110 section 9.2.2, IANA's registry), or might
 * for all that is registered.
 */
export const unrepeatableMethods: ReadonlySet<string> = new Set(['POST', 'PATCH', 'LOCK', 'PURGE', 'VIEW'])
