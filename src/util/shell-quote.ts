/** A text as one word of a POSIX shell (XCU 2.2.2): as it is when nothing in it means anything to the shell. */
export function shellQuote(text: string): string {
  if (/^[\w@%+:,./-][\w@%+=:,./-]*$/.test(text)) return text
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/**
 * A text that may have line breaks, as one word on one line of a shell. Not for one that ends in a line break, which the
 * shell would take away.
 */
export function shellQuoteLines(text: string): string {
  return isOneLine(text) ? shellQuote(text) : `"$(${printCommand(text)})"`
}

/** The command that writes a text, whatever characters are in it. */
export function printCommand(text: string): string {
  return `printf ${shellQuote(printfFormat(text, controls))}`
}

/** True where a text has no characters that would not survive the screen it is copied from. */
export function isOneLine(text: string): boolean {
  return !/\p{Cc}/u.test(text)
}

const controls = /\p{Cc}/gu

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A text as the format of printf (POSIX XCU, printf), these characters escaped. */
function printfFormat(text: string, escaped: RegExp): string {
  return text
    .replace(/[\\%]/g, character => character + character)
    .replace(escaped, character => escapes[character] ?? octal(character))
}

/** A character as its bytes: from 128 to 255 as one byte. */
function octal(character: string): string {
  return `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`
}
