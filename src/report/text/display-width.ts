/** Scripts and signs that fill two columns of a terminal. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u
const zeroWidth = /\p{Mn}|\p{Me}|\u200b|\u200c|\u200d/u

/** Columns that a text without control characters takes in a terminal. */
export function displayWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length
  let width = 0
  for (const character of text) width += columnsOf(character)
  return width
}

/** The end of a text in a number of columns, beginning with `…` when something is missing. */
export function endOfWidth(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text
  const reversed = Array.from(text).toReversed().join('')
  return Array.from(cutToWidth(reversed, columns)).toReversed().join('')
}

/** The text cut to a number of columns, ending in `…` when something is missing. */
export function cutToWidth(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text
  if (columns <= 0) return ''
  let result = ''
  let width = 0
  for (const character of text) {
    width += columnsOf(character)
    if (width > columns - 1) break
    result += character
  }
  return `${result}…`
}

function columnsOf(character: string): number {
  if (zeroWidth.test(character)) return 0
  return wide.test(character) ? 2 : 1
}
