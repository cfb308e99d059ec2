/**
 * A pattern of JavaScript as one of the crate `regex`, which finds the same: `\d` and `\w` are of ASCII. Undefined for what
 * that crate does not know: looking around, and going back to what was found.
 */
export function rustPattern(pattern: string): string | undefined {
  let isInClass = false
  let written = ''
  const token =
    /\\u\{[\da-fA-F]+\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\k<|\\c[A-Za-z]|\\[^]|\(\?<?[=!]|\(\?<\w+>|\(\?:|\(\?i\)|\(\?|\{\d+(?:,\d*)?\}|\[\^?\]|[^]/gu
  for (const [found] of pattern.matchAll(token)) {
    if (/^\(\?<?[=!]$|^\\[1-9]$|^\\k<$|^\\c/.test(found)) return undefined
    if (found === '(?' || (!isInClass && /^\[\^?\]$/.test(found))) return undefined
    written += isInClass ? inClass(found, written) : outside(found)
    if (found === '[' && !isInClass) isInClass = true
    else if (found === ']') isInClass = false
  }
  return written
}

const classes: Readonly<Record<string, string>> = {
  '\\d': '[0-9]',
  '\\D': '[^0-9]',
  '\\w': '[0-9A-Za-z_]',
  '\\W': '[^0-9A-Za-z_]',
  '\\b': '(?-u:\\b)',
  '\\B': '(?-u:\\B)',
  '\\/': '/',
  '\\0': '\\x00',
  '{': '\\{',
}

const ranges: Readonly<Record<string, string>> = {
  '\\d': '0-9',
  '\\w': '0-9A-Za-z_',
  '\\b': '\\x08',
  '\\/': '/',
  '\\0': '\\x00',
  '[': '\\[',
  '&': '\\&',
  '~': '\\~',
}

function outside(found: string): string {
  return classes[found] ?? escapedCharacter(found)
}

function inClass(found: string, before: string): string {
  // Two of these have a meaning of their own in Rust.
  if (found === '-' && before.endsWith('-')) return '\\-'
  return ranges[found] ?? (found in classes ? (classes[found] ?? found) : escapedCharacter(found))
}

/** A character behind a backslash that Rust does not know as an escape. */
function escapedCharacter(found: string): string {
  const [, code] = /^\\u([\da-fA-F]{4})$/.exec(found) ?? []
  if (code !== undefined) return `\\u{${code}}`
  return /^\\[^dDwWsSbBnrtfvux\\.+*?()|[\]{}^$#&\-~pP]$/u.test(found) ? found.slice(1) : found
}
