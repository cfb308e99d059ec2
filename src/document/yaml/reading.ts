import type { JsonValue } from '../../model/json.ts'
import { plainScalar } from './plain-scalar.ts'

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
  /** Five numbers a value, in the order of the text: see `openPlace`. None where nobody will ask. */
  readonly places: number[] | undefined
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
export function openPlace({ places }: Reading, keyStart: number, keyEnd: number): number {
  return places === undefined ? 0 : places.push(keyStart, keyEnd, 0, 0, 0) - numbersAPlace
}

export const numbersAPlace = 5

export function closePlace({ places }: Reading, place: number, start: number, end: number): void {
  if (places === undefined) return
  places[place + 2] = start
  places[place + 3] = end
  places[place + 4] = places.length
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
  rest.lastIndex = reading.at
  if (!rest.test(reading.text)) throw doubt
  reading.after = reading.at = rest.lastIndex
  toNextLine(reading)
}

const rest = /(?:[ \t]+#[^\n]*|[ \t]*)(?:\r?\n|$)/y

/** A key in a line of its own: its name, how long it is as written, and where its value may start. */
export interface Key {
  readonly name: string
  readonly length: number
  readonly end: number
}

/** The key that stands next, if one does. */
export function keyOf({ text, at }: Reading): Key | undefined {
  word.lastIndex = at
  if (word.test(text)) {
    const written = text.slice(at, text.indexOf(':', at))
    return { name: nameOf(written), length: written.length, end: word.lastIndex }
  }
  key.lastIndex = at
  const match = key.exec(text)
  const written = match?.[1]
  return written === undefined
    ? undefined
    : { name: nameOf(written), length: written.length, end: key.lastIndex }
}

/** Most keys: nothing but the name has to be cut out. */
const word = /[A-Za-z][\w-]*:(?: +|(?=\r?\n|$))/y

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
  if (typeof value === 'number' && String(value) === written) return written
  throw doubt
}

/** Of all names, only this one would not become a member when it is assigned. */
export function setOwn(data: Record<string, JsonValue>, name: string, value: JsonValue): void {
  if (name === '__proto__')
    Object.defineProperty(data, name, { value, writable: true, enumerable: true, configurable: true })
  else data[name] = value
}
