/** The characters of a line that is quoted at most. */
const longestQuoted = 10_000

/**
 * A line, counted from 1, as problems and failures quote it; empty where it is too long: a suite that a program wrote in one
 * line would stand in its report once more for each failure.
 */
export function quotedLine(lines: readonly string[], line: number): string {
  const text = lines[line - 1] ?? ''
  return text.length > longestQuoted ? '' : text
}
