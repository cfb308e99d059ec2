import { setImmediate as turn } from 'node:timers/promises'
import { longestTimer } from './duration.ts'

/** The listeners of each signal: one each, however many requests run at the same time. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>()

/** Calls `interrupt` when the signal is aborted (soon, if it already is), until the returned function is called. */
export function onInterruption(signal: AbortSignal, interrupt: () => void): () => void {
  let interrupts = waiting.get(signal)
  if (interrupts === undefined) {
    interrupts = listen(signal)
    waiting.set(signal, interrupts)
  }
  const told = interrupts
  told.add(interrupt)
  if (signal.aborted)
    queueMicrotask(() => {
      if (told.has(interrupt)) interrupt()
    })
  return () => told.delete(interrupt)
}

function listen(signal: AbortSignal): Set<() => void> {
  const interrupts = new Set<() => void>()
  signal.addEventListener(
    'abort',
    () => {
      for (const interrupt of interrupts) interrupt()
    },
    { once: true },
  )
  return interrupts
}

/**
 * Lets signals be heard that came while something was computed without a pause. Where that was done for a socket, the first
 * turn comes before the loop looks for signals again.
 */
export async function hearSignals(): Promise<void> {
  await turn()
  await turn()
}

/** Waits that many milliseconds. False when the signal came first. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return new Promise(resolve => {
    const end = (complete: boolean): void => {
      clearTimeout(timer)
      forget()
      resolve(complete)
    }
    const timer = setTimeout(end, Math.min(milliseconds, longestTimer), true)
    const forget = onInterruption(signal, () => {
      end(false)
    })
  })
}

let ending = false

/** Says that the program is to end: nobody waits for anything longer than need be. */
export function beginEnding(): void {
  ending = true
}

/** True where the program is to end. */
export function isEnding(): boolean {
  return ending
}

let hear: (() => () => void) | undefined

/** Has somebody listen for signals while something is waited for, where the system is left to end what computes. */
export function hearWhileWaiting(listen: () => () => void): void {
  hear = listen
}

/** Waits for what others have to do. */
export async function waitingFor<Result>(work: Promise<Result>): Promise<Result> {
  const release = hear?.()
  try {
    return await work
  } finally {
    release?.()
  }
}
