import type { JsonValue } from '../../model/json.ts'
import type { YamlSource } from '../yaml-source.ts'
import { readFlow } from './flow.ts'
import { placedSource } from './placed-source.ts'
import {
  closePlace,
  columnAt,
  deeper,
  doubt,
  type Key,
  keyOf,
  openPlace,
  type Reading,
  restOfLine,
  setOwn,
  toNextLine,
} from './reading.ts'
import { blockScalar, plainText, quoted } from './scalars.ts'

/**
 * Reads a sound text without anchors, tags and the like in one pass; undefined for every other text, and for those about
 * which readers of YAML do not agree. What this reader takes, it takes as the full reader does.
 */
export function readPlain(text: string, file: string): YamlSource | undefined {
  const places: number[] = []
  const value = readDocument(text, places)
  return value === undefined ? undefined : placedSource(file, text, value, new Int32Array(places))
}

/** The same where nobody asks for places. */
export function plainValue(text: string): JsonValue | undefined {
  return readDocument(text, undefined)
}

function readDocument(text: string, places: number[] | undefined): JsonValue | undefined {
  const start = headEnd(text)
  if (isUnusual(text, start)) return undefined
  const reading: Reading = { text, at: start, column: 0, after: 0, depth: 0, places }
  try {
    toNextLine(reading)
    const value = readBlock(reading, openPlace(reading, -1, -1), -1)
    return typeof value === 'object' && reading.column < 0 ? (value ?? undefined) : undefined
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
  if (isEntry(text, at)) return readList(reading, place)
  const key = keyOf(reading)
  return key === undefined ? readInLine(reading, place, parent) : readMapping(reading, place, key)
}

function isEntry(text: string, at: number): boolean {
  entry.lastIndex = at
  return entry.test(text)
}

const entry = /-(?: +|(?=\r?\n|$))/y

function readList(reading: Reading, place: number): JsonValue {
  deeper(reading)
  const { text, at: start } = reading
  const column = columnAt(text, start)
  const items: JsonValue[] = []
  do {
    reading.at = entry.lastIndex
    const item = openPlace(reading, -1, -1)
    items.push(readBehind(reading, item, column, false))
  } while (reading.column === column && isEntry(text, reading.at))
  closePlace(reading, place, start, reading.after)
  reading.depth--
  return items
}

function readMapping(reading: Reading, place: number, first: Key): JsonValue {
  deeper(reading)
  const { text, at: start } = reading
  const column = columnAt(text, start)
  const data: Record<string, JsonValue> = {}
  let key: Key | undefined = first
  do {
    if (key === undefined) throw doubt
    const keyStart = reading.at
    if (Object.hasOwn(data, key.name)) throw doubt
    const member = openPlace(reading, keyStart, keyStart + key.length)
    reading.at = key.end
    setOwn(data, key.name, readBehind(reading, member, column, true))
    key = reading.column === column ? keyOf(reading) : undefined
  } while (reading.column === column)
  if (reading.column > column) throw doubt
  closePlace(reading, place, start, reading.after)
  reading.depth--
  return data
}

/** What stands behind a dash or a colon: in the same line, or below it and further in than what it belongs to. */
function readBehind(reading: Reading, place: number, column: number, isMember: boolean): JsonValue {
  const start = reading.at
  lineEnd.lastIndex = start
  if (!lineEnd.test(reading.text))
    // An item may begin a list or a mapping in the line of its dash.
    return isMember ? readInLine(reading, place, column) : readBlock(reading, place, column)
  reading.at = lineEnd.lastIndex
  toNextLine(reading)
  const isBelow =
    reading.column > column || (isMember && reading.column === column && isEntry(reading.text, reading.at))
  if (isBelow) return readBlock(reading, place, column)
  // A comment there may belong to the empty value or not.
  commentNext.lastIndex = start
  if (commentNext.test(reading.text)) throw doubt
  reading.after = start
  closePlace(reading, place, start, start)
  return null
}

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
