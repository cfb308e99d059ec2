import type { Event } from 'js-yaml'

/** The events of a text, and how far they and the text have been read. */
export interface EventReader {
  readonly text: string
  readonly events: readonly Event[]
  /** The index of the next event. */
  next: number
  /** The offset behind the last thing that was read. */
  cursor: number
}

/** Thrown inside the fast reader to give a text up to the full reader; never leaves it. */
export const doubt = new Error('not a plain text')

/** Takes the next event. */
export function nextEvent(reader: EventReader): Event {
  const event = reader.events[reader.next++]
  if (event === undefined) throw doubt
  return event
}

/** Goes on behind what the sticky pattern finds at the cursor. */
export function skip(reader: EventReader, pattern: RegExp): void {
  pattern.lastIndex = reader.cursor
  if (!pattern.test(reader.text)) throw doubt
  reader.cursor = pattern.lastIndex
}

/** The offset behind the line's end when nothing but a comment follows in it, else behind the blanks. */
export function afterLine({ text, cursor }: EventReader): number {
  restOfLine.lastIndex = cursor
  restOfLine.test(text)
  return restOfLine.lastIndex
}

const restOfLine = /[ \t]*(?:#.*)?(?:\r?\n)?/y

/** How many characters stand before an offset in its line. */
export function columnOf({ text }: EventReader, offset: number): number {
  return offset === 0 ? 0 : offset - text.lastIndexOf('\n', offset - 1) - 1
}

/** An entry of a block must stand first in its line, in the column of the first one; js-yaml is lenient there. */
export function checkColumn({ text }: EventReader, entry: number, column: number): void {
  let indentation = 0
  while (text.charCodeAt(entry - indentation - 1) === space) indentation++
  const lineStart = entry - indentation
  if (indentation !== column || (lineStart > 0 && text.charCodeAt(lineStart - 1) !== lineFeed)) throw doubt
}

const space = 0x20
const lineFeed = 0x0a
