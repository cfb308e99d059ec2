import { formatSize } from '../../util/quantity.ts'
import { bodyLimit } from '../body/limits.ts'

/** An event of a stream, as a browser would dispatch it. */
export interface ServerSentEvent {
  /** `message` unless the event names another. */
  readonly event: string
  readonly data: string
  /** The last id the stream has given, by this event or one before it; empty when there was none. */
  readonly id: string
}

/** The events of a parser, in the order of the stream. */
export interface ParserEvents {
  readonly event: (event: ServerSentEvent) => void
  /** The server wants clients that lost their connection to wait so many milliseconds. */
  readonly retry: (milliseconds: number) => void
  readonly comment: (text: string) => void
  /** One event is larger than can be kept; the parser must not be given more. */
  readonly tooLarge: (message: string) => void
}

/** How many lines of data become one text while more of them come. */
const linesOfBlock = 4096

/** Reads an event stream as the WHATWG HTML standard says (sections 9.2.5 and 9.2.6), in pieces of any size. */
export class EventStreamParser {
  readonly #events: ParserEvents
  /** Takes the byte order mark away. */
  readonly #decoder = new TextDecoder()
  /** The pieces of a line that has not ended. */
  #line: string[] = []
  #skipsLineFeed = false
  /** Lines of data, and blocks of those that came before them. */
  #data: string[] = []
  #blocks: string[] = []
  #type = ''
  #lastId = ''
  #lineSize = 0
  #dataSize = 0

  constructor(events: ParserEvents) {
    this.#events = events
  }

  push(bytes: Buffer): void {
    let text = this.#decoder.decode(bytes, { stream: true })
    if (text === '') return
    // A carriage return ends its line at once: whether a line feed follows is not known yet.
    if (this.#skipsLineFeed && text.startsWith('\n')) text = text.slice(1)
    this.#skipsLineFeed = text.endsWith('\r')
    const pieces = text.split(text.includes('\r') ? /\r\n|\r|\n/ : '\n')
    const last = pieces.pop() ?? ''
    for (const piece of pieces) {
      if (this.#line.length === 0) this.#take(piece)
      else {
        const line = this.#line.join('') + piece
        this.#line = []
        this.#lineSize = 0
        this.#take(line)
      }
    }
    if (last !== '') this.#line.push(last)
    this.#lineSize += last.length
    if (this.#lineSize + this.#dataSize > bodyLimit)
      this.#events.tooLarge(`an event of the stream is larger than ${formatSize(bodyLimit)}`)
  }

  #take(line: string): void {
    if (line === '') {
      this.#dispatch()
      return
    }
    const colon = line.indexOf(':')
    const name = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1))
    this.#field(name, value)
  }

  #field(name: string, value: string): void {
    if (name === '') this.#events.comment(value)
    else if (name === 'data') this.#addData(value, name.length + value.length)
    else if (name === 'event') this.#type = value
    else if (name === 'id' && !value.includes('\0')) this.#lastId = value
    else if (name === 'retry' && /^[0-9]+$/.test(value)) this.#events.retry(Number(value))
  }

  #addData(value: string, size: number): void {
    this.#data.push(value)
    // An empty line takes room, too.
    this.#dataSize += size + 1
    // Millions of short lines need far less memory as one text.
    if (this.#data.length < linesOfBlock) return
    this.#blocks.push(this.#data.join('\n'))
    this.#data = []
  }

  #dispatch(): void {
    const [data, type] = [[...this.#blocks, ...this.#data], this.#type]
    this.#data = []
    this.#blocks = []
    this.#type = ''
    this.#dataSize = 0
    if (data.length === 0) return
    this.#events.event({ event: type === '' ? 'message' : type, data: data.join('\n'), id: this.#lastId })
  }
}
