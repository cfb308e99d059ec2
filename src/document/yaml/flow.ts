import type { JsonValue } from '../../model/json.ts'
import { closePlace, columnAt, deeper, doubt, nameOf, openPlace, type Reading, setOwn } from './reading.ts'
import { plainInFlow, quoted } from './scalars.ts'

/** The mapping in braces or the list in brackets that begins here. `parent` is the column of what it belongs to. */
export function readFlow(reading: Reading, place: number, parent: number): JsonValue {
  deeper(reading)
  const start = reading.at
  const isMapping = reading.text[start] === '{'
  reading.at++
  const value = isMapping ? readMembers(reading, parent) : readItems(reading, parent)
  closePlace(reading, place, start, reading.at)
  reading.depth--
  return value
}

function readMembers(reading: Reading, parent: number): JsonValue {
  const data: Record<string, JsonValue> = {}
  while (!isClosed(reading, '}', parent)) {
    const keyStart = reading.at
    const name = readKey(reading)
    if (Object.hasOwn(data, name)) throw doubt
    const member = openPlace(reading, keyStart, reading.at)
    skipColon(reading, reading.text[keyStart] === '"')
    skipBlanks(reading, parent)
    setOwn(data, name, readValue(reading, member, parent))
    toNextEntry(reading, '}', parent)
  }
  return data
}

function readItems(reading: Reading, parent: number): JsonValue {
  const items: JsonValue[] = []
  while (!isClosed(reading, ']', parent)) {
    const item = openPlace(reading, -1, -1)
    items.push((isPair(reading) ? readPair : readValue)(reading, item, parent))
    toNextEntry(reading, ']', parent)
  }
  return items
}

/** `[a: 1]` is `[{ a: 1 }]`. */
function readPair(reading: Reading, place: number, parent: number): JsonValue {
  const start = reading.at
  const name = readKey(reading)
  const member = openPlace(reading, start, reading.at)
  skipColon(reading, false)
  skipBlanks(reading, parent)
  const data = {}
  setOwn(data, name, readValue(reading, member, parent))
  closePlace(reading, place, start, reading.at)
  return data
}

/** True where an item is a key with its value: a colon with a blank behind it before anything ends the item. */
function isPair({ text, at }: Reading): boolean {
  pair.lastIndex = at
  return pair.test(text)
}

const pair =
  /(?:"[^"\\\r\n]*"|'[^'\r\n]*'|(?:[^\s:#,[\]{}"']|:(?=[^\s,[\]{}])|(?<=\S)#|[ \t]+(?=[^\s#:]))+)[ \t]*:(?=\s)/y

function readKey(reading: Reading): string {
  const { text, at } = reading
  key.lastIndex = at
  if (!key.test(text)) throw doubt
  let end = key.lastIndex
  while (text.charCodeAt(end - 1) === 0x20) end--
  reading.at = end
  return nameOf(text.slice(at, end))
}

const key =
  /[A-Za-z_$][\w$.-]*(?= *:)|"[^"\\\r\n]*"|'[^'\r\n]*'|(?:[^\s\-?:,[\]{}#&*!|>'"%@`]|[-?:](?=[^\s,[\]{}]))[^\r\n:#,[\]{}]*(?:(?::(?=[^\s,[\]{}])|(?<=\S)#)[^\r\n:#,[\]{}]*)*/y

/** Behind a key in double quotes, as JSON has it, the value may follow at once. */
function skipColon(reading: Reading, mayTouch: boolean): void {
  if (reading.text.startsWith(': ', reading.at)) {
    reading.at++
    return
  }
  colon.lastIndex = reading.at
  if (!colon.test(reading.text)) throw doubt
  reading.at = colon.lastIndex
  if (!mayTouch && !/\s/.test(reading.text[reading.at] ?? '')) throw doubt
}

const colon = / *:/y

function readValue(reading: Reading, place: number, parent: number): JsonValue {
  const { text, at: start } = reading
  const first = text[start]
  if (first === '{' || first === '[') return readFlow(reading, place, parent)
  const value = first === '"' || first === "'" ? quoted(reading, parent) : plainInFlow(reading)
  closePlace(reading, place, start, reading.at)
  return value
}

/** Goes on to what comes next; whether that ends the collection, which is skipped then. */
function isClosed(reading: Reading, closing: string, parent: number): boolean {
  skipBlanks(reading, parent)
  if (reading.text[reading.at] !== closing) return false
  reading.at++
  return true
}

/** A comma, or the end of the collection. */
function toNextEntry(reading: Reading, closing: string, parent: number): void {
  skipBlanks(reading, parent)
  if (reading.text[reading.at] === ',') reading.at++
  else if (reading.text[reading.at] !== closing) throw doubt
}

/** Blanks, line ends and comments. A further line stands further in than what the collection belongs to. */
function skipBlanks(reading: Reading, parent: number): void {
  const { text, at } = reading
  // Most often there is one blank, or none.
  if (isContent(text.charCodeAt(at))) return
  if (text.charCodeAt(at) === 0x20 && isContent(text.charCodeAt(at + 1))) {
    reading.at++
    return
  }
  blanks.lastIndex = at
  blanks.test(text)
  reading.at = blanks.lastIndex
  // Asked only where there is a further line: to find the column is to look through all of the line before it.
  const isFurtherLine = text.slice(at, reading.at).includes('\n')
  if (isFurtherLine && columnAt(text, reading.at) <= parent) throw doubt
}

function isContent(code: number): boolean {
  return code > 0x20 && code !== 0x23
}

const blanks = /(?:[ \t]|\r?\n|(?<=\s)#[^\r\n]*)*/y
