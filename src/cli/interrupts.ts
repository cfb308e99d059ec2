/** What Ctrl-C means: first end the run, then end the cleaning up, then leave at once. */
export interface Interrupts {
  readonly interrupt: AbortSignal
  readonly insist: AbortSignal
  /** Stops listening. */
  readonly release: () => void
}

/** Listens for Ctrl-C and for a request to end (SIGINT, SIGTERM). */
export function listenForInterrupts(): Interrupts {
  const controllers = [new AbortController(), new AbortController()] as const
  const onSignal = (): void => {
    const next = controllers.find(({ signal }) => !signal.aborted)
    if (next === undefined) process.exit(130)
    next.abort()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return {
    interrupt: controllers[0].signal,
    insist: controllers[1].signal,
    release: () => {
      process.off('SIGINT', onSignal)
      process.off('SIGTERM', onSignal)
    },
  }
}
