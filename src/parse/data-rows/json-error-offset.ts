/** Characters that V8 shows on each side of a wrong one. */
const context = 10

/**
 * Where `JSON.parse` stopped (UTF-16 units), from its message: V8 says `at position 7`, or quotes what stands around the
 * place, or says that the text ended.
 */
export function jsonErrorOffset(text: string, message: string): number {
  const position = / at position (\d+)/.exec(message)?.[1]
  if (position !== undefined) return Number(position)
  const [, cutBefore, around] = /, (\.\.\.)?"([\s\S]*)"(?:\.\.\.)? is not valid JSON$/.exec(message) ?? []
  if (around === undefined) return text.length
  const start = text.indexOf(around)
  const token = / token '([\s\S]+?)',/.exec(message)?.[1] ?? ''
  return start + (cutBefore === undefined ? Math.max(0, around.indexOf(token)) : context)
}
