import { printable } from '../text/printable.ts'
import type { Palette } from './palette.ts'

/** The command that sends a request again, as it stands below what is wrong with it; nothing without one. */
export function curlLines(command: string | undefined, colors: Palette, indent = ''): string[] {
  if (command === undefined) return []
  const [first = '', ...more] = printable(command).split('\n')
  return [`${indent}${colors.cyan('$')} ${first}`, ...more.map(line => indent + line)]
}
