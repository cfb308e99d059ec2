import type { WebSocket } from 'ws'
import { MessageQueue } from '../messages/message-queue.ts'
import type { TranscriptLog } from '../messages/transcript-log.ts'

/** The events of a WebSocket, in its order. */
export type SocketEvent =
  | { readonly kind: 'message'; readonly bytes: Buffer; readonly isBinary: boolean }
  | { readonly kind: 'failed'; readonly error: NodeJS.ErrnoException }
  | ({ readonly kind: 'closed' } & Closing)

/** How a WebSocket was closed (RFC 6455 section 7.1.5): 1005 means no number, 1006 no close frame at all. */
export interface Closing {
  readonly code: number
  readonly reason: string
}

/** Bytes that wait to be looked at before the socket is read no further: 8 MiB. */
const mostWaiting = 8 * 1024 * 1024

/** Messages that wait to be looked at before the socket is read no further. */
const mostMessages = 1000

/** Bytes that wait to be sent before pings are no longer answered: 64 KiB. */
const mostUnsent = 64 * 1024

/** Keeps what comes from a WebSocket, from its first message on, until it is taken; records all of it. */
export class SocketEvents {
  readonly #webSocket: WebSocket
  readonly #queue = new MessageQueue<SocketEvent>()
  #waiting = 0
  #closing: Closing | undefined

  constructor(webSocket: WebSocket, log: TranscriptLog) {
    this.#webSocket = webSocket
    webSocket.on('message', (data: Buffer, isBinary) => {
      log.add('received', isBinary ? 'binary' : 'text', textOf(data, isBinary), data.length)
      this.#add({ kind: 'message', bytes: data, isBinary }, data.length)
    })
    webSocket.on('ping', data => {
      log.add('received', 'ping', data.toString(), data.length)
      // For several pings it is enough to answer the last one (RFC 6455 section 5.5.3).
      if (webSocket.readyState === webSocket.OPEN && webSocket.bufferedAmount < mostUnsent)
        webSocket.pong(data)
    })
    webSocket.on('error', error => {
      this.#queue.push({ kind: 'failed', error })
    })
    webSocket.on('close', (code, bytes) => {
      const reason = bytes.toString()
      this.#closing = { code, reason }
      log.add('received', 'close', `${code} ${reason}`.trim())
      this.#queue.push({ kind: 'closed', code, reason })
      this.#queue.end()
    })
  }

  /** How it was closed, once it is. */
  get closing(): Closing | undefined {
    return this.#closing
  }

  /** The next one; undefined when the signal is aborted or the end has been told. */
  async next(signal: AbortSignal): Promise<SocketEvent | undefined> {
    const event = await this.#queue.next(signal)
    if (event?.kind === 'message') this.#waiting -= event.bytes.length
    if (this.#webSocket.isPaused && !this.#isFull) this.#webSocket.resume()
    return event
  }

  get #isFull(): boolean {
    return this.#waiting > mostWaiting || this.#queue.size > mostMessages
  }

  #add(event: SocketEvent, size: number): void {
    this.#waiting += size
    this.#queue.push(event)
    if (this.#isFull) this.#webSocket.pause()
  }
}

/** Returns the text of a message for a transcript. */
export function textOf(bytes: Buffer, isBinary: boolean): string {
  // Half as many characters more than a transcript keeps, in either case.
  return isBinary ? bytes.subarray(0, 2304).toString('base64') : bytes.toString()
}
