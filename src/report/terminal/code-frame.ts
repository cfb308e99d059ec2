import type { Span } from '../../model/span.ts'
import { printable } from '../text/printable.ts'
import { displayWidth } from '../text/display-width.ts'
import type { Palette } from './palette.ts'

/** Characters of a line that are shown around the marked place. */
const shownWidth = 100

/** The line a span starts on, with a caret below every character of the span. Two lines, not indented. */
export function codeFrame(span: Span, sourceLine: string, colors: Palette): string[] {
  const { before, marked, after } = split(span, sourceLine)
  const number = String(span.start.line)
  const carets = '^'.repeat(Math.max(1, displayWidth(marked)))
  const margin = colors.dim(`${' '.repeat(number.length)} │`)
  return [
    `${colors.dim(`${number} │`)} ${before}${marked}${after}`,
    `${margin} ${' '.repeat(displayWidth(before))}${colors.red(carets)}`,
  ]
}

/** The line in three parts, each printable, tabs as one space, shortened where it is very long. */
function split(span: Span, sourceLine: string): { before: string; marked: string; after: string } {
  const start = span.start.column - 1
  const trimmedEnd = sourceLine.trimEnd().length
  const end = span.end.line > span.start.line ? trimmedEnd : Math.min(span.end.column - 1, sourceLine.length)
  const before = clean(sourceLine.slice(0, start))
  const marked = clean(sourceLine.slice(start, Math.max(end, start)))
  const after = clean(sourceLine.slice(Math.max(end, start)).trimEnd())
  const room = Math.max(0, shownWidth - Math.min(marked.length, shownWidth))
  return {
    before: before.length > room ? `…${before.slice(before.length - room)}` : before,
    marked: marked.length > shownWidth ? marked.slice(0, shownWidth) : marked,
    after: marked.length > shownWidth || after.length > room ? `${after.slice(0, room)}…` : after,
  }
}

function clean(text: string): string {
  return printable(text).replace(/[\n\t]/g, ' ')
}
