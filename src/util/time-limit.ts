import { longestTimer } from './duration.ts'
import { onInterruption } from './interruptions.ts'

/** A signal with a time limit, until it is released. */
export interface TimeLimit {
  readonly signal: AbortSignal
  release(): void
}

/**
 * A signal that is aborted with another one, or after that many milliseconds. Unlike with `AbortSignal.any` over
 * `AbortSignal.timeout`, whose parts hold each other weakly, the limit cannot be forgotten by garbage collection.
 */
export function limitTime(signal: AbortSignal, milliseconds: number): TimeLimit {
  const controller = new AbortController()
  const abort = (): void => {
    controller.abort()
  }
  const timer = setTimeout(abort, Math.min(milliseconds, longestTimer))
  if (signal.aborted) abort()
  const forget = onInterruption(signal, abort)
  return {
    signal: controller.signal,
    release: () => {
      clearTimeout(timer)
      forget()
    },
  }
}
