/**
 * Whether more than so many brackets and braces stand open somewhere in a text, at a glance: those in quotes and comments
 * count, too.
 */
export function mayBeDeep(text: string, most: number): boolean {
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0x5b || code === 0x7b) depth++
    else if ((code === 0x5d || code === 0x7d) && depth > 0) depth--
    if (depth > most) return true
  }
  return false
}
