const blanks = String.raw`\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`
const nonBlanks = [
  String.raw`\x{0}-\x{8}\x{e}-\x{1f}!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}`,
  String.raw`\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`,
].join('')
const anyButLineEnds = String.raw`[^\n\r\x{2028}\x{2029}]`

/** A class, an escape or a dot; classes do not nest. */
const part = /(?<class>\[(?:\\[^]|[^\]\\])*\])|\\[^]|\./gu

/**
 * Writes an ECMAScript pattern so that RE2 means the same by it: `\s` and `.` know the same characters, and `[[:` opens
 * no POSIX class. A pattern that is no ECMAScript (it may have inline flags) keeps RE2's own dot.
 */
export function toRe2Syntax(pattern: string, isEcmascript: boolean): string {
  return pattern.replace(part, (text, group: string | undefined) => {
    if (group !== undefined) return classToRe2(group)
    if (text === '.') return isEcmascript ? anyButLineEnds : text
    if (text === String.raw`\s`) return `[${blanks}]`
    if (text === String.raw`\S`) return `[^${blanks}]`
    return text
  })
}

function classToRe2(text: string): string {
  const inner = text.slice(1).replace(/\\[^]|\[/gu, inside => {
    if (inside === '[') return String.raw`\[`
    if (inside === String.raw`\s`) return blanks
    return inside === String.raw`\S` ? nonBlanks : inside
  })
  return `[${inner}`
}
