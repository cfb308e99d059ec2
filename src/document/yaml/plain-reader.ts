import type { JsonValue } from '../../model/json.ts'
import type { YamlSource } from '../yaml-source.ts'
import { readFlow } from './flow.ts'
import { placedSource } from './placed-source.ts'
import {
  beginReading,
  closePlace,
  columnAt,
  deeper,
  doubt,
  keyOfLine,
  openPlace,
  type Reading,
  restOfLine,
  setOwn,
  toLineBelow,
  toNextLine,
  wordInLine,
} from './reading.ts'
import { blockScalar, plainText, quoted } from './scalars.ts'

/**
 * Reads a sound text without anchors, tags and the like in one pass; undefined for every other text, and for those about
 * which readers of YAML do not agree. What this reader takes, it takes as the full reader does.
 */
export function readPlain(text: string, file: string): YamlSource | undefined {
  const read = readDocument(text, true)
  return read?.places === undefined ? undefined : placedSource(file, text, read.value, read.places)
}

/** The same where nobody asks for places. */
export function plainValue(text: string): JsonValue | undefined {
  return readDocument(text, false)?.value
}

interface Read {
  readonly value: JsonValue
  readonly places: Int32Array | undefined
}

function readDocument(text: string, isPlaced: boolean): Read | undefined {
  const start = headEnd(text)
  if (isUnusual(text, start)) return undefined
  const reading = beginReading(text, start, isPlaced)
  try {
    toNextLine(reading)
    const value = readBlock(reading, openPlace(reading, -1, -1), -1)
    const isWhole = typeof value === 'object' && value !== null && reading.column < 0
    return isWhole ? { value, places: reading.places } : undefined
  } catch (error) {
    if (error === doubt) return undefined
    throw error
  }
}

/** The offset behind a line of dashes that begins the document. */
function headEnd(text: string): number {
  head.lastIndex = 0
  return head.test(text) ? head.lastIndex : 0
}

const head = /(?:[ \t]*(?:#[^\n]*)?\r?\n)*---[ \t]*\r?\n/y

/** Control characters, a byte order mark, line ends of old Macs, a tab in the indentation, ends of documents. */
function isUnusual(text: string, start: number): boolean {
  unusual.lastIndex = start
  return unusual.test(text) || (start > 0 && unusual.test(text.slice(0, start - 4)))
}

// eslint-disable-next-line no-control-regex -- it is what is looked for.
const unusual = /[\x00-\x08\x0b\x0c\x0e-\x1f\uFEFF]|\r(?!\n)|^(?: *\t|---|\.\.\.)/gm

/** The mapping, the list or the value in lines of its own, which begins where the reading is. */
function readBlock(reading: Reading, place: number, parent: number): JsonValue {
  const { text, at } = reading
  const first = entryEnd(text, at)
  if (first >= 0) return readList(reading, place, first)
  const name = keyOfLine(reading)
  return name === undefined ? readInLine(reading, place, parent) : readMapping(reading, place, at, name)
}

/** The offset behind the dash that stands next, and the blanks behind it; -1 where none does. */
function entryEnd(text: string, at: number): number {
  if (text.charCodeAt(at) !== dash) return -1
  entry.lastIndex = at
  return entry.test(text) ? entry.lastIndex : -1
}

const dash = 0x2d
const entry = /-(?: +|(?=\r?\n|$))/y

function readList(reading: Reading, place: number, first: number): JsonValue {
  deeper(reading)
  const { text, at: start } = reading
  const column = columnAt(text, start)
  const items: JsonValue[] = []
  let next = first
  do {
    reading.at = next
    const item = openPlace(reading, -1, -1)
    items.push(readBehind(reading, item, column, false))
    next = reading.column === column ? entryEnd(text, reading.at) : -1
  } while (next >= 0)
  closePlace(reading, place, start, reading.after)
  reading.depth--
  return items
}

/** The mapping that begins at `start`, with a key that has been read. */
function readMapping(reading: Reading, place: number, start: number, first: string): JsonValue {
  deeper(reading)
  const column = columnAt(reading.text, start)
  const data: Record<string, JsonValue> = {}
  let keyStart = start
  let name: string | undefined = first
  do {
    if (name === undefined || Object.hasOwn(data, name)) throw doubt
    const member = openPlace(reading, keyStart, reading.keyEnd)
    const value = wordInLine(reading, member, column)
    setOwn(data, name, value === undefined ? readBehind(reading, member, column, true) : value)
    keyStart = reading.at
    name = reading.column === column ? keyOfLine(reading) : undefined
  } while (reading.column === column)
  if (reading.column > column) throw doubt
  closePlace(reading, place, start, reading.after)
  reading.depth--
  return data
}

/** Reads the value behind a dash or a colon: in the same line, or below it and further in than its key or dash. */
function readBehind(reading: Reading, place: number, column: number, isMember: boolean): JsonValue {
  const start = reading.at
  if (!isLineEnd(reading))
    // An item may begin a list or a mapping in the line of its dash.
    return isMember ? readInLine(reading, place, column) : readBlock(reading, place, column)
  if (!toLineBelow(reading)) {
    reading.at = lineEnd.lastIndex
    toNextLine(reading)
  }
  const isBelow =
    reading.column > column ||
    (isMember && reading.column === column && entryEnd(reading.text, reading.at) >= 0)
  if (isBelow) return readBlock(reading, place, column)
  // A comment there may belong to the empty value or not.
  commentNext.lastIndex = start
  if (commentNext.test(reading.text)) throw doubt
  reading.after = start
  closePlace(reading, place, start, start)
  return null
}

/** True where nothing but a comment stands in the rest of the line. */
function isLineEnd({ text, at }: Reading): boolean {
  // Neither a line end nor a comment begins so.
  if (text.charCodeAt(at) > hash) return false
  lineEnd.lastIndex = at
  return lineEnd.test(text)
}

const hash = 0x23
const lineEnd = /(?:#[^\n]*)?(?:\r?\n|$)/y
const commentNext = /\s*#/y

/** A value that begins in this line and ends it. `parent` is the column of what it belongs to. */
function readInLine(reading: Reading, place: number, parent: number): JsonValue {
  const { text, at: start } = reading
  const first = text[start]
  if (first === '|' || first === '>') return readBlockScalar(reading, place, parent)
  const value =
    first === '{' || first === '['
      ? readFlow(reading, place, parent)
      : first === '"' || first === "'"
        ? quoted(reading, parent)
        : plainText(reading, parent)
  closePlace(reading, place, start, reading.at)
  restOfLine(reading)
  return value
}

function readBlockScalar(reading: Reading, place: number, parent: number): string {
  const { at: start } = reading
  const { value, end } = blockScalar(reading, parent)
  closePlace(reading, place, start, end)
  reading.after = end
  toNextLine(reading)
  return value
}
