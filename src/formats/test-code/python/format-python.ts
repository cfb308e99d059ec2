import { brokenLines, lineText, textWidth } from './split-lines.ts'
import { stringParts } from './literals.ts'
import { tokensOf } from './tokens.ts'

/**
 * The code as black writes it. Each line of `lines` is a statement, indented, with spaces as they should be; a text between
 * triple quotes may have lines of its own.
 */
export function formatPython(lines: readonly string[]): string {
  return `${lines.map(statement).join('\n')}\n`
}

function statement(line: string): string {
  const code = line.trimStart()
  if (code === '' || /^("""|#)/.test(code)) return line.trimEnd()
  const depth = (line.length - code.length) / 4
  return withShortTexts(code, depth, 0).join('\n')
}

/** A text that is too long for any line is cut into several, which Python reads as one. */
function withShortTexts(code: string, depth: number, from: number): readonly string[] {
  const written = broken(code, depth)
  for (const long of written.filter(one => textWidth(one) > 88)) {
    const parts = longestText(long)
    const at = parts === undefined ? -1 : code.indexOf(parts.whole, from)
    if (parts === undefined || at < 0) continue
    const shorter = `(${parts.pieces.join(' ')})`
    const changed = code.slice(0, at) + shorter + code.slice(at + parts.whole.length)
    return withShortTexts(changed, depth, at + shorter.length)
  }
  return written
}

function broken(code: string, depth: number): readonly string[] {
  const leaves = tokensOf(code)
  return brokenLines({ leaves, depth, isInside: false, isBroken: false }).map(lineText)
}

function longestText(
  line: string,
): { readonly whole: string; readonly pieces: readonly string[] } | undefined {
  const [longest] = tokensOf(line.trim())
    .filter(({ kind, text }) => kind === 'string' && text.length > 40)
    .map(({ text }) => text)
    .toSorted((one, other) => other.length - one.length)
  if (longest === undefined) return undefined
  const room = 88 - 4 - (line.length - line.trimStart().length)
  const pieces = textWidth(longest) <= room ? [longest] : stringParts(longest, room)
  return { whole: longest, pieces }
}
