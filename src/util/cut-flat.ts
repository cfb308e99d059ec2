/**
 * The first `limit` characters of a text. V8 would keep all of a long text in memory for a slice of it; this is a copy. A
 * character that the cut would halve is left out.
 */
export function cutFlat(text: string, limit: number): string {
  if (text.length <= limit) return text
  const endsInsideCharacter = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1))
  return Buffer.from(text.slice(0, endsInsideCharacter ? limit - 1 : limit)).toString()
}
