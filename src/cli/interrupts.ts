import { endsWithParent } from '../util/ends-with-parent.ts'
import { endTurns } from '../util/turns.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * What Ctrl-C, a request to end, and a terminal that is closed mean: first end the run, then end the cleaning up, then leave at
 * once; services must not outlive it. The end of a parent means the same where it asks for that. A listener hears of a signal
 * only between two pieces of work, which may be long, so that listening begins when somebody asks for one of the two signals:
 * until then, the system ends the program at once.
 */
export class Interrupts {
  readonly #controllers = [new AbortController(), new AbortController()] as const
  readonly #onSignal = (): void => {
    const next = this.#controllers.find(({ signal }) => !signal.aborted)
    if (next === undefined) process.exit(130)
    endTurns()
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
    this.#listens = false
  }
}
