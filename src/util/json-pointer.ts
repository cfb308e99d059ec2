/** A way into a JSON document as a JSON Pointer (RFC 6901); the root is written `/`, so that it can be seen. */
export function jsonPointer(path: readonly (string | number)[]): string {
  if (path.length === 0) return '/'
  return path.map(part => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
