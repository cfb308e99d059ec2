import { onInterruption } from '../../../util/interruptions.ts'
import { monotonicTime } from '../../../util/monotonic-time.ts'

/** Something that ends by a time, or with a signal, unless it has ended by itself before. */
export interface Watched {
  /** On the clock of `monotonicTime()`. */
  readonly dueAt: number
  readonly signal: AbortSignal
  /** Where it stands while it is watched; the watch keeps it. */
  place?: number | undefined
  end(reason: 'TIMEOUT' | 'INTERRUPTED'): void
}

/**
 * Milliseconds between two looks, at most. As long as there is anything to watch the process is held; to hold it and to let
 * go of it with each request costs more than all the rest of watching, so it is let go of a look later.
 */
const longestWait = 100

/**
 * Watches over many requests with one timer, and one listener for each signal: to start and stop a timer for each costs
 * more than all the rest of it. That something is watched holds the process: a connection alone may not, once the other
 * side has broken the rules of its protocol.
 */
export class Watch {
  /**
   * In no order. A set would be made anew after some of them, and each of its old tables points to the next, so that one that the
   * collector has kept keeps all that was ever watched after it.
   */
  readonly #all: Watched[] = []
  /** Functions that stop listening to each signal. */
  readonly #heard = new Map<AbortSignal, () => void>()
  #timer: NodeJS.Timeout | undefined
  #looksAt = Infinity

  /** How many are watched. */
  get count(): number {
    return this.#all.length
  }

  /** Watches until `delete`. False when the signal is aborted already: then it is ended soon. */
  add(watched: Watched): boolean {
    const { dueAt, signal } = watched
    watched.place = this.#all.push(watched) - 1
    if (dueAt < this.#looksAt) this.#lookBy(dueAt)
    return this.#heard.has(signal) || this.#hear(signal)
  }

  /** False when it was not watched any more. */
  delete(watched: Watched): boolean {
    const { place } = watched
    if (place === undefined) return false
    const last = this.#all.pop()
    if (last !== undefined && last !== watched) {
      this.#all[place] = last
      last.place = place
    }
    watched.place = undefined
    return true
  }

  /** Nothing comes any more: a process with nothing to watch need not wait for the next look. What is watched still ends. */
  close(): void {
    if (this.#all.length > 0) return
    for (const forget of this.#heard.values()) forget()
    this.#heard.clear()
    clearTimeout(this.#timer)
    this.#looksAt = Infinity
  }

  #hear(signal: AbortSignal): boolean {
    const forget = onInterruption(signal, () => {
      forget()
      this.#heard.delete(signal)
      for (const watched of [...this.#all])
        if (watched.signal === signal && this.delete(watched)) watched.end('INTERRUPTED')
    })
    if (!signal.aborted) this.#heard.set(signal, forget)
    return !signal.aborted
  }

  #lookBy(time: number): void {
    clearTimeout(this.#timer)
    const now = monotonicTime()
    const wait = Math.min(Math.ceil(time - now), longestWait)
    this.#looksAt = now + wait
    this.#timer = setTimeout(() => {
      this.#look()
    }, wait)
  }

  #look(): void {
    const now = monotonicTime()
    const due = this.#all.filter(({ dueAt }) => dueAt <= now)
    this.#looksAt = Infinity
    // Several are due when the process was busy; they still end in the order of their times.
    for (const watched of due.sort((one, other) => one.dueAt - other.dueAt))
      if (this.delete(watched)) watched.end('TIMEOUT')
    const next = Math.min(...this.#all.map(({ dueAt }) => dueAt))
    if (this.#all.length > 0 && Math.min(next, now + longestWait) < this.#looksAt) this.#lookBy(next)
  }
}
