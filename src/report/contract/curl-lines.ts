import type { Palette } from '../terminal/palette.ts'
import { printable } from '../text/printable.ts'

/** The command that sends a request again, as it stands below what is wrong with it. */
export function curlLines(curl: string, colors: Palette): readonly string[] {
  const [first = '', ...more] = printable(curl).split('\n')
  return [`  ${colors.cyan('$')} ${first}`, ...more.map(line => `  ${line}`)]
}
