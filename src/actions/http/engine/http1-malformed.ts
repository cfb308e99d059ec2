/**
 * Describes the error in a line of a head that cannot be read; undefined when only its end is missing. The text begins
 * with the line, has a byte in each character, and goes on behind it.
 */
export function malformedLine(text: string, isStatusLine: boolean): string | undefined {
  return isStatusLine ? malformedStatusLine(text) : malformedHeaderLine(text)
}

/** The fault of a status line that is none. */
export const notHttp = 'Expected HTTP/'

function malformedStatusLine(text: string): string | undefined {
  if (!'HTTP/'.startsWith(text.slice(0, 5))) return notHttp
  if (!/^(?:0(?:\.9?)?|1(?:\.[01]?)?|2(?:\.0?)?)?$/.test(text.slice(5, 8))) return 'Invalid HTTP version'
  if (!/^ ?$/.test(text.slice(8, 9))) return 'Expected space after version'
  if (!/^\d*$/.test(text.slice(9, 12))) return 'Invalid status code'
  if (!/^[ \r\n]?$/.test(text.slice(12, 13))) return 'Invalid response status'
  return withoutLineBreak(text, /[\r\n]/, 'the status line')
}

function malformedHeaderLine(text: string): string | undefined {
  if (/^[ \t]/.test(text)) return 'Unexpected space at the beginning of a header line'
  if (text === '' || text === '\r') return undefined
  const reason = malformedIn(text)
  const name = nameIn(text)
  return reason === undefined || name === '' ? reason : `${reason} in ${JSON.stringify(name)}`
}

/** Reads the text before the colon of a line: its value may be a secret. */
function nameIn(text: string): string {
  const [name = ''] = /^[^:\r\n]*/.exec(text.slice(0, longestName)) ?? []
  return name.trimEnd()
}

const longestName = 60

function malformedIn(text: string): string | undefined {
  const [name = ''] = /^[!#$%&'*+.^_`|~0-9A-Za-z-]*/.exec(text) ?? []
  const next = text.charAt(name.length)
  if (next === '' && name !== '') return undefined
  // To name it, more of it has to be there.
  if (next !== ':' && text.length < longestName && !/[:\r\n]/.test(text)) return undefined
  if (next !== ':' || name === '') return 'Invalid header token'
  // Line breaks of folded lines are none, and more of one may follow its last.
  const unfolded = text.replaceAll(/\r\n(?=[\t ]|$)/g, '')
  return withoutLineBreak(unfolded, /[^\t\x20-\x7e\x80-\xff]/, 'a header line')
}

/** Finds the first character that may not be in a line, which is not followed by what would end it. */
function withoutLineBreak(text: string, forbidden: RegExp, what: string): string | undefined {
  const { index, 0: found } = forbidden.exec(text) ?? { index: 0, 0: '' }
  if (found === '') return undefined
  if (found === '\n') return `Missing CR at the end of ${what}`
  if (found !== '\r') return 'Invalid header value char'
  return index + 1 === text.length ? undefined : `Missing LF at the end of ${what}`
}
