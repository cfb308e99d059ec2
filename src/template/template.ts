import { BoundedCache } from '../util/bounded-cache.ts'

/** A text cut at its placeholders. */
export interface Template {
  /** Literal texts (backslashes that keep braces literal already removed) and placeholders, in order. */
  readonly parts: readonly (string | Placeholder)[]
  /** The placeholder, when the whole text is exactly one: its value then keeps its type. */
  readonly only: Placeholder | undefined
  readonly problems: readonly TemplateProblem[]
}

/** `{{name}}` in a text. Offsets count UTF-16 units from the text's start; `end` is behind the closing braces. */
export interface Placeholder {
  readonly name: string
  readonly offset: number
  readonly end: number
}

/** Braces that begin a placeholder but do not make one. */
export interface TemplateProblem {
  readonly offset: number
  readonly message: string
  readonly hint: string
}

const largestCachedText = 16_384
const cache = new BoundedCache<Template>(2_000)

/**
 * Cuts a text at `{{name}}`. A name is anything without braces, trimmed. `\{{` stands for two literal braces,
 * `\\{{` for a backslash before a placeholder, and `\\\{{` for one before two literal braces. What is wrong is listed in `problems`; nothing is thrown.
 */
export function parseTemplate(text: string): Template {
  return text.length > largestCachedText ? scan(text) : cache.get(text, scan)
}

/** True where a text could hold a placeholder: the cheap question before any parsing. */
export function hasBraces(text: string): boolean {
  return text.includes('{{')
}

function scan(text: string): Template {
  const parts: (string | Placeholder)[] = []
  const problems: TemplateProblem[] = []
  let literal = ''
  let position = 0
  for (let open = text.indexOf('{{'); open !== -1; open = text.indexOf('{{', position)) {
    const backslashes = text[open - 1] === '\\' ? countBackslashes(text, position, open) : 0
    literal += text.slice(position, open - Math.ceil(backslashes / 2))
    if (backslashes % 2 === 1) {
      literal += '{{'
      position = open + 2
      continue
    }
    const start = text[open + 2] === '{' ? lastPairOfBraces(text, open) : open
    literal += text.slice(open, start)
    const placeholder = placeholderAt(text, start)
    if ('message' in placeholder) {
      problems.push(placeholder)
      literal += '{{'
      position = start + 2
      continue
    }
    if (literal !== '') parts.push(literal)
    parts.push(placeholder)
    literal = ''
    position = placeholder.end
  }
  literal += text.slice(position)
  if (literal !== '') parts.push(literal)
  return { parts, only: onlyPlaceholder(parts, problems), problems }
}

/** How many backslashes stand directly before a place. */
export function countBackslashes(text: string, from: number, to: number): number {
  let count = 0
  while (to - count > from && text[to - count - 1] === '\\') count++
  return count
}

/** In `{{{name}}` the first brace is literal: names have no braces. */
function lastPairOfBraces(text: string, open: number): number {
  let start = open
  while (text[start + 2] === '{') start++
  return start
}

/** A name, from a place on; each character asked for by itself takes many times as long. */
const nameThere = /[^{}]*/y

function placeholderAt(text: string, offset: number): Placeholder | TemplateProblem {
  nameThere.lastIndex = offset + 2
  nameThere.test(text)
  const close = nameThere.lastIndex
  if (text[close] !== '}' || text[close + 1] !== '}')
    return {
      offset,
      message: 'a placeholder is not closed: "{{" has no "}}" after its name',
      hint: 'Write {{name}}, or \\{{ for two literal braces.',
    }
  const name = text.slice(offset + 2, close).trim()
  if (name === '')
    return {
      offset,
      message: 'a placeholder has no name: "{{}}"',
      hint: 'Write {{name}}, or \\{{}} for literal braces.',
    }
  return { name, offset, end: close + 2 }
}

function onlyPlaceholder(
  parts: readonly (string | Placeholder)[],
  problems: readonly TemplateProblem[],
): Placeholder | undefined {
  const [first] = parts
  return parts.length === 1 && problems.length === 0 && typeof first === 'object' ? first : undefined
}
