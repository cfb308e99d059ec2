import { endsWithParent } from '../util/ends-with-parent.ts'
import { beginEnding, hearWhileWaiting } from '../util/interruptions.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** How many hear of signals, and have something to clean up. */
let listening = 0

/**
 * The reaction to Ctrl-C, a request to end, and a terminal that is closed: first end the run, then end the cleaning up,
 * then leave at once; services must not outlive it. The end of a parent means the same where it asks for that. A
 * listener hears of a signal only between two pieces of work, which may be long, so that listening begins when somebody
 * asks for one of the two signals: until then, the system ends the program at once.
 */
export class Interrupts {
  readonly #controllers = [new AbortController(), new AbortController()] as const
  readonly #onSignal = (): void => {
    const next = this.#controllers.find(({ signal }) => !signal.aborted)
    if (next === undefined) process.exit(130)
    beginEnding()
    next.abort()
  }
  #listens = false

  get interrupt(): AbortSignal {
    return this.#listen(0)
  }

  get insist(): AbortSignal {
    return this.#listen(1)
  }

  #listen(which: 0 | 1): AbortSignal {
    if (!this.#listens) {
      this.#listens = true
      listening++
      for (const signal of signals) process.on(signal, this.#onSignal)
      if (process.env[endsWithParent] !== undefined) this.#listenForParent()
    }
    return this.#controllers[which].signal
  }

  #listenForParent(): void {
    process.on('disconnect', this.#onSignal)
    // Waiting for its end alone is no reason to go on.
    process.channel?.unref()
    // Where there never was a channel, it is undefined.
    const isConnected = process.connected as boolean | undefined
    if (isConnected === false) this.#onSignal()
  }

  /** Stops listening. */
  release(): void {
    for (const signal of signals) process.off(signal, this.#onSignal)
    process.off('disconnect', this.#onSignal)
    if (this.#listens) listening--
    this.#listens = false
  }
}

/** For commands that are left to the system: while they wait for others, and have nothing to compute, they end as all do. */
export function endWhileWaiting(): void {
  hearWhileWaiting(() => {
    if (listening > 0) return () => undefined
    const end = (): never => process.exit(130)
    for (const signal of signals) process.on(signal, end)
    return () => {
      for (const signal of signals) process.off(signal, end)
    }
  })
}
