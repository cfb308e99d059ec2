import type { Palette } from '../terminal/palette.ts'

/** A key with its colon, another text, or a number or word. */
const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g

/** JSON text in the colours of a terminal: keys, texts, and all other values each in one. */
export function colorJson(text: string, colors: Palette): string {
  return text.replace(token, (found: string, quoted: string | undefined, colon: string | undefined) => {
    if (quoted === undefined) return colors.yellow(found)
    return colon === undefined ? colors.green(quoted) : `${colors.cyan(quoted)}${colon}`
  })
}
