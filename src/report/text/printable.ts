import { writeJson } from '../../util/exact-number.ts'
/** Everything a terminal, an XML parser or a reader could trip over, except line feeds and tabs. */
export const unprintable =
  /(?![\n\t])[\p{Cc}\p{Cs}]|[\u061c\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu

/** The same, and before it what a page is made of: colours, and a line that is drawn again. */
const inkOrUnprintable = new RegExp(`\\x1b\\[[\\d;]*m|\\r\\x1b\\[K|${unprintable.source}`, 'gu')

/**
 * The characters that `printable` escapes and JSON leaves as they are, and the ones that build servers take for a
 * command.
 */
const unprintableInJson =
  /[\x7f-\x9f\u061c\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]|(?<=##)(?=(?:vso|teamcity)?\[)./g

/**
 * The text with control characters written as escapes (`\x1b`), so that no answer of a server can move the cursor,
 * change colours or turn the reading direction. Line feeds and tabs stay.
 */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(unprintable, escaped)
}

/** A text that is one line already, as most texts are. */
const plainLine = /^[!-~]+(?: [!-~]+)*$/

/** The text as one line: printable, with each run of white space as one space. */
export function oneLine(text: string): string {
  if (plainLine.test(text)) return text
  return printable(text).replace(/\s+/g, ' ').trim()
}

/** The text as one line: printable, with `\\n` for each line feed. */
export function escapedLine(text: string): string {
  return printable(text).replaceAll('\n', '\\n')
}

/** A page for a terminal, coloured already: of what `printable` escapes only colours and the redrawn last line stay. */
export function inkOnly(page: string): string {
  return page.replace(inkOrUnprintable, found => (found.length > 1 ? found : escaped(found)))
}

/** A value as JSON text that is safe to print: what `printable` escapes is escaped as JSON does, so that the value stays. */
export function jsonText(value: unknown, indentation?: number): string {
  return writeJson(value, indentation).replace(
    unprintableInJson,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function escaped(character: string): string {
  const code = character.charCodeAt(0)
  return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`
}
