import type { JsonValue } from '../../model/json.ts'
import { plainScalar } from './plain-scalar.ts'
import { isNumber } from '../../util/exact-number.ts'

/** How far a text has been read, and where what was read is written. */
export interface Reading {
  readonly text: string
  /** The offset of what comes next. Between values: of the next thing that is no comment. */
  at: number
  /** The column of what begins the next line, counted from 0; -1 behind the last one. */
  column: number
  /** The offset behind the last value, its comment and the end of its line. */
  after: number
  depth: number
  /** The offset behind the key that was read last, as it is written. */
  keyEnd: number
  /** Five numbers a value, in the order of the text: see `openPlace`. None where nobody will ask. */
  places: Int32Array | undefined
  /** How many of them are in use. */
  placed: number
}

/** The reading of a text from an offset on. */
export function beginReading(text: string, start: number, isPlaced: boolean): Reading {
  const places = isPlaced ? new Int32Array(numbersAPlace * ((text.length >> 3) + 8)) : undefined
  return { text, at: start, column: 0, after: 0, depth: 0, keyEnd: 0, places, placed: 0 }
}

/** Thrown to give a text up to the full reader; never leaves `readPlain`. */
export const doubt = new Error('not a plain text')

/** Levels above which a text is left to the full reader, which knows how deep is too deep. */
const plainDepth = 100

/** Counts a collection around what is read next, until it is closed. */
export function deeper(reading: Reading): void {
  if (++reading.depth > plainDepth) throw doubt
}

/**
 * Begins the place of a value, whose key stands from `keyStart` to `keyEnd` (-1 for an item): those two, where the value
 * starts and ends, and where the place behind everything in it begins. Gives the index of the place.
 */
export function openPlace(reading: Reading, keyStart: number, keyEnd: number): number {
  const { places, placed } = reading
  if (places === undefined) return 0
  reading.placed += numbersAPlace
  const room = placed < places.length ? places : withMoreRoom(reading, places)
  room[placed] = keyStart
  room[placed + 1] = keyEnd
  return placed
}

export const numbersAPlace = 5

function withMoreRoom(reading: Reading, places: Int32Array): Int32Array {
  const room = new Int32Array(2 * places.length)
  room.set(places)
  reading.places = room
  return room
}

export function closePlace({ places, placed }: Reading, place: number, start: number, end: number): void {
  if (places === undefined) return
  places[place + 2] = start
  places[place + 3] = end
  places[place + 4] = placed
}

/** Goes on to the next line that is not empty, behind its indentation. */
export function toNextLine(reading: Reading): void {
  const { text } = reading
  indentation.lastIndex = reading.at
  indentation.test(text)
  reading.at = indentation.lastIndex
  reading.column = reading.at === text.length ? -1 : columnAt(text, reading.at)
}

const indentation = /(?:[ \t]*(?:#[^\n]*)?\r?\n|[ \t]*#[^\n]*$)* */y

/** How many characters stand before an offset in its line. */
export function columnAt(text: string, offset: number): number {
  return offset === 0 ? 0 : offset - text.lastIndexOf('\n', offset - 1) - 1
}

/** Ends the line of a value: nothing but a comment may follow in it. */
export function restOfLine(reading: Reading): void {
  const end = reading.at
  if (toLineBelow(reading)) {
    reading.after = end + 1
    return
  }
  rest.lastIndex = end
  if (!rest.test(reading.text)) throw doubt
  reading.after = reading.at = rest.lastIndex
  toNextLine(reading)
}

const rest = /(?:[ \t]+#[^\n]*|[ \t]*)(?:\r?\n|$)/y

/** Where a line ends: goes on to the one below, if something stands there, as nearly everywhere. */
export function toLineBelow(reading: Reading): boolean {
  const { text, at } = reading
  if (text.charCodeAt(at) !== lineFeed) return false
  lineBelow.lastIndex = at
  if (!lineBelow.test(text)) return false
  reading.at = lineBelow.lastIndex
  reading.column = reading.at - at - 1
  return true
}

const lineFeed = 0x0a
const lineBelow = /\n *(?=[^\s#])/y

/** The value of most keys: a word, a number or a text in its line, with something in the line below that is no part of it. */
export function wordInLine(reading: Reading, place: number, parent: number): JsonValue | undefined {
  const { text, at: start } = reading
  word.lastIndex = start
  if (!word.test(text)) return undefined
  const lineEnd = text.indexOf('\n', start)
  const column = word.lastIndex - lineEnd - 1
  if (column > parent) return undefined
  let end = lineEnd
  while (isBlank(text.charCodeAt(end - 1))) end--
  const isQuoted = text.charCodeAt(start) === quote
  const value = isQuoted ? text.slice(start + 1, end - 1) : plainScalar(text.slice(start, end))
  if (value === undefined) throw doubt
  closePlace(reading, place, start, end)
  reading.at = word.lastIndex
  reading.after = lineEnd + 1
  reading.column = column
  return value
}

const word = /(?:[A-Za-z\d$/][^\r\n:#]*(?::(?=\S)[^\r\n:#]*)*|"[^"\\\r\n]*"[ \t]*)\n *(?=[^\s#])/y
const quote = 0x22

export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}

/**
 * The name of the key in a line of its own that stands next, if one does: the reading goes on to where its value may start,
 * and notes where the key ends.
 */
export function keyOfLine(reading: Reading): string | undefined {
  const { text, at } = reading
  everydayKey.lastIndex = at
  if (everydayKey.test(text)) {
    reading.at = everydayKey.lastIndex
    reading.keyEnd = text.indexOf(':', at)
    const written = text.slice(at, reading.keyEnd)
    // No other word means something.
    return written.length === 4 || written.length === 5 || written.length > 1000 ? nameOf(written) : written
  }
  key.lastIndex = at
  const written = key.exec(text)?.[1]
  if (written === undefined) return undefined
  reading.at = key.lastIndex
  reading.keyEnd = at + written.length
  return nameOf(written)
}

/** Most keys: nothing but the name has to be cut out. */
const everydayKey = /[A-Za-z$](?:[\w$.-]| (?=[\w$]))*:(?: +|(?=\r?\n|$))/y

/** A name without or in quotes, and the colon behind it. */
const key =
  /([A-Za-z_$][\w$.-]*|"[^"\\\r\n]*"|'[^'\r\n]*'|(?:[^\s\-?:,[\]{}#&*!|>'"%@`]|[-?:](?=\S))(?:[^\s:#]|:(?=\S)|(?<=\S)#|[ \t]+(?=[^\s#:]))*)[ \t]*:(?: +|(?=\r?\n|$))/y

/** The name that a key gives. In doubt are long ones, and those that are no texts to every reader. */
export function nameOf(written: string): string {
  if (written.length > 1000 || written === '<<') throw doubt
  const first = written[0]
  if (first === '"' || first === "'") return written.slice(1, -1)
  const value = plainScalar(written)
  if (typeof value === 'string') return value
  if (isNumber(value)) return written
  throw doubt
}

/** Of all names, only this one would not become a member when it is assigned. */
export function setOwn(data: Record<string, JsonValue>, name: string, value: JsonValue): void {
  if (name === '__proto__')
    Object.defineProperty(data, name, { value, writable: true, enumerable: true, configurable: true })
  else data[name] = value
}
