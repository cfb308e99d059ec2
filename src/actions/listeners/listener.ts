import type { ActionFailure } from '../failure.ts'
import type { Message } from '../../model/exchange.ts'

/** A subscription that a step opened and later steps take messages from. */
export interface ListenerFacts {
  /** The name by which steps refer to it. */
  readonly name: string
  /** The source it listens to: `topic orders on 127.0.0.1:9092`. */
  readonly subject: string
  /** True where it also gets what was there before it was opened. */
  readonly readsPast?: boolean
  /** How far it has read, for the text of a wait in vain: `partition 0 from 12 to 15`. */
  position?(): string | undefined
  /** The failure that keeps messages from coming just now, though it may pass: then a wait in vain proves nothing. */
  trouble?(): ActionFailure | undefined
  /** A step has taken this message, and no other will. */
  taken?(message: Message): void
  /** Ends the subscription and lets go of the connection. */
  close(): Promise<void>
}

/** How many messages a listener keeps that have not been taken. */
export const keptMessages = 10_000

/** How many bytes of them. */
export const keptBytes = 64 * 1024 * 1024

/** Messages that came to a subscription and wait to be taken, in the order they came. */
export class Listener {
  readonly facts: ListenerFacts
  /** How many acts there had been when it was opened. */
  readonly actsBefore: number
  readonly #messages: Message[] = []
  readonly #waiting = new Set<() => void>()
  #bytes = 0
  #dropped = 0
  #arrived = 0
  #failure: ActionFailure | undefined

  constructor(facts: ListenerFacts, actsBefore: number) {
    this.facts = facts
    this.actsBefore = actsBefore
  }

  /** Keeps a message until it is collected; the oldest are dropped when there are too many. */
  push(message: Message): void {
    this.#arrived++
    this.#messages.push(message)
    this.#bytes += message.body.size
    while (this.#messages.length > keptMessages || this.#bytes > keptBytes) {
      this.#bytes -= this.#messages.shift()?.body.size ?? 0
      this.#dropped++
    }
    this.#wakeAll()
  }

  /** The subscription is lost; a waiting step gets the failure. */
  fail(failure: ActionFailure): void {
    this.#failure ??= failure
    this.#wakeAll()
  }

  /** Why nothing more will come, if that is so. */
  get failure(): ActionFailure | undefined {
    return this.#failure
  }

  /** How many messages were dropped because they were not taken. */
  get dropped(): number {
    return this.#dropped
  }

  /** How many messages have ever come. */
  get arrived(): number {
    return this.#arrived
  }

  /** The messages that have not been taken yet. */
  get messages(): readonly Message[] {
    return this.#messages
  }

  /** Takes a message away, so that no later step finds it again. */
  take(message: Message): void {
    const index = this.#messages.indexOf(message)
    if (index === -1) return
    this.#messages.splice(index, 1)
    this.#bytes -= message.body.size
    this.facts.taken?.(message)
  }

  /**
   * Settles when more than these have arrived, the subscription is lost, or the signal is aborted. Who looks through
   * messages takes time, and another may come meanwhile: hence the number from before the look.
   */
  somethingNew(arrivedBefore: number, signal: AbortSignal): Promise<void> {
    return new Promise(resolve => {
      const wake = (): void => {
        this.#waiting.delete(wake)
        signal.removeEventListener('abort', wake)
        resolve()
      }
      this.#waiting.add(wake)
      signal.addEventListener('abort', wake, { once: true })
      if (signal.aborted || this.#failure !== undefined || this.#arrived > arrivedBefore) wake()
    })
  }

  #wakeAll(): void {
    for (const wake of this.#waiting) wake()
  }
}
