import type { Palette } from './palette.ts'

/**
 * A line of a message that says what differs, behind an indentation and in the colours of a diff: `- /name: "Ada"` is
 * expected, `+ /name: "Bob"` was found. Undefined for any other line.
 */
export function differenceLine(line: string, indentation: string, colors: Palette): string | undefined {
  if (line.startsWith('- ')) return indentation + colors.red(line)
  if (line.startsWith('+ ')) return indentation + colors.green(line)
  return line.startsWith('\u2026 and ') ? indentation + colors.dim(line) : undefined
}
