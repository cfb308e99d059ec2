/** What Ctrl-C means: first end the run, then end the cleaning up, then leave at once. */
export interface Interrupts {
  readonly interrupt: AbortSignal
  readonly insist: AbortSignal
  /** Stops listening. */
  readonly release: () => void
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Listens for Ctrl-C, for a request to end, and for a terminal that is closed: services must not outlive it. */
export function listenForInterrupts(): Interrupts {
  const controllers = [new AbortController(), new AbortController()] as const
  const onSignal = (): void => {
    const next = controllers.find(({ signal }) => !signal.aborted)
    if (next === undefined) process.exit(130)
    next.abort()
  }
  for (const signal of signals) process.on(signal, onSignal)
  return {
    interrupt: controllers[0].signal,
    insist: controllers[1].signal,
    release: () => {
      for (const signal of signals) process.off(signal, onSignal)
    },
  }
}

/**
 * For commands that mostly compute and have nothing to clean up: whoever listens is told of Ctrl-C only between two pieces of
 * work, which may be long, so that the system is left to end them at once.
 */
export const leftToTheSystem: AbortSignal = new AbortController().signal
