import type { WebSocket } from 'ws'
import type { Message, Success } from '../../model/exchange.ts'
import { EvaluationEnded } from '../../util/limit-evaluation.ts'
import { formatDuration, formatSize } from '../../util/quantity.ts'
import { limitTime } from '../../util/time-limit.ts'
import { bodyLimit } from '../body/limits.ts'
import type { Awaited } from '../messages/awaited.ts'
import { messageOf } from '../messages/message.ts'
import { MessageWatch } from '../messages/message-watch.ts'
import type { TranscriptLog } from '../messages/transcript-log.ts'
import type { Interpreter } from './interpreter.ts'
import type { Outgoing, OutgoingContent } from './outgoing.ts'
import { textOf, type Closing, type SocketEvent, type SocketEvents } from './socket-events.ts'

/** The parts of one talk over a WebSocket. */
export interface TalkParts {
  readonly webSocket: WebSocket
  readonly events: SocketEvents
  readonly outgoing: readonly Outgoing[]
  readonly awaited: Awaited
  /** True where the closing of the WebSocket is among what is awaited. */
  readonly awaitsClosing: boolean
  readonly interpreter: Interpreter
  readonly log: TranscriptLog
}

/** Why a talk came to its end. */
type End =
  | { readonly kind: 'over' | 'late' }
  | { readonly kind: 'ended'; readonly why: string }
  | { readonly kind: 'wrong'; readonly why: string }
  | { readonly kind: 'failed'; readonly error: NodeJS.ErrnoException }
  | ({ readonly kind: 'closed' } & Closing)

/** Says what is to be said, each thing at its time, and takes in what comes until everything awaited has come. */
export class Talk {
  readonly watch: MessageWatch
  readonly #parts: TalkParts
  /** Messages that nothing to send has been waiting for yet. */
  #unanswered: Message[] = []
  #sent = 0
  /** The messages that the next thing to send still waits for. */
  #stillDue = ''
  #kept = 0

  constructor(parts: TalkParts) {
    this.#parts = parts
    this.watch = new MessageWatch(parts.awaited)
  }

  /** True where anything at all is awaited, be it the closing, or said to close it. */
  get isAwaiting(): boolean {
    const { awaited, outgoing } = this.#parts
    return awaited.isStated || outgoing.some(({ content }) => content.kind === 'close')
  }

  /** Talks until the end, at the latest until the signal is aborted; why it ended. */
  async run(signal: AbortSignal): Promise<End> {
    for (const message of this.#parts.outgoing) {
      const end = await this.#untilDue(message, signal)
      if (end !== undefined) return end
      this.#send(message.content)
      this.#sent++
    }
    if (!this.#parts.awaited.isStated) return { kind: 'over' }
    return (await this.#takeIn(() => this.watch.isOver, signal)) ?? { kind: 'over' }
  }

  /** How it went; `limit` is the time it had, in milliseconds. */
  success(end: End, limit: number): Success {
    const { awaited, outgoing } = this.#parts
    const unsent = end.kind !== 'over' && this.#sent < outgoing.length ? this.#unsentReason(end) : undefined
    const { interpreter } = this.#parts
    const words = end.kind === 'closed' ? interpreter.closingWords?.(end.code) : undefined
    const ended = [endReason(end), words].filter(text => text !== undefined).join(': ')
    const reason = unsent ?? (ended === '' ? interpreter.pending : ended)
    if (awaited.isStated) {
      const success = this.watch.success(limit, reason, this.#isCutShort(end))
      return { ...success, holds: success.holds && unsent === undefined && end.kind !== 'wrong' }
    }
    return {
      subject: 'messages',
      holds: unsent === undefined,
      expected: `all sent within ${formatDuration(limit)}`,
      actual: reason ?? 'all sent',
    }
  }

  /** True where the other side ended what there should have been nothing in; who closes himself has waited long enough. */
  #isCutShort({ kind }: End): boolean {
    const { outgoing, awaitsClosing } = this.#parts
    const closes = outgoing.some(({ content }) => content.kind === 'close')
    return kind === 'ended' || (kind === 'closed' && !closes && !awaitsClosing)
  }

  #unsentReason(end: End): string {
    return `message ${this.#sent + 1} was not sent: ${endReason(end) ?? this.#stillDue}`
  }

  /** Waits until it is time for a message; the end, should it come before. */
  async #untilDue({ after, delay }: Outgoing, signal: AbortSignal): Promise<End | undefined> {
    if (after !== undefined) {
      this.#stillDue = 'nothing came that fits its "after"'
      let isThere = await this.#wasThere(after)
      const look = async (): Promise<boolean> => (isThere ||= await this.#wasThere(after))
      const end = await this.#takeIn(look, signal)
      if (this.#isBroken) return { kind: 'over' }
      if (!isThere) return end
    }
    if (delay === 0) return this.#isBroken ? { kind: 'over' } : undefined
    this.#stillDue = `its delay of ${formatDuration(delay)} was not over`
    const limit = limitTime(signal, delay)
    const end = await this.#takeIn(() => this.#isBroken, limit.signal)
    limit.release()
    if (end?.kind === 'late' && !signal.aborted) return undefined
    return end ?? { kind: 'over' }
  }

  /** True where a message that must not come has come. */
  get #isBroken(): boolean {
    return this.#parts.awaited.none && this.watch.isOver
  }

  /** Takes the messages up to the first one that is expected away; whether there was one. */
  async #wasThere(after: NonNullable<Outgoing['after']>): Promise<boolean> {
    while (this.#unanswered.length > 0) {
      const message = this.#unanswered.shift()
      if (message !== undefined && (await fits(message, after))) return true
    }
    return false
  }

