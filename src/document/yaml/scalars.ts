import type { JsonValue } from '../../model/json.ts'
import { plainScalar } from './plain-scalar.ts'
import { columnAt, doubt, isBlank, type Reading } from './reading.ts'

/** The text without quotes that stands next, over as many lines as it takes; what it means by YAML's core schema. */
export function plainText(reading: Reading, parent: number): JsonValue {
  let written = plainLine(reading, lineOfBlock)
  for (let gap = gapBefore(reading, parent); gap !== undefined; gap = gapBefore(reading, parent))
    written += gap + plainLine(reading, lineOfBlock)
  return meaning(written)
}

/** The text without quotes within braces or brackets. */
export function plainInFlow(reading: Reading): JsonValue {
  return meaning(plainLine(reading, lineOfFlow))
}

function meaning(written: string): JsonValue {
  const value = plainScalar(written)
  if (value === undefined) throw doubt
  return value
}

/** The text of a line without quotes: all but a comment, and no colon with a blank behind it. */
const lineOfBlock = /(?:[^\s\-?:,[\]{}#&*!|>'"%@`]|[-?:](?=\S))[^\r\n:#]*(?:(?::(?=\S)|(?<=\S)#)[^\r\n:#]*)*/y
const lineOfFlow =
  /(?:[^\s\-?:,[\]{}#&*!|>'"%@`]|[-?:](?=[^\s,[\]{}]))[^\r\n:#,[\]{}]*(?:(?::(?=[^\s,[\]{}])|(?<=\S)#)[^\r\n:#,[\]{}]*)*/y

function plainLine(reading: Reading, line: RegExp): string {
  const { text, at } = reading
  line.lastIndex = at
  if (!line.test(text)) throw doubt
  let end = line.lastIndex
  while (isBlank(text.charCodeAt(end - 1))) end--
  reading.at = end
  return text.slice(at, end)
}

/** Goes on to the next line if it belongs to the same text; what the end of the line means there. */
function gapBefore(reading: Reading, parent: number): string | undefined {
  const { text, at } = reading
  lineBreaks.lastIndex = at
  if (!lineBreaks.test(text)) return undefined
  const next = lineBreaks.lastIndex
  if (next === text.length || text[next] === '#' || columnAt(text, next) <= parent) return undefined
  reading.at = next
  return foldedBreaks(text.slice(at, next))
}

const lineBreaks = /[ \t]*(?:\r?\n[ \t]*)+/y

/** One line's end is a blank, and each further one a line's end. */
function foldedBreaks(written: string): string {
  const count = written.split('\n').length - 1
  return count === 1 ? ' ' : '\n'.repeat(count - 1)
}

/** The text in quotes that stands next. */
export function quoted(reading: Reading, parent: number): string {
  const { text, at } = reading
  const isDouble = text[at] === '"'
  const pattern = isDouble ? inDoubleQuotes : inSingleQuotes
  pattern.lastIndex = at
  if (!pattern.test(text)) throw doubt
  reading.at = pattern.lastIndex
  const written = text.slice(at + 1, reading.at - 1)
  if (written.includes('\n')) checkIndentation(written, parent)
  if (isDouble) return /[\\\n]/.test(written) ? written.replace(escapeOrBreak, unescaped) : written
  const plain = written.replaceAll("''", "'")
  return plain.includes('\n') ? plain.replace(breaks, foldedBreaks) : plain
}

const inDoubleQuotes = /"[^"\\]*(?:\\[^][^"\\]*)*"/y
const inSingleQuotes = /'[^']*(?:''[^']*)*'/y
const breaks = /[ \t]*(?:\r?\n[ \t]*)+/g
const escapeOrBreak =
  /\\(?:\r?\n[ \t]*(?!\s)|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|U[\dA-Fa-f]{8}|[^\r\n])|[ \t]*(?:\r?\n[ \t]*)+|\\/g

/** All lines of a text in quotes stand further in than what it belongs to. */
function checkIndentation(written: string, parent: number): void {
  for (const [, blanks = ''] of written.matchAll(/\n( *)(?=[^ \r\n]|$)/g))
    if (blanks.length <= parent) throw doubt
}

function unescaped(written: string): string {
  if (!written.startsWith('\\')) return foldedBreaks(written)
  const code = written[1] ?? ''
  if (code === '\r' || code === '\n') return ''
  if (written.length > 2) {
    const point = parseInt(written.slice(2), 16)
    if (point > 0x10ffff) throw doubt
    return String.fromCodePoint(point)
  }
  const meant = escapes[code]
  if (meant === undefined) throw doubt
  return meant
}

/** YAML 1.2.2, section 5.7. */
const escapes: Readonly<Record<string, string>> = {
  __proto__: null as never,
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  ' ': ' ',
  '"': '"',
  '/': '/',
  '\\': '\\',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
}

/** The text behind `|` or `>`, and where it ends: without the empty lines behind it, unless they are kept. */
export function blockScalar(reading: Reading, parent: number): { value: string; end: number } {
  const { text, at } = reading
  header.lastIndex = at
  const [, style, first = '', chompedBehind = '', chompedBefore = '', last = ''] = header.exec(text) ?? []
  if (style === undefined) throw doubt
  const start = header.lastIndex
  const [digit, chomping] = [first + last, chompedBehind + chompedBefore]
  const indent = indentOf(text, start, digit === '' ? undefined : Math.max(parent, 0) + Number(digit))
  if (indent <= parent) throw doubt
  const lines = linesOf(indent)
  lines.lastIndex = start
  lines.test(text)
  reading.at = lines.lastIndex
  const raw = text.slice(start, reading.at)
  const { length } = raw.trimEnd()
  const behind = raw.slice(length)
  if (length === 0 || /\n[ \t]/.test(behind)) throw doubt
  const lineEnd = behind.indexOf('\n')
  const end = start + (chomping === '+' || lineEnd < 0 ? raw.length : length + lineEnd + 1)
  return { value: blockText(raw, indent, style === '>', chomping), end }
}

const header = /([|>])(?:([1-9])([-+])?|([-+])([1-9])?)?(?: +#[^\n]*|[ \t]*)\r?\n/y

/** How far in the lines of a block stand: as its first one that is not empty, or as it was told. */
function indentOf(text: string, start: number, told: number | undefined): number {
  if (told !== undefined) return told
  firstLine.lastIndex = start
  const [, blank = '', own = ''] = firstLine.exec(text) ?? []
  // An empty line before the first one that is longer than that one's indentation is a mistake.
  if (
    blank.split('\n').some(line => line.trimEnd().length === 0 && line.replace('\r', '').length > own.length)
  )
    throw doubt
  return own.length
}

const firstLine = /((?: *\r?\n)*)( *)/y

const patterns = new Map<number, RegExp>()

function linesOf(indent: number): RegExp {
  const known = patterns.get(indent)
  if (known !== undefined) return known
  const pattern = new RegExp(`(?: {${indent}}[^\\n]*(?:\\n|$)| *\\r?\\n)*`, 'y')
  patterns.set(indent, pattern)
  return pattern
}

function blockText(raw: string, indent: number, folds: boolean, chomping: string): string {
  const lines = raw
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map(line => line.slice(indent))
  let last = lines.length
  while (last > 0 && lines[last - 1] === '') last--
  const text = folds ? foldedLines(lines.slice(0, last)) : lines.slice(0, last).join('\n')
  if (chomping === '-') return text
  return chomping === '+' ? text + '\n'.repeat(Math.max(lines.length - last, 1)) : `${text}\n`
}

/** YAML 1.2.2, section 8.1.3: lines become one, but for those that stand further in. */
function foldedLines(lines: readonly string[]): string {
  let text = ''
  let breaksBefore = 0
  let wasFurtherIn = true
  for (const line of lines) {
    if (line === '') {
      breaksBefore++
      continue
    }
    const isFurtherIn = isBlank(line.charCodeAt(0))
    const joins = text !== '' && !isFurtherIn && !wasFurtherIn
    if (joins && breaksBefore === 0) text += ' '
    else text += '\n'.repeat(breaksBefore + (joins || text === '' ? 0 : 1))
    text += line
    breaksBefore = 0
    wasFurtherIn = isFurtherIn
  }
  return text
}
