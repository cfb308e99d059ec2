/** Opening brackets and braces without a closing one, or indicators in one line, above which a text is no plain one. */
const plainDepth = 100

/** Whether a text may be nested deeply, at a glance: it counts what stands in quotes and comments, too. */
export function mayBeDeep(text: string): boolean {
  if (manyIndicators.test(text)) return true
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0x5b || code === 0x7b) depth++
    else if ((code === 0x5d || code === 0x7d) && depth > 0) depth--
    if (depth > plainDepth) return true
  }
  return false
}

const manyIndicators = new RegExp(`(?:[-?:] +){${plainDepth}}`)
