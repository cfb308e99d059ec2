/** The text up to its first line break. */
export function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? text
}

/** The text, or its first `limit` UTF-16 units and an ellipsis; no character is cut in half. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text
  const endsInsideCharacter = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1))
  return `${text.slice(0, endsInsideCharacter ? limit - 1 : limit)}…`
}
