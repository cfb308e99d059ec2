import type { Edit } from '../model/problem.ts'
import type { Position } from '../model/span.ts'

/** A text with edits, which do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const offsetOf = ({ line, column }: Position): number => (starts[line - 1] ?? text.length) + column - 1
  const newLine = /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n'
  let after = text
  const fromEnd = edits.toSorted((left, right) => offsetOf(right.span.start) - offsetOf(left.span.start))
  for (const { span, text: instead } of fromEnd)
    after =
      after.slice(0, offsetOf(span.start)) +
      instead.replaceAll('\n', newLine) +
      after.slice(offsetOf(span.end))
  return after
}
