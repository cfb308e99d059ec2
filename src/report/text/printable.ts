/** Everything a terminal, an XML parser or a reader could trip over, except line feeds and tabs. */
const unprintable = /(?![\n\t])[\p{Cc}\p{Cs}]|[\u061c\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu

/**
 * The text with control characters written as escapes (`\x1b`), so that no answer of a server can move the cursor,
 * change colours or turn the reading direction. Line feeds and tabs stay.
 */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(unprintable, escaped)
}

/** The text as one line: printable, with each run of white space as one space. */
export function oneLine(text: string): string {
  return printable(text).replace(/\s+/g, ' ').trim()
}

function escaped(character: string): string {
  const code = character.charCodeAt(0)
  return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`
}
