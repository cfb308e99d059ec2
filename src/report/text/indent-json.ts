import { jsonIn } from '../../util/json-in.ts'
import { mayBeDeep } from '../../document/json-text.ts'

const token = /"(?:[^"\\]|\\.)*"?|[[\]{},:]|[^\s[\]{},:"]+/g

/** Levels that are laid out: of more the spaces would outgrow the text by far, and are not read. */
const deepestLayout = 100

/**
 * JSON text laid out over lines with two spaces a level. Works on the text, so numbers keep all their digits, repeated
 * keys stay, and a text that was cut off is laid out as far as it goes. One that is nested
 * deeper than `deepestLayout` stays as it is.
 */
export function indentJson(text: string): string {
  if (mayBeDeep(text, deepestLayout)) return text
  let depth = 0
  let result = ''
  let previous = ''
  for (const [current] of text.matchAll(token)) {
    const closes = current === '}' || current === ']'
    const opened = previous === '{' || previous === '['
    if (closes) depth = Math.max(0, depth - 1)
    if (closes ? !opened : opened || previous === ',') result += `\n${'  '.repeat(depth)}`
    result += current === ':' ? ': ' : current
    if (current === '{' || current === '[') depth++
    previous = current
  }
  return result
}

/** True where a text is a JSON object or list, or the beginning of one when it was cut off. */
export function looksLikeJson(text: string, cutOff: boolean): boolean {
  if (!/^\s*(?:\{\s*["}]|\[)/.test(text)) return false
  return cutOff || jsonIn(text) !== undefined
}
