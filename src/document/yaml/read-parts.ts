import { COLLECTION_STYLE, type Event, EVENT_ID, parseEvents } from 'js-yaml'
import { afterLine, checkColumn, columnOf, doubt, type EventReader, nextEvent, skip } from './event-reader.ts'
import type { Member, Part } from './part.ts'
import { readScalar } from './read-scalar.ts'

type CollectionEvent = Extract<Event, { start: number }>

/** Reads a text with one document; undefined when it is not sound, is no mapping or list, or holds what is not plain. */
export function readParts(text: string): Part | undefined {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.startsWith('---') || unusual.test(text)) return undefined
  try {
    const events = parseEvents(text, {})
    const [document] = events
    const reader = { text, events, next: 1, cursor: 0 }
    if (document?.type !== EVENT_ID.DOCUMENT || document.directives.length > 0) return undefined
    const part = readPart(reader, false)
    const isCollection = typeof part.value === 'object' && part.value !== null
    return isCollection && reader.next === events.length - 1 ? part : undefined
  } catch {
    return undefined
  }
}

/**
 * What the two readers may read differently: a key with `?`, ends of documents, a byte order mark, a tab in the
 * indentation, line ends of old Macs, an empty line after a line that ends with a backslash.
 */
const unusual = /(?:^|[\s[{,])\?\s|^(?:---|\.\.\.)|\uFEFF|^ *\t|\r(?!\n)|\\\r?\n[ \t]*\r?\n/m

function readPart(reader: EventReader, inFlow: boolean): Part {
  const event = nextEvent(reader)
  if (event.type === EVENT_ID.SCALAR) return readScalar(reader, event, inFlow)
  if (event.type !== EVENT_ID.MAPPING && event.type !== EVENT_ID.SEQUENCE) throw doubt
  if (event.tagStart >= 0 || event.anchorStart >= 0) throw doubt
  const flow = event.style === COLLECTION_STYLE.FLOW
  reader.cursor = flow && isOpening(reader.text[event.start]) ? event.start + 1 : event.start
  return event.type === EVENT_ID.MAPPING ? readMapping(reader, event, flow) : readList(reader, event, flow)
}

function readList(reader: EventReader, event: CollectionEvent, flow: boolean): Part {
  const items: Part[] = []
  const column = flow ? 0 : columnOf(reader, event.start)
  while (!atEnd(reader)) {
    if (!flow) {
      skip(reader, beforeEntry)
      if (items.length > 0) checkColumn(reader, reader.cursor, column)
      skip(reader, listIndicator)
    }
    items.push(readPart(reader, flow))
  }
  const { start, end, after } = range(reader, event, items.at(-1))
  return { value: items.map(item => item.value), start, end, after, items }
}

function readMapping(reader: EventReader, event: CollectionEvent, flow: boolean): Part {
  const members: Member[] = []
  const data: Record<string, unknown> = {}
  const column = flow ? 0 : columnOf(reader, event.start)
  while (!atEnd(reader)) {
    const key = readPart(reader, true)
    const name = nameOf(key, reader.text)
    if (Object.hasOwn(data, name)) throw doubt
    if (!flow && members.length > 0) checkColumn(reader, key.start, column)
    if (!flow) skip(reader, keyIndicator)
    const value = readPart(reader, flow)
    members.push({ name, key, value })
    setOwn(data, name, value.value)
  }
  const { start, end, after } = range(reader, event, members.at(-1)?.value)
  return { value: data, start, end, after, members }
}

const beforeEntry = /(?:\s|#.*)*/y
const listIndicator = /-[ \t]*/y
const keyIndicator = /[ \t]*:[ \t]*/y

/** The name that a key gives. In doubt are keys that are collections, as `{{id}}` without quotes, and other odd ones. */
function nameOf({ value, start, end }: Part, text: string): string {
  const written = text.slice(start, end)
  if (written.length > 1000 || written.includes('\n') || written === '<<') throw doubt
  if (typeof value === 'string') return value
  if (typeof value === 'number' && String(value) === written) return written
  throw doubt
}

/** Of all names, only this one would not become a member when it is assigned. */
function setOwn(data: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(data, name, { value, writable: true, enumerable: true, configurable: true })
  else data[name] = value
}

function atEnd(reader: EventReader): boolean {
  if (reader.events[reader.next]?.type !== EVENT_ID.POP) return false
  reader.next++
  return true
}

/** Where a collection stands whose parts were read: in flow style to its bracket, else as far as its last part. */
function range(
  reader: EventReader,
  { start, style }: CollectionEvent,
  last: Part | undefined,
): Pick<Part, 'start' | 'end' | 'after'> {
  if (style === COLLECTION_STYLE.BLOCK)
    return { start, end: last?.after ?? start, after: last?.after ?? start }
  if (isOpening(reader.text[start])) {
    skip(reader, closing)
    return { start, end: reader.cursor, after: afterLine(reader) }
  }
  return { start, end: last?.end ?? start, after: last?.after ?? start }
}

const closing = /(?:[^\]}#]|#.*)*[\]}]/y

function isOpening(character: string | undefined): boolean {
  return character === '{' || character === '['
}
