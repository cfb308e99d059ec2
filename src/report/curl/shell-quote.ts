/** A text as one word of a POSIX shell (XCU 2.2.2): as it is when nothing in it means anything to the shell. */
export function shellQuote(text: string): string {
  if (/^[\w@%+:,./-][\w@%+=:,./-]*$/.test(text)) return text
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/**
 * A text whose characters from 128 to 255 stand for one byte each, as in header lines, as one word of a shell: printf
 * writes those bytes, whatever the terminal's encoding is.
 */
export function shellQuoteBytes(text: string): string {
  if (!/[\x80-\xff]/.test(text)) return shellQuote(text)
  const format = text
    .replace(/[\\%]/g, character => character + character)
    .replace(/[\x80-\xff]/g, character => `\\${character.charCodeAt(0).toString(8)}`)
  return `"$(printf ${shellQuote(format)})"`
}
