import type { Message } from '../../model/exchange.ts'
import { headerValue } from '../../model/header-value.ts'
import type { AnswerHead, BodyTaker } from '../http/engine/wire.ts'
import { messageOf } from '../messages/message.ts'
import { MessageQueue } from '../messages/message-queue.ts'
import type { TranscriptLog } from '../messages/transcript-log.ts'
import { EventStreamParser, type ServerSentEvent } from './event-stream-parser.ts'

/** Events that wait to be looked at before the stream is read no further. */
const mostEvents = 1000

/** Characters of them. */
const mostWaiting = 8 * 1024 * 1024

/** Takes an event stream as it comes in and keeps its events until they are read; records all of it. */
export class EventStream implements BodyTaker {
  readonly #log: TranscriptLog
  readonly #parser: EventStreamParser
  readonly #queue = new MessageQueue<Message>()
  readonly #headCame: (isStream: boolean) => void
  #waiting = 0
  #resume: (() => void) | undefined
  #head: AnswerHead | undefined
  #failure: string | undefined

  /** `headCame` gets of every answer whether it is the stream. */
  constructor(log: TranscriptLog, headCame: (isStream: boolean) => void) {
    this.#log = log
    this.#headCame = headCame
    this.#parser = new EventStreamParser({
      event: event => {
        this.#add(event)
      },
      retry: milliseconds => {
        log.add('received', 'retry', String(milliseconds))
      },
      comment: text => {
        log.add('received', 'comment', text)
      },
      tooLarge: message => {
        this.fail(message)
      },
    })
  }

  /** The head of the last answer that came. */
  get head(): AnswerHead | undefined {
    return this.#head
  }

  /** Why it cannot be read any further. */
  get failure(): string | undefined {
    return this.#failure
  }

  begin(head: AnswerHead, resume: () => void): boolean {
    this.#head = head
    this.#resume = resume
    const isStream = isEventStream(head)
    if (isStream) this.#log.add('note', 'open', '')
    this.#headCame(isStream)
    return isStream
  }

  take(piece: Buffer): boolean {
    if (this.#failure === undefined) this.#parser.push(piece)
    return !this.#isFull
  }

  /** The next event; undefined when no more will come or the signal is aborted. */
  async next(signal: AbortSignal): Promise<Message | undefined> {
    const message = await this.#queue.next(signal)
    const wasFull = this.#isFull
    this.#waiting -= message?.body.size ?? 0
    if (!this.#isFull && (wasFull || this.#queue.size === mostEvents)) this.#resume?.()
    return message
  }

  /** Nothing more will come. */
  end(): void {
    this.#queue.end()
  }

  fail(message: string): void {
    this.#failure ??= message
    this.end()
  }

  get #isFull(): boolean {
    return this.#queue.size > mostEvents || this.#waiting > mostWaiting
  }

  #add(event: ServerSentEvent): void {
    const message = eventMessage(event)
    this.#waiting += message.body.size
    const id = event.id === '' ? '' : ` id ${event.id}`
    this.#log.add('received', `event ${event.event}${id}`, event.data, message.body.size)
    this.#queue.push(message)
  }
}

/** WHATWG HTML, section 9.2.3: any other answer is none. Parameters of the type do not matter. */
export function isEventStream({ status, headers }: AnswerHead): boolean {
  const [type = ''] = (headerValue(headers, 'content-type') ?? '').split(';')
  return status === 200 && type.trim().toLowerCase() === 'text/event-stream'
}

function eventMessage({ event, data, id }: ServerSentEvent): Message {
  const known = id === '' ? {} : { id }
  return messageOf(Buffer.from(data), {
    fields: { event, ...known },
    entry: value => ({ event, data: value, ...known }),
  })
}
