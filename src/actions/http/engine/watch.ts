import { onInterruption } from '../../../util/interruptions.ts'
import { monotonicTime } from '../../../util/monotonic-time.ts'

/** Something that ends by a time, or with a signal, unless it has ended by itself before. */
export interface Watched {
  /** On the clock of `monotonicTime()`. */
  readonly dueAt: number
  readonly signal: AbortSignal
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
  /** One that is watched, and those beside it: most are alone, and a set that is filled and emptied each time takes long. */
  #one: Watched | undefined
  readonly #others = new Set<Watched>()
  /** What stops listening to each signal. */
  readonly #heard = new Map<AbortSignal, () => void>()
  #timer: NodeJS.Timeout | undefined
  #looksAt = Infinity

  /** How many are watched. */
  get count(): number {
    return this.#others.size + (this.#one === undefined ? 0 : 1)
  }

  /** Watches until `delete`. False when the signal is aborted already: then it is ended soon. */
  add(watched: Watched): boolean {
    const { dueAt, signal } = watched
    if (this.#one === undefined) this.#one = watched
    else this.#others.add(watched)
    if (dueAt < this.#looksAt) this.#lookBy(dueAt)
    return this.#heard.has(signal) || this.#hear(signal)
  }

  /** False when it was not watched any more. */
  delete(watched: Watched): boolean {
    if (this.#one !== watched) return this.#others.delete(watched)
    this.#one = undefined
    return true
  }

  /** Nothing comes any more: a process with nothing to watch need not wait for the next look. What is watched still ends. */
  close(): void {
    if (this.#all().length > 0) return
    for (const forget of this.#heard.values()) forget()
    this.#heard.clear()
    clearTimeout(this.#timer)
    this.#looksAt = Infinity
  }

  #all(): Watched[] {
    return this.#one === undefined ? [...this.#others] : [this.#one, ...this.#others]
  }

  #hear(signal: AbortSignal): boolean {
    const forget = onInterruption(signal, () => {
      forget()
      this.#heard.delete(signal)
      for (const watched of this.#all())
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
    const due = this.#all().filter(({ dueAt }) => dueAt <= now)
    this.#looksAt = Infinity
    // Several are due when the process was busy; they still end in the order of their times.
    for (const watched of due.sort((one, other) => one.dueAt - other.dueAt))
      if (this.delete(watched)) watched.end('TIMEOUT')
    const left = this.#all()
    const next = Math.min(...left.map(({ dueAt }) => dueAt))
    if (left.length > 0 && Math.min(next, now + longestWait) < this.#looksAt) this.#lookBy(next)
  }
}