  /** Takes in what comes; undefined as soon as `isDone`, otherwise the end. */
  async #takeIn(isDone: () => boolean | Promise<boolean>, signal: AbortSignal): Promise<End | undefined> {
    for (;;) {
      if (this.#isBroken || (await isDone())) return undefined
      const event = await this.#parts.events.next(signal)
      const end = event === undefined ? ({ kind: 'late' } as const) : await this.#take(event)
      if (end !== undefined) return end.kind === 'closed' && (await isDone()) ? undefined : end
    }
  }

  async #take(event: SocketEvent): Promise<End | undefined> {
    if (event.kind === 'failed') return event
    if (event.kind === 'closed') {
      if (this.#parts.awaitsClosing) await this.#offer(closingMessage(event))
      return event
    }
    const { message, replies = [], ends, wrong } = this.#parts.interpreter.interpret(event.bytes)
    for (const text of replies) this.#send({ kind: 'text', text })
    const isWanted = message !== undefined && (wrong === undefined || this.#expectsContent)
    const isAwaited = isWanted && (await this.#offer(message))
    if (this.#kept > bodyLimit) return { kind: 'failed', error: tooMuch() }
    if (wrong !== undefined && !isAwaited) return { kind: 'wrong', why: wrong }
    return ends === undefined || this.watch.isOver ? undefined : { kind: 'ended', why: ends }
  }

  get #expectsContent(): boolean {
    return this.#parts.awaited.matcher.description !== ''
  }

  /** True where it is one of the awaited messages. */
  async #offer(message: Message): Promise<boolean> {
    const { outgoing, awaited } = this.#parts
    if (outgoing.slice(this.#sent).some(({ after }) => after !== undefined)) this.#unanswered.push(message)
    if (!awaited.isStated || this.watch.isOver) return false
    const isAwaited = await this.watch.offer(message)
    if (isAwaited) this.#kept += message.body.size
    return isAwaited
  }

  #send(content: OutgoingContent): void {
    const { webSocket, log } = this.#parts
    if (webSocket.readyState !== webSocket.OPEN) return
    if (content.kind === 'close') {
      log.add('sent', 'close', `${content.code} ${content.reason}`.trim())
      webSocket.close(content.code, content.reason)
    } else {
      const isBinary = content.kind === 'binary'
      const bytes = isBinary ? content.bytes : Buffer.from(content.text)
      log.add('sent', content.kind, textOf(bytes, isBinary), bytes.length)
      webSocket.send(bytes, { binary: isBinary })
    }
  }
}

/** True where it is the expected message; one that defeats the comparison is not. */
async function fits(message: Message, expected: NonNullable<Outgoing['after']>): Promise<boolean> {
  try {
    return (await expected.mismatch(message)) === undefined
  } catch (error) {
    if (error instanceof EvaluationEnded) return false
    throw error
  }
}

function endReason(end: End): string | undefined {
  if (end.kind === 'closed')
    return `the connection was closed (${[String(end.code), end.reason].filter(text => text !== '').join(' ')})`
  return end.kind === 'ended' || end.kind === 'wrong' ? end.why : undefined
}

/** The closing as something to be expected: `close-code` and `close-reason` without a content. */
function closingMessage({ code, reason }: Closing): Message {
  const fields = { 'close-code': code, 'close-reason': reason }
  return messageOf(Buffer.alloc(0), { fields, entry: () => fields })
}

function tooMuch(): NodeJS.ErrnoException {
  const message = `the awaited messages are larger than ${formatSize(bodyLimit)} together`
  return Object.assign(new Error(message), { code: 'TOO_MUCH' })
}
