const atom = String.raw`[^\\()[\]{}^$.|?*+]|\\[dDwWsS]|\\[^\w\s]|\.|\[\^?(?:[^\\[\]]|\\[dDwWsS]|\\[^\w\s])+\]|\\[bBnrt]|\^|\$`
const quantifier = String.raw`(?:[*+?]|\{\d{1,3}(?:,\d{0,3})?\})\??`
const allowed = new RegExp(
  String.raw`^(?:(?:${atom})(?:${quantifier})?|\((?:\?:)?|\)(?:${quantifier})?|\|)*$`,
  'u',
)

/**
 * A regular expression of JavaScript as a pattern of the suite language; undefined unless it surely means the same there.
 * No look-around, no back-references, no flags but `i`.
 */
export function samePattern(pattern: string, flags: string): string | undefined {
  const ignoresCase = flags.includes('i')
  if (/[^giu]/.test(flags) || pattern.includes('{{') || !allowed.test(pattern)) return undefined
  if (!ignoresCase) return pattern
  // Behind `(?i)` a dot means more than in JavaScript, and some letters outside of ASCII fold to k and s.
  return /^[\u0020-\u007e]*$/.test(pattern) && !/(?<!\\)\./.test(withoutClasses(pattern))
    ? `(?i)${pattern}`
    : undefined
}

function withoutClasses(pattern: string): string {
  return pattern.replaceAll(/\[(?:\\.|[^\]\\])*\]/g, '')
}
