import { type Event, CHOMPING_MODE, type EVENT_ID, getScalarValue, SCALAR_STYLE } from 'js-yaml'
import { afterLine, doubt, type EventReader, skip } from './event-reader.ts'
import { plainScalar } from './plain-scalar.ts'
import type { Part } from './part.ts'

type ScalarEvent = Extract<Event, { type: typeof EVENT_ID.SCALAR }>

/** The value of a scalar and where it is written, with its quotes or the header of a block. */
export function readScalar(reader: EventReader, event: ScalarEvent, inFlow: boolean): Part {
  if (event.tagStart >= 0 || event.anchorStart >= 0) throw doubt
  if (event.valueStart < 0) return emptyScalar(reader, inFlow)
  const written = getScalarValue(reader.text, event)
  if (event.style === SCALAR_STYLE.PLAIN) {
    const value = plainScalar(written)
    if (value === undefined) throw doubt
    return lineScalar(reader, value, event.valueStart, event.valueEnd)
  }
  return isBlock(event)
    ? blockScalar(reader, written, event)
    : lineScalar(reader, written, event.valueStart - 1, event.valueEnd + 1)
}

/** Nothing is written: the place is that where the value could be. A comment there may belong to the value or not. */
function emptyScalar({ text, cursor }: EventReader, inFlow: boolean): Part {
  comment.lastIndex = cursor
  if (inFlow || comment.test(text)) throw doubt
  return { value: null, start: cursor, end: cursor, after: cursor }
}

const comment = /\s*#/y

function lineScalar(reader: EventReader, value: Part['value'], start: number, end: number): Part {
  reader.cursor = end
  return { value, start, end, after: afterLine(reader) }
}

function isBlock({ style }: ScalarEvent): boolean {
  return style === SCALAR_STYLE.LITERAL_BLOCK || style === SCALAR_STYLE.FOLDED_BLOCK
}

function blockScalar(reader: EventReader, value: string, event: ScalarEvent): Part {
  skip(reader, beforeHeader)
  const start = reader.cursor
  const end =
    event.valueStart + blockLength(reader.text.slice(event.valueStart, event.valueEnd), event.chomping)
  reader.cursor = end
  return { value, start, end, after: end }
}

/** What may stand between what was read last and the header of a block. */
const beforeHeader = /(?:[^|>#]|#.*)*(?=[|>])/y

/** The length of a block without the empty lines behind it, unless they are kept; in doubt when they hold blanks. */
function blockLength(text: string, chomping: ScalarEvent['chomping']): number {
  const { length } = text.trimEnd()
  const rest = text.slice(length)
  if (length === 0 || /\n[ \t]/.test(rest)) throw doubt
  const lineEnd = rest.indexOf('\n')
  return chomping === CHOMPING_MODE.KEEP || lineEnd < 0 ? text.length : length + lineEnd + 1
}
