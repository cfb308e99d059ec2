import type { Edit } from '../model/problem.ts'
import type { Position } from '../model/span.ts'
import { withChanges } from '../util/text-changes.ts'

/** A text with edits, which do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const offsetOf = ({ line, column }: Position): number => (starts[line - 1] ?? text.length) + column - 1
  const newLine = /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n'
  return withChanges(
    text,
    edits.map(({ span, text: instead }) => ({
      start: offsetOf(span.start),
      end: offsetOf(span.end),
      text: instead.replaceAll('\n', newLine),
    })),
  )
}
