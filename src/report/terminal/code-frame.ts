import type { Span } from '../../model/span.ts'
import { printable } from '../text/printable.ts'
import { cutToWidth, displayWidth, endOfWidth } from '../text/display-width.ts'
import type { Palette } from './palette.ts'

/** Columns of a frame where their number is not known. */
const usualColumns = 100

/** Columns that a frame needs to show anything. */
const fewestColumns = 24

/**
 * The line a span starts on, with a caret below every character of the span, cut around it to the columns there are. Two
 * lines, not indented; none where the line is too long to be quoted.
 */
export function codeFrame(span: Span, sourceLine: string, colors: Palette, columns = usualColumns): string[] {
  if (sourceLine === '') return []
  const number = String(span.start.line)
  const room = Math.max(columns, fewestColumns) - number.length - 3
  const { before, marked, after } = split(span, sourceLine, room)
  const carets = '^'.repeat(Math.max(1, displayWidth(marked)))
  const margin = colors.dim(`${' '.repeat(number.length)} │`)
  return [
    `${colors.dim(`${number} │`)} ${before}${marked}${after}`,
    `${margin} ${' '.repeat(displayWidth(before))}${colors.red(carets)}`,
  ]
}

/** The line in three parts, each printable, tabs as one space, together no wider than `room`. */
function split(
  span: Span,
  sourceLine: string,
  room: number,
): { before: string; marked: string; after: string } {
  const start = span.start.column - 1
  const trimmedEnd = sourceLine.trimEnd().length
  const end = span.end.line > span.start.line ? trimmedEnd : Math.min(span.end.column - 1, sourceLine.length)
  const before = clean(sourceLine.slice(0, start))
  const whole = clean(sourceLine.slice(start, Math.max(end, start)))
  const after = clean(sourceLine.slice(Math.max(end, start)).trimEnd())
  if (displayWidth(before) + displayWidth(whole) + displayWidth(after) <= room)
    return { before, marked: whole, after }
  const marked = cutToWidth(whole, Math.max(1, room - 2))
  const left = room - displayWidth(marked)
  const beforeShown = Math.min(
    displayWidth(before),
    Math.max(Math.floor(left / 2), left - displayWidth(after)),
  )
  const shown = endOfWidth(before, beforeShown)
  return { before: shown, marked, after: cutToWidth(after, left - displayWidth(shown)) }
}

function clean(text: string): string {
  return printable(text).replace(/[\n\t]/g, ' ')
}
