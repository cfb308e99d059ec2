/** True where a text has these pieces in this order: it begins with the first, ends with the last, and has anything in between. */
export function fitsPieces([first = '', ...others]: readonly string[], text: string): boolean {
  const last = others.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first) || !text.endsWith(last)) return false
  let position = first.length
  for (const piece of others) {
    const found = text.indexOf(piece, position)
    if (found < 0) return false
    position = found + piece.length
  }
  return position <= text.length - last.length
}
