/** A way into a JSON document as a JSON Pointer (RFC 6901); the root is written `/`, so that it can be seen. */
export function jsonPointer(path: readonly (string | number)[]): string {
  if (path.length === 0) return '/'
  return path.map(part => `/${escapePointerPart(String(part))}`).join('')
}

/** A key as it stands between two slashes of a JSON Pointer: `a~1b` for `a/b` (RFC 6901, section 3). */
export function escapePointerPart(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The key that a part of a JSON Pointer stands for: `a/b` for `a~1b` (RFC 6901, section 4). */
export function unescapePointerPart(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}
